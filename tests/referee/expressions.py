"""Random expressions of the mechanism language with known kinds and ranges, within a budget of random bits.

Where `noisy` is set, private values reach only places that hide them behind noise, so that most ratios are
finite; elsewhere they may stand anywhere. Shapes that the language's page does not promise are written only
when their name is among `extras`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from math import log2
from random import Random

from .kinds import BOOL, BoolKind, Expr, FracKind, Helper, IntKind, LabelKind, ListKind, Scope, Var

LARGEST = 30
Weighted = tuple[float, Callable[[Scope, int], Expr | None]]
NAMES = [*"abcdknxyz", "bit", "item", "index", "value", "noisy", "best", "total", "count", "score", "state", "other"]
DYADIC = ["1 / 2", "1 / 4", "3 / 4", "0.5", "0.25", "0.75", "3 / 8"]
THIRDS = ["1 / 3", "2 / 3", "0.1", "1 / 5", "0.9", "2 / 7", "Fraction(1, 3)", "Fraction(3, 5)", "0.35"]
LABELS = [("low", "high"), ("red", "green", "blue"), ("yes", "no"), ("up", "None"), ("None", "seen")]


class Expressions:
    def __init__(self, rng: Random, bits: float, noisy: bool, extras: frozenset[str]) -> None:
        self.rng, self.bits, self.noisy, self.extras = rng, bits, noisy, extras
        self.repeat = 1
        self.helpers: list[Helper] = []
        self.features: set[str] = set()
        self.unsafe = False

    # Small tools

    def maybe(self, p: float) -> bool:
        return self.rng.random() < p

    def mark(self, feature: str) -> None:
        self.features.add(feature)

    def spend(self, branches: float) -> bool:
        """Pays for a draw with that many outcomes, as often as the present place is run."""
        return self.spend_bits(log2(branches))

    def spend_bits(self, bits: float) -> bool:
        if bits * self.repeat > self.bits:
            return False
        self.bits -= bits * self.repeat
        return True

    @contextmanager
    def repeated(self, times: int) -> Iterator[None]:
        before = self.repeat
        self.repeat = before * max(times, 1)
        yield
        self.repeat = before

    def pick(self, makers: list[Weighted], scope: Scope, depth: int) -> Expr | None:
        """Tries makers in random weighted order until one applies."""
        left = list(makers)
        while left:
            weights = [weight for weight, _ in left]
            index = self.rng.choices(range(len(left)), weights)[0]
            made = left.pop(index)[1](scope, depth)
            if made is not None and (not isinstance(made.kind, IntKind) or max(-made.low, made.high) <= LARGEST):
                return made
        return None

    # Integers

    def integer(self, scope: Scope, depth: int) -> Expr:
        leaves: list[Weighted] = [(7.0, self.int_variable), (2.0, self.int_constant), (3.0, self.int_element)]
        deep: list[Weighted] = [
            (4.0, self.int_arithmetic),
            (2.0, self.int_division),
            (1.0, self.int_power),
            (2.0, self.int_function),
            (2.0, self.int_choice),
            (2.0, self.int_reduction),
            (1.5, self.int_from_bool),
            (3.0, self.int_draw),
            (6.0, self.int_noise),
            (2.0, self.int_helper),
            (1.0, self.int_indexed_display),
            (0.7, self.int_operand),
            (0.7, self.int_filtered_length),
            (0.7, self.int_grid_cell),
        ]
        made = self.pick(leaves + deep if depth > 0 else leaves, scope, depth)
        assert made is not None
        return made

    def small(self, scope: Scope, depth: int, low: int, high: int) -> Expr:
        """An integer expression within [low, high]."""
        return self.fit(self.integer(scope, depth), low, high)

    def fit(self, e: Expr, low: int, high: int) -> Expr:
        if low <= e.low and e.high <= high:
            return e
        if self.unsafe and self.maybe(0.3):
            return Expr(e.text, IntKind(low, high), e.raw, e.atom)
        kind, t = IntKind(low, high), e.text
        match self.rng.randrange(4):
            case 0:
                return Expr(f"clamp({t}, {low}, {high})", kind, e.raw, atom=True)
            case 1:
                return Expr(f"max({low}, min({t}, {high}))", kind, e.raw, atom=True)
            case 2 if low == 0:
                return Expr(f"{e.inner} % {high + 1}", kind, e.raw)
            case _:
                shift = f" + {low}" if low > 0 else f" - {-low}" if low < 0 else ""
                return Expr(f"{e.inner} % {high - low + 1}{shift}", kind, e.raw)

    def int_constant(self, scope: Scope, depth: int) -> Expr:
        value = self.rng.choice([0, 0, 1, 1, 1, 2, 2, 3, -1])
        return Expr(str(value), IntKind(value, value), atom=value >= 0)

    def int_variable(self, scope: Scope, depth: int) -> Expr | None:
        return self.variable(scope, IntKind)

    def variable(self, scope: Scope, kind: type) -> Expr | None:
        """A variable in scope; a constant of the file less often than the others."""
        found = scope.of(kind, not self.noisy)
        weights = [0.3 if v.name.isupper() else 4.0 if v.informed else 1.0 for v in found]
        return self.rng.choices(found, weights)[0].expr() if found else None

    def int_element(self, scope: Scope, depth: int) -> Expr | None:
        found = scope.lists(IntKind, not self.noisy)
        return self.element(self.rng.choice(found), scope, depth) if found else None

    def element(self, source: Var, scope: Scope, depth: int) -> Expr:
        index = self.index(scope, depth, source.kind.size)
        return Expr(f"{source.name}[{index}]", source.kind.element, source.raw, atom=True)

    def index(self, scope: Scope, depth: int, size: int) -> str:
        """The text of an index into a list of that size; negative ones count from the end."""
        if self.maybe(0.35) or depth <= 0:
            self.mark("negative index")
            return str(self.rng.randrange(-size, size))
        self.mark("computed index")
        return self.small(scope, depth - 1, 0, size - 1).text

    def several(self, make: Callable[[Scope, int], Expr], count: int, scope: Scope, depth: int) -> list[Expr]:
        """Expressions that are not all the same text."""
        for _ in range(4):
            made = [make(scope, depth) for _ in range(count)]
            if len({e.text for e in made}) > 1:
                break
        return made

    def int_arithmetic(self, scope: Scope, depth: int) -> Expr:
        one, two = self.several(self.integer, 2, scope, depth - 1)
        match self.rng.choice("++--*"):
            case "+":
                kind, sign = IntKind(one.low + two.low, one.high + two.high), "+"
            case "-":
                kind, sign = IntKind(one.low - two.high, one.high - two.low), "-"
            case _:
                ends = [a * b for a in (one.low, one.high) for b in (two.low, two.high)]
                kind, sign = IntKind(min(ends), max(ends)), "*"
        self.mark(f"operator {sign}")
        return Expr(f"{one.inner} {sign} {two.inner}", kind, one.raw or two.raw)

    def int_division(self, scope: Scope, depth: int) -> Expr:
        one = self.integer(scope, depth - 1)
        two = self.integer(scope, depth - 1)
        if (two.low <= 0 or self.maybe(0.3)) and not (self.unsafe and self.maybe(0.3)):
            divisor = self.rng.choice([2, 2, 3, -2])
            two = Expr(str(divisor), IntKind(divisor, divisor), atom=divisor > 0)
        raw = one.raw or two.raw
        if self.maybe(0.5):
            self.mark("operator %")
            low, high = min(0, two.low + 1), max(0, two.high - 1)
            return Expr(f"{one.inner} % {two.inner}", IntKind(low, high), raw)
        self.mark("operator //")
        reach = max(abs(one.low), abs(one.high))
        kind = IntKind(0, one.high) if one.low >= 0 and two.low > 0 else IntKind(-reach, reach)
        return Expr(f"{one.inner} // {two.inner}", kind, raw)

    def int_power(self, scope: Scope, depth: int) -> Expr:
        self.mark("operator **")
        unsafe, self.unsafe = self.unsafe, False
        base, exponent = self.small(scope, depth - 1, -2, 3), self.small(scope, depth - 1, 0, 2)
        self.unsafe = unsafe
        ends = [b**k for b in range(base.low, base.high + 1) for k in range(exponent.low, exponent.high + 1)]
        return Expr(f"{base.inner} ** {exponent.inner}", IntKind(min(ends), max(ends)), base.raw or exponent.raw)

    def int_function(self, scope: Scope, depth: int) -> Expr:
        one = self.integer(scope, depth - 1)
        match self.rng.randrange(4):
            case 0:
                self.mark("abs")
                low = 0 if one.low <= 0 <= one.high else min(abs(one.low), abs(one.high))
                return Expr(f"abs({one.text})", IntKind(low, max(abs(one.low), abs(one.high))), one.raw, atom=True)
            case 1:
                low = self.rng.randint(-1, 1)
                return self.fit(one, low, low + self.rng.randint(1, 2))
            case _:
                more = self.several(self.integer, self.rng.choice([2, 2, 3]), scope, depth - 1)
                name, best = self.rng.choice([("min", min), ("max", max)])
                self.mark(name)
                kind = IntKind(best(e.low for e in more), best(e.high for e in more))
                text = ", ".join(e.text for e in more)
                return Expr(f"{name}({text})", kind, any(e.raw for e in more), atom=True)

    def int_choice(self, scope: Scope, depth: int) -> Expr:
        self.mark("conditional expression")
        test = self.boolean(scope, depth - 1)
        one, two = self.several(self.integer, 2, scope, depth - 1)
        kind = IntKind(min(one.low, two.low), max(one.high, two.high))
        return Expr(f"{one.inner} if {test.inner} else {two.inner}", kind, test.raw or one.raw or two.raw)

    def int_from_bool(self, scope: Scope, depth: int) -> Expr:
        self.mark("Boolean in arithmetic")
        bit = self.boolean(scope, depth - 1)
        if self.maybe(0.15):
            self.mark("int()")
            return Expr(f"int({bit.text})", IntKind(0, 1), bit.raw, atom=True)
        if self.maybe(0.4):
            return Expr(f"2 * {bit.inner}", IntKind(0, 2), bit.raw)
        one = self.integer(scope, depth - 1)
        if self.maybe(0.5):
            return Expr(f"{one.inner} + {bit.inner}", IntKind(one.low, one.high + 1), one.raw or bit.raw)
        return Expr(f"{one.inner} - {bit.inner}", IntKind(one.low - 1, one.high), one.raw or bit.raw)

    def int_indexed_display(self, scope: Scope, depth: int) -> Expr:
        """`(a, b)[i]`: all entries are evaluated, one is taken."""
        self.mark("indexed tuple")
        items = [self.integer(scope, depth - 1) for _ in range(2)]
        index = self.index(scope, depth, 2)
        kind = IntKind(min(e.low for e in items), max(e.high for e in items))
        raw = not self.noisy or any(e.raw for e in items)
        return Expr(f"({', '.join(e.text for e in items)})[{index}]", kind, raw, atom=True)

    def int_operand(self, scope: Scope, depth: int) -> Expr:
        """`a or b` and `a and b` of integers are one of the two."""
        self.mark("integer operand of and, or")
        one, two = self.several(self.integer, 2, scope, depth - 1)
        kind = IntKind(min(one.low, two.low, 0), max(one.high, two.high, 0))
        return Expr(f"{one.inner} {self.rng.choice(['and', 'or'])} {two.inner}", kind, one.raw or two.raw)

    def int_filtered_length(self, scope: Scope, depth: int) -> Expr:
        """The length of a list that the run decides."""
        self.mark("filtered list")
        clause, inner, size = self.generator_clause(scope, depth)
        with self.repeated(size):
            test = self.boolean(inner, depth - 1)
            body = self.small(inner, depth - 2, 0, 2)
        text = f"[{body.text} {clause} if {test.inner}]"
        name = self.rng.choice(["len", "sum"])
        return Expr(f"{name}({text})", IntKind(0, 2 * size), test.raw or body.raw, atom=True)

    def int_grid_cell(self, scope: Scope, depth: int) -> Expr | None:
        grids = [v for v in scope.of(ListKind, not self.noisy) if isinstance(v.kind.element, ListKind)]
        if not grids:
            return None
        self.mark("grid read")
        grid = self.rng.choice(grids)
        row, column = self.index(scope, depth, grid.kind.size), self.index(scope, depth, grid.kind.element.size)
        return Expr(f"{grid.name}[{row}][{column}]", grid.kind.element.element, grid.raw, atom=True)

    def int_reduction(self, scope: Scope, depth: int) -> Expr | None:
        """sum, min, max, len of a list, a slice of it, or a comprehension."""
        if self.maybe(0.5):
            return self.int_comprehension(scope, depth)
        found = scope.lists(IntKind, not self.noisy)
        if not found:
            return self.int_length(scope)
        source = self.rng.choice(found)
        size, element = source.kind.size, source.kind.element
        text = source.name
        if size > 1 and self.maybe(0.4):
            self.mark("slice")
            cut = self.rng.randrange(1, size)
            text, size = self.rng.choice(
                [(f"{text}[{cut}:]", size - cut), (f"{text}[:{cut}]", cut), (f"{text}[::-1]", size)]
            )
        match self.rng.randrange(4):
            case 0:
                return Expr(f"len({text})", IntKind(size, size), atom=True)
            case 1:
                kind = IntKind(size * element.low, size * element.high)
                return Expr(f"sum({text})", kind, source.raw, atom=True)
            case 2:
                self.mark("sorted")
                position = self.rng.randrange(size)
                return Expr(f"sorted({text})[{position}]", element, source.raw, atom=True)
            case _:
                name = self.rng.choice(["min", "max"])
                return Expr(f"{name}({text})", element, source.raw, atom=True)

    def int_length(self, scope: Scope) -> Expr | None:
        found = scope.of(ListKind, raw=True)
        if not found:
            return None
        source = self.rng.choice(found)
        return Expr(f"len({source.name})", IntKind(source.kind.size, source.kind.size), atom=True)

    def int_comprehension(self, scope: Scope, depth: int) -> Expr:
        clause, inner, size = self.generator_clause(scope, depth)
        with self.repeated(size):
            if self.maybe(0.3):
                self.mark("filtered comprehension")
                test = self.boolean(inner, depth - 1)
                body = self.small(inner, depth - 2, 0, 2) if self.maybe(0.5) else self.int_one()
                reach = size * max(body.high, 0)
                text = f"sum({body.text} {clause} if {test.inner})"
                return Expr(text, IntKind(0, reach), body.raw or test.raw, atom=True)
            body = self.small(inner, depth - 1, -1, 3)
        self.mark("comprehension")
        name = self.rng.choice(["sum", "sum", "max", "min"])
        kind = IntKind(size * body.low, size * body.high) if name == "sum" else body.kind
        inside = f"{body.text} {clause}"
        return Expr(f"{name}([{inside}])" if self.maybe(0.5) else f"{name}({inside})", kind, body.raw, atom=True)

    def int_one(self) -> Expr:
        return Expr("1", IntKind(1, 1), atom=True)

    def generator_clause(self, scope: Scope, depth: int) -> tuple[str, Scope, int]:
        """`for x in ...` of a comprehension, the scope inside, and how often it is run."""
        names = self.rng.sample(NAMES, 2)
        header, declared, size = self.iteration(scope, names, depth)
        inner = scope.copy()
        for variable in declared:
            inner.add(variable)
        if size <= 2 and self.maybe(0.12):
            self.mark("nested comprehension")
            more = [name for name in NAMES if name not in names]
            second, others, turns = self.iteration(inner, self.rng.sample(more, 2), depth)
            for variable in others:
                inner.add(variable)
            return f"for {header} for {second}", inner, size * turns
        return f"for {header}", inner, size

    def iteration(self, scope: Scope, names: list[str], depth: int) -> tuple[str, list[Var], int]:
        """`x in range(3)`, `i, x in enumerate(xs)` and so on: header, loop variables, number of turns."""
        raw_ok = True
        sources = [v for v in scope.of(ListKind, raw_ok) if v.name not in names and v.kind.size <= 4]
        if not sources or self.maybe(0.3):
            return self.iteration_over_range(names[0])
        one = self.rng.choice(sources)
        size, first = one.kind.size, Var(names[0], one.kind.element, one.raw)
        match self.rng.randrange(6):
            case 0:
                self.mark("enumerate")
                start = self.rng.choice([0, 0, 1])
                begin = f", {start}" if start else ""
                counter = Var(names[1], IntKind(start, start + size - 1))
                return f"{names[1]}, {names[0]} in enumerate({one.name}{begin})", [counter, first], size
            case 1:
                self.mark("zip")
                two = self.rng.choice(sources)
                second = Var(names[1], two.kind.element, two.raw)
                size = min(size, two.kind.size)
                return f"{names[0]}, {names[1]} in zip({one.name}, {two.name})", [first, second], size
            case 2:
                self.mark("reversed")
                return f"{names[0]} in reversed({one.name})", [first], size
            case 3 if size > 1:
                self.mark("slice")
                cut = self.rng.randrange(1, size)
                return f"{names[0]} in {one.name}[{cut}:]", [first], size - cut
            case _:
                self.mark("for over a list")
                return f"{names[0]} in {one.name}", [first], size

    def iteration_over_range(self, name: str) -> tuple[str, list[Var], int]:
        self.mark("range")
        count = self.rng.choice([1, 2, 2, 3])
        start, step = self.rng.choice([(0, 1), (0, 1), (0, 1), (1, 1), (0, 2), (count, -1)])
        values = range(start, start + count * step, step)
        kind = IntKind(min(values), max(values))
        ends = f"{count}" if (start, step) == (0, 1) else f"{start}, {start + count * step}"
        ends += f", {step}" if step != 1 else ""
        return f"{name} in range({ends})", [Var(name, kind)], count

    def int_helper(self, scope: Scope, depth: int) -> Expr | None:
        return self.call(scope, depth, IntKind)

    def call(self, scope: Scope, depth: int, result: type) -> Expr | None:
        """A call of a helper or of another mechanism."""
        found = [h for h in self.helpers if isinstance(h.result, result)]
        if not found:
            return None
        helper = self.rng.choice(found)
        if not self.spend_bits(helper.bits):
            return None
        given: list[str] = []
        for name, kind, hides in helper.parameters:
            argument = self.raw_value(scope, kind) if hides and self.maybe(0.7) else None
            text = (argument or self.value(scope, depth - 1, kind)).text
            if name == helper.optional and self.maybe(0.5):
                continue
            if helper.optional and (name == helper.optional or self.maybe(0.2)):
                self.mark("keyword argument")
                text = f"{name}={text}"
            elif given and "=" in given[-1]:
                text = f"{name}={text}"
            given.append(text)
        self.mark("call")
        return Expr(f"{helper.name}({', '.join(given)})", helper.result, not self.noisy, atom=True)

    def value(self, scope: Scope, depth: int, kind: object) -> Expr:
        """An expression of the given kind."""
        match kind:
            case IntKind(low, high):
                return self.small(scope, depth, low, high)
            case BoolKind():
                return self.boolean(scope, depth)
            case ListKind(element, size):
                parts = [self.value(scope, depth - 1, element) for _ in range(size)]
                text = f"[{', '.join(part.text for part in parts)}]"
                return Expr(text, kind, any(part.raw for part in parts), atom=True)
            case FracKind():
                return self.fraction(scope, depth, raw=False)
            case LabelKind(options):
                return Expr(label(self.rng.choice(options)), kind, atom=True)
        raise AssertionError(kind)

    # Randomness

    def int_draw(self, scope: Scope, depth: int) -> Expr | None:
        if self.maybe(0.6):
            low = self.rng.randint(-1, 1)
            high = low + self.rng.choice([1, 1, 2])
            if not self.spend(high - low + 1):
                return None
            self.mark("uniform")
            return Expr(f"uniform({low}, {high})", IntKind(low, high), atom=True)
        return self.categorical(scope, depth)

    def categorical(self, scope: Scope, depth: int) -> Expr | None:
        sources = [v for v in scope.lists(IntKind, True) if v.kind.element.low >= 0 and v.kind.element.high <= 4]
        if sources and self.maybe(0.5):
            source = self.rng.choice(sources)
            size = source.kind.size
            if not self.spend(size):
                return None
            self.mark("star in a call")
            name = self.rng.choice(NAMES)
            sign = "-" if self.maybe(0.3) else ""
            text = f"categorical(*[2 ** {sign}{name} for {name} in {source.name}])"
            return Expr(text, IntKind(0, size - 1), atom=True)
        if not self.spend(3):
            return None
        self.mark("categorical")
        third = self.raw_integer(scope, 1) if self.maybe(0.4) else None
        if third is not None:
            weight = Expr(f"{third.inner} + {1 - third.low}", third.kind).text
        else:
            weight = self.rng.choice(["1", "3", "1 / 2", "0.25", "Fraction(2, 3)"])
        text = self.rng.choice([f"categorical(1, 2, {weight})", f"categorical({weight}, 1, 1)"])
        return Expr(text, IntKind(0, 2), atom=True)

    def raw_integer(self, scope: Scope, depth: int) -> Expr | None:
        """An integer that depends on the private input: only ever put where noise hides it."""
        numbers = [v for v in scope.of(IntKind, True) if v.raw]
        lists = [v for v in scope.lists(IntKind, True) if v.raw]
        bits = [v for v in scope.of(BoolKind, True) if v.raw]
        many = [v for v in scope.lists(BoolKind, True) if v.raw]
        made: list[Expr] = [v.expr() for v in numbers]
        made += [self.element(v, scope, depth) for v in lists]
        made += [Expr(f"2 * {v.name}", IntKind(0, 2), True) for v in bits]
        for v in lists:
            element, size = v.kind.element, v.kind.size
            made.append(Expr(f"sum({v.name})", IntKind(size * element.low, size * element.high), True, atom=True))
            made.append(Expr(f"{self.rng.choice(['max', 'min'])}({v.name})", element, True, atom=True))
        made += [Expr(f"sum({v.name})", IntKind(0, v.kind.size), True, atom=True) for v in many]
        if not made:
            return None
        chosen = self.rng.choice(made)
        other = self.rng.choice(made)
        if self.maybe(0.1) and other.text != chosen.text:
            kind = IntKind(chosen.low - other.high, chosen.high - other.low)
            chosen = Expr(f"{chosen.inner} - {other.inner}", kind, True)
        return self.fit(chosen, chosen.low, chosen.low + 4)

    def raw_value(self, scope: Scope, kind: object) -> Expr | None:
        if isinstance(kind, IntKind):
            found = self.raw_integer(scope, 1)
            return None if found is None else self.fit(found, kind.low, kind.high)
        if isinstance(kind, BoolKind):
            return self.raw_boolean(scope)
        return None

    def raw_boolean(self, scope: Scope) -> Expr | None:
        bits = [v.expr() for v in scope.of(BoolKind, True) if v.raw]
        bits += [self.element(v, scope, 1) for v in scope.lists(BoolKind, True) if v.raw]
        number = self.raw_integer(scope, 1)
        if number is not None:
            k = self.rng.randint(number.low, number.high)
            sign = self.rng.choice(["<", "<=", "==", ">", "!="])
            bits.append(Expr(f"{number.inner} {sign} {k}", BOOL, True))
        return self.rng.choice(bits) if bits else None

    def int_noise(self, scope: Scope, depth: int) -> Expr | None:
        """A private integer made noisy; the result may be used anywhere."""
        e = self.raw_integer(scope, depth) or self.small(scope, depth - 1, 0, 2)
        width = e.high - e.low + 1
        match self.rng.randrange(7):
            case 0 if self.spend(2 * width):
                self.mark("randomized response")
                text = f"{e.inner} if flip({self.inner_fraction()}) else uniform({e.low}, {e.high})"
                return Expr(text, e.kind)
            case 1 if self.spend(width):
                self.mark("k-ary response")
                weights = ", ".join(["3"] + ["1"] * (width - 1))
                shift = f" + {e.low}" if e.low > 0 else f" - {-e.low}" if e.low < 0 else ""
                offset = f" - {e.low}" if e.low > 0 else f" + {-e.low}" if e.low < 0 else ""
                return Expr(f"({e.inner}{offset} + categorical({weights})) % {width}{shift}", e.kind)
            case 2 if self.spend(3):
                self.mark("exponential mechanism")
                name = self.rng.choice(NAMES)
                score = f"2 ** -abs({e.text} - {name})" if self.maybe(0.5) else f"3 ** abs({name} - {e.inner})"
                if name in e.text or self.draws(e.text):
                    return None
                return Expr(f"categorical(*[{score} for {name} in range(3)])", IntKind(0, 2), atom=True)
            case 3 if self.spend(3):
                self.mark("remainder of noise")
                return Expr(f"({e.inner} + geometric({self.inner_fraction()})) % 3", IntKind(0, 2))
        return self.clamped(e)

    def draws(self, text: str) -> bool:
        """Whether evaluating the text may draw."""
        names = {"flip", "uniform", "categorical", "geometric", *(h.name for h in self.helpers)}
        return any(f"{name}(" in text for name in names)

    def clamped(self, e: Expr) -> Expr | None:
        low = self.rng.randint(e.low - 1, max(e.low, e.high - 1))
        high = low + self.rng.choice([1, 1, 2])
        if not self.spend(high - low + 1):
            return None
        self.mark("clamp(geometric)")
        noisy = self.geometric_sum(e)
        if self.maybe(0.12):
            self.mark("noise in min and max")
            text = self.rng.choice([f"max({low}, min({high}, {noisy}))", f"min({high}, max({noisy}, {low}))"])
            return Expr(text, IntKind(low, high), atom=True)
        return Expr(f"clamp({noisy}, {low}, {high})", IntKind(low, high), atom=True)

    def geometric_sum(self, e: Expr, single: bool = False) -> str:
        """Noise added to an integer: sometimes doubled, or from two draws."""
        draw = f"geometric({self.inner_fraction()})"
        if not single and self.maybe(0.06):
            self.mark("scaled noise")
            return f"{e.inner} + 2 * {draw}"
        if not single and self.maybe(0.06):
            self.mark("sum of noises")
            return f"{e.inner} + {draw} - geometric({self.inner_fraction()})"
        return self.rng.choice([f"{e.inner} + {draw}", f"{draw} + {e.inner}", f"{e.inner} - {draw}"])

    def inner_fraction(self) -> str:
        """A constant strictly between 0 and 1."""
        return self.rng.choice([*DYADIC, *THIRDS])

    # Booleans

    def boolean(self, scope: Scope, depth: int) -> Expr:
        leaves: list[Weighted] = [
            (5.0, self.bool_variable),
            (3.0, self.bool_element),
            (0.05, self.bool_constant),
            (2.0, self.bool_flip),
        ]
        leaves.append((2.0, self.bool_simple))
        deep: list[Weighted] = [
            (5.0, self.bool_comparison),
            (3.0, self.bool_connective),
            (3.0, self.bool_flip),
            (5.0, self.bool_noise),
            (1.5, self.bool_reduction),
            (1.0, self.bool_equality),
            (1.0, self.bool_choice),
            (2.0, self.bool_label),
            (1.5, self.bool_helper),
            (0.8, self.bool_membership),
            (0.8, self.bool_sequences),
        ]
        made = self.pick(leaves + deep if depth > 0 else leaves, scope, depth)
        assert made is not None
        return made

    def bool_constant(self, scope: Scope, depth: int) -> Expr:
        return Expr(self.rng.choice(["True", "False"]), BOOL, atom=True)

    def bool_simple(self, scope: Scope, depth: int) -> Expr | None:
        """A variable compared with a number in its range."""
        e = self.variable(scope, IntKind)
        if e is None or e.low == e.high or e.high - e.low > LARGEST:
            return None
        sign, k = self.rng.choice([("<", e.high), (">=", e.high), ("==", e.low), ("!=", e.high), (">", e.low)])
        return Expr(f"{e.text} {sign} {k}", BOOL, e.raw)

    def bool_variable(self, scope: Scope, depth: int) -> Expr | None:
        return self.variable(scope, BoolKind)

    def bool_element(self, scope: Scope, depth: int) -> Expr | None:
        found = scope.lists(BoolKind, not self.noisy)
        return self.element(self.rng.choice(found), scope, depth) if found else None

    def bool_helper(self, scope: Scope, depth: int) -> Expr | None:
        return self.call(scope, depth, BoolKind)

    def bool_comparison(self, scope: Scope, depth: int) -> Expr:
        signs = ["<", "<=", "==", "!=", ">", ">="]
        count = self.rng.choice([2, 2, 2, 3])
        for _ in range(4):
            parts = self.several(self.integer, count, scope, depth - 1)
            if all(one.low <= two.high and two.low <= one.high for one, two in pairwise(parts)):
                break
        if count == 3:
            self.mark("chained comparison")
            signs = ["<", "<=", "=="]
        text = parts[0].inner + "".join(f" {self.rng.choice(signs)} {part.inner}" for part in parts[1:])
        return Expr(text, BOOL, any(part.raw for part in parts))

    def bool_connective(self, scope: Scope, depth: int) -> Expr:
        one = self.boolean(scope, depth - 1)
        if self.maybe(0.25):
            self.mark("not")
            return Expr(f"not {one.inner}", BOOL, one.raw)
        two = self.boolean(scope, depth - 1)
        word = self.rng.choice(["and", "or"])
        self.mark(word)
        return Expr(f"{one.inner} {word} {two.inner}", BOOL, one.raw or two.raw)

    def bool_equality(self, scope: Scope, depth: int) -> Expr:
        one, two = self.several(self.boolean, 2, scope, depth - 1)
        return Expr(f"{one.inner} {self.rng.choice(['==', '!='])} {two.inner}", BOOL, one.raw or two.raw)

    def bool_choice(self, scope: Scope, depth: int) -> Expr:
        test = self.boolean(scope, depth - 1)
        one, two = self.several(self.boolean, 2, scope, depth - 1)
        raw = test.raw or one.raw or two.raw
        return Expr(f"{one.inner} if {test.inner} else {two.inner}", BOOL, raw)

    def bool_label(self, scope: Scope, depth: int) -> Expr | None:
        found = scope.of(LabelKind, not self.noisy)
        if not found:
            return None
        self.mark("label compared")
        variable = self.rng.choice(found)
        if "None" in variable.kind.options and self.maybe(0.5):
            self.mark("is None")
            return Expr(f"{variable.name} is {self.rng.choice(['', 'not '])}None", BOOL, variable.raw)
        option = label(self.rng.choice(variable.kind.options))
        return Expr(f"{variable.name} {self.rng.choice(['==', '!='])} {option}", BOOL, variable.raw)

    def bool_membership(self, scope: Scope, depth: int) -> Expr:
        self.mark("in")
        e = self.integer(scope, depth - 1)
        inside = [str(self.rng.randint(e.low, e.high)) for _ in range(2)]
        among = self.rng.choice([f"({', '.join(inside)})", f"[{', '.join(inside)}]", "range(1, 3)"])
        found = scope.lists(IntKind, not self.noisy)
        if found and self.maybe(0.4):
            among = self.rng.choice(found).name
        return Expr(f"{e.inner} {self.rng.choice(['in', 'not in'])} {among}", BOOL, not self.noisy)

    def bool_sequences(self, scope: Scope, depth: int) -> Expr:
        """Two tuples compared, or a list with a list."""
        self.mark("sequences compared")
        found = [v for v in scope.lists(IntKind, not self.noisy) if not v.name.isupper() and v.kind.plain]
        if found and self.maybe(0.5):
            v = self.rng.choice(found)
            items = [str(self.rng.randint(v.kind.element.low, v.kind.element.high)) for _ in range(v.kind.size)]
            return Expr(f"{v.name} {self.rng.choice(['==', '!=', '<'])} [{', '.join(items)}]", BOOL, v.raw)
        parts = [self.integer(scope, depth - 1) for _ in range(4)]
        a, b, c, d = (part.text for part in parts)
        sign = self.rng.choice(["<", "==", "!=", ">="])
        return Expr(f"({a}, {b}) {sign} ({c}, {d})", BOOL, any(part.raw for part in parts))

    def bool_reduction(self, scope: Scope, depth: int) -> Expr | None:
        name = self.rng.choice(["any", "all"])
        self.mark(name)
        found = scope.lists(BoolKind, not self.noisy)
        if found and self.maybe(0.4):
            source = self.rng.choice(found)
            return Expr(f"{name}({source.name})", BOOL, source.raw, atom=True)
        clause, inner, size = self.generator_clause(scope, depth)
        with self.repeated(size):
            body = self.boolean(inner, depth - 1)
        inside = f"{body.text} {clause}"
        text = f"{name}([{inside}])" if self.maybe(0.3) else f"{name}({inside})"
        return Expr(text, BOOL, body.raw, atom=True)

    def bool_flip(self, scope: Scope, depth: int) -> Expr | None:
        if not self.spend(2):
            return None
        self.mark("flip")
        hidden = self.hidden_probability(scope) if self.maybe(0.4) else None
        p = hidden or self.fraction(scope, depth - 1, raw=not self.noisy)
        return Expr(f"flip({p.text})", BOOL, p.raw and not hidden, atom=True)

    def hidden_probability(self, scope: Scope) -> Expr | None:
        """A probability strictly between 0 and 1 that depends on a private value."""
        bit = self.raw_boolean(scope) if self.maybe(0.5) else None
        if bit is not None:
            text = f"{self.inner_fraction()} if {bit.inner} else {self.inner_fraction()}"
            return Expr(text, FracKind(False, True), True)
        e = self.raw_integer(scope, 1)
        if e is None:
            return None
        return Expr(f"({e.inner} + {1 - e.low}) / {e.high - e.low + 2}", FracKind(False, True), True)

    def bool_noise(self, scope: Scope, depth: int) -> Expr | None:
        """A private value compared through noise."""
        bit = self.raw_boolean(scope) if self.maybe(0.4) else None
        if not self.spend(2):
            return None
        if bit is not None:
            self.mark("randomized bit")
            choices = [
                f"{bit.inner} if flip({self.inner_fraction()}) else not {bit.inner}",
                f"{bit.inner} != flip({self.inner_fraction()})",
                f"flip({self.inner_fraction()} if {bit.inner} else {self.inner_fraction()})",
            ]
            return Expr(self.rng.choice(choices), BOOL)
        e = self.raw_integer(scope, depth) or self.small(scope, depth - 1, 0, 2)
        self.mark("compared geometric")
        if self.maybe(0.15):
            self.mark("compared noises")
            other = self.raw_integer(scope, depth) or self.small(scope, depth - 1, 0, 2)
            left, right = self.geometric_sum(e, single=True), self.geometric_sum(other, single=True)
            return Expr(f"{left} {self.rng.choice(['<', '<=', '>', '>=', '=='])} {right}", BOOL)
        noisy = self.geometric_sum(e)
        if self.maybe(0.3) and self.spend(1.5):
            self.mark("chained comparison of noise")
            k = self.rng.randint(e.low - 1, e.high)
            return Expr(f"{k} <= {noisy} < {k + self.rng.randint(1, 2)}", BOOL)
        bound = self.small(scope, depth - 1, -1, 3)
        if bound.raw:
            bound = Expr("1", IntKind(1, 1), atom=True)
        sign = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        text = f"{noisy} {sign} {bound.inner}" if self.maybe(0.7) else f"{bound.inner} {sign} {noisy}"
        return Expr(text, BOOL)

    # Fractions

    def fraction(self, scope: Scope, depth: int, raw: bool) -> Expr:
        """A probability; float arithmetic that would round is written with Fraction or avoided."""
        variables = scope.of(FracKind, raw)
        if variables and self.maybe(0.4):
            self.mark("fraction in a variable")
            return self.rng.choice(variables).expr()
        if depth <= 0 or self.maybe(0.3):
            return self.constant_fraction()
        match self.rng.randrange(6):
            case 0:
                self.mark("division")
                low, high = 0, self.rng.choice([1, 2, 3])
                e = self.small(scope, depth - 1, low, high)
                shift = self.rng.choice([0, 1, 1])
                over = high + shift + self.rng.choice([0, 1, 1])
                text = f"({e.inner} + {shift}) / {over}" if shift else f"{e.inner} / {over}"
                inner = shift > 0 and over > high + shift
                return Expr(text, FracKind(over in (1, 2, 4), inner), e.raw)
            case 1:
                self.mark("reciprocal")
                e = self.small(scope, depth - 1, 1, 3)
                return Expr(f"1 / {e.inner}", FracKind(False, False), e.raw)
            case 2:
                self.mark("negative power")
                e = self.small(scope, depth - 1, 0, 2)
                text = f"2 ** -{e.inner}" if self.maybe(0.5) else f"(1 / 2) ** {e.inner}"
                return Expr(text, FracKind(True, False), e.raw)
            case 3:
                test = self.boolean(scope, depth - 1)
                one, two = self.fraction(scope, depth - 1, raw), self.fraction(scope, depth - 1, raw)
                self.mark("conditional fraction")
                kind = FracKind(one.kind.dyadic and two.kind.dyadic, one.kind.inner and two.kind.inner)
                text = f"{one.inner} if {test.inner} else {two.inner}"
                return Expr(text, kind, test.raw or one.raw or two.raw)
            case 4:
                self.mark("fraction arithmetic")
                return self.fraction_arithmetic(scope, depth, raw)
            case _:
                return self.constant_fraction()

    def constant_fraction(self) -> Expr:
        dyadic = self.maybe(0.5)
        return Expr(self.rng.choice(DYADIC if dyadic else THIRDS), FracKind(dyadic, True))

    def fraction_arithmetic(self, scope: Scope, depth: int, raw: bool) -> Expr:
        one = self.fraction(scope, depth - 1, raw)
        if not one.kind.dyadic:
            text = self.rng.choice(["1 - Fraction(1, 3)", "Fraction(1, 3) * Fraction(1, 2)", f"{one.inner} / 2"])
            return Expr(text, FracKind(False, False), one.raw)
        if self.maybe(0.5):
            return Expr(f"1 - {one.inner}", one.kind, one.raw)
        two = self.rng.choice(DYADIC)
        return Expr(f"{one.inner} * ({two})", one.kind, one.raw)


def label(option: str) -> str:
    return "None" if option == "None" else f'"{option}"'
