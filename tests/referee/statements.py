"""Random statements of the mechanism language, on top of random expressions.

An integer variable keeps the range it was declared with: what is assigned later is fitted into it, so that
ranges hold however often a loop turns. A list is never known by two names, for Python would then share it,
and never changed while a loop goes over it.
"""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from .expressions import NAMES, Expressions, label
from .kinds import BOOL, WORD, BoolKind, Expr, FracKind, IntKind, LabelKind, ListKind, PairKind, Scope, Var, show_kind

GRIDS = ["board", "grid", "plan"]
LISTS = ["cells", "marks", "row", "slots", "table"]
LABEL_SETS = [("low", "high"), ("red", "green", "blue"), ("yes", "no"), ("up", "None"), ("None", "seen")]


@dataclass
class Place:
    """Where a statement stands. `leave` writes one that ends the run or the function, if that may be."""

    scope: Scope
    depth: int
    in_loop: bool = False
    top: bool = False
    leave: Callable[["Place"], None] | None = None

    def inside(self, **changes: Any) -> "Place":
        place = Place(self.scope.copy(), self.depth - 1, self.in_loop, False, self.leave)
        for name, value in changes.items():
            setattr(place, name, value)
        return place


class Statements(Expressions):
    def __init__(self, *rest: Any) -> None:
        super().__init__(*rest)
        self.lines: list[str] = []
        self.margin = 0
        self.protected: set[str] = set()

    # Text

    def line(self, text: str) -> None:
        self.lines.append("    " * self.margin + text)

    @contextmanager
    def indented(self, header: str) -> Any:
        self.line(header)
        self.margin += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.mark("pass")
            self.line("pass")
        self.margin -= 1

    def fresh(self, scope: Scope, names: list[str] = NAMES) -> str:
        """A name not in use, so that no range of another variable is disturbed. Lists that may be changed have
        names of their own: which names hold the same list is judged by name."""
        free = [name for name in names if name not in scope.variables and name not in self.protected]
        return self.rng.choice(free) if free else f"{names[0]}{len(scope.variables)}"

    # Blocks

    def block(self, place: Place, size: int) -> None:
        for _ in range(size):
            self.statement(place)

    def statement(self, place: Place) -> None:
        makers: list[tuple[float, Callable[[Place], bool]]] = [
            (4, self.declare),
            (1.2, self.declare_fraction),
            (1.0, self.declare_label),
            (2.0, self.declare_list),
            (0.6, self.declare_grid),
            (1.0, self.declare_pair),
            (3, self.reassign),
            (1.2, self.assign_item),
            (1.0, self.swap),
            (0.3, self.assertion),
            (0.2, self.nothing),
        ]
        if place.depth > 0:
            makers += [
                (4, self.branch),
                (1.5, self.choice_declared),
                (2, self.match),
                (3, self.for_loop),
                (2, self.accumulate),
                (1.8, self.while_loop),
            ]
        if place.leave is not None:
            makers.append((0.8, self.leave_early))
        if place.in_loop:
            makers.append((0.8, self.break_or_continue))
        for _ in range(8):
            maker = self.rng.choices([m for _, m in makers], [w for w, _ in makers])[0]
            if maker(place):
                return

    # Assignments

    def declare(self, place: Place) -> bool:
        e = self.boolean(place.scope, 2) if self.maybe(0.35) else self.narrow(self.integer(place.scope, 2))
        name = self.fresh(place.scope)
        if isinstance(e.kind, IntKind) and self.maybe(0.08):
            self.mark("chained assignment")
            self.line(f"{name} = {name}2 = {e.text}")
            place.scope.add(Var(f"{name}2", e.kind, e.raw))
        elif self.maybe(0.06) and not self.unsafe:
            self.mark("annotated assignment")
            self.line(f"{name}: {show_kind(e.kind)} = {e.text}")
        else:
            self.line(f"{name} = {e.text}")
        self.keep(place.scope, name, e)
        return True

    def keep(self, scope: Scope, name: str, e: Expr, settled: bool = False) -> None:
        scope.add(Var(name, e.kind, e.raw, settled, scope.informs(e.text)))

    def narrow(self, e: Expr) -> Expr:
        return e if e.high - e.low <= 6 else self.fit(e, 0, 3)

    def declare_fraction(self, place: Place) -> bool:
        e = self.fraction(place.scope, 2, raw=not self.noisy)
        name = self.fresh(place.scope)
        self.line(f"{name} = {e.text}")
        self.keep(place.scope, name, e, settled=True)
        self.mark("fraction assigned")
        return True

    def declare_label(self, place: Place) -> bool:
        options = self.rng.choice(LABEL_SETS)
        name = self.fresh(place.scope)
        test = self.boolean(place.scope, 2)
        self.line(f"{name} = {label(options[0])} if {test.inner} else {label(options[-1])}")
        self.keep(place.scope, name, Expr(test.text, LabelKind(options), test.raw))
        self.mark("label")
        return True

    def declare_list(self, place: Place) -> bool:
        e = self.list_display(place.scope, 2)
        name = self.fresh(place.scope, LISTS)
        self.line(f"{name} = {e.text}")
        self.keep(place.scope, name, e)
        return True

    def declare_grid(self, place: Place) -> bool:
        """A list of lists, every row a list of its own."""
        self.mark("grid")
        name, other = self.fresh(place.scope, GRIDS), self.rng.choice(NAMES)
        self.line(f"{name} = [[0] * 2 for {other} in range(2)]")
        for _ in range(2):
            row, column = self.index(place.scope, 2, 2), self.index(place.scope, 2, 2)
            sign = self.rng.choice(["=", "+="])
            self.line(f"{name}[{row}][{column}] {sign} {self.small(place.scope, 1, 0, 2).text}")
        raw = not self.noisy
        place.scope.add(Var(name, ListKind(ListKind(IntKind(0, 4), 2), 2), raw, settled=True, informed=True))
        return True

    def list_display(self, scope: Scope, depth: int) -> Expr:
        """A new list or tuple: a display, a repetition, a comprehension, a slice, a sum, or sorted."""
        size = self.rng.choice([1, 2, 2, 3])
        sources = [v for v in scope.lists(IntKind, not self.noisy) if v.kind.size <= 3 and v.kind.plain]
        match self.rng.randrange(6):
            case 0:
                self.mark("repeated list")
                e = self.small(scope, depth - 1, 0, 3)
                return Expr(f"[{e.text}] * {size}", ListKind(e.kind, size), e.raw, atom=False)
            case 1 | 2:
                self.mark("list comprehension")
                clause, inner, count = self.generator_clause(scope, depth)
                with self.repeated(count):
                    e = (
                        self.boolean(inner, depth - 1)
                        if self.maybe(0.4)
                        else self.narrow(self.integer(inner, depth - 1))
                    )
                return Expr(f"[{e.text} {clause}]", ListKind(e.kind, count), e.raw, atom=True)
            case 3 if sources:
                self.mark("list from a list")
                source = self.rng.choice(sources)
                n = source.kind.size
                cut = self.rng.randrange(1, n) if n > 1 else 0
                text, n = self.rng.choice(
                    [
                        (f"sorted({source.name})", n),
                        (f"{source.name}[{cut}:]", n - cut),
                        (f"{source.name} + [0]", n + 1),
                    ]
                )
                element = source.kind.element
                kind = IntKind(min(0, element.low), max(0, element.high))
                return Expr(text, ListKind(kind, n), source.raw)
            case 4:
                self.mark("tuple display")
                items = [self.small(scope, depth - 1, 0, 2) for _ in range(max(size, 2))]
                fixed = ListKind(IntKind(0, 2), len(items), plain=False)
                return Expr(f"({', '.join(e.text for e in items)})", fixed, any(e.raw for e in items), atom=True)
            case _:
                if self.maybe(0.4):
                    bits = [self.boolean(scope, depth - 1) for _ in range(size)]
                    text = f"[{', '.join(e.text for e in bits)}]"
                    return Expr(text, ListKind(BOOL, size), any(e.raw for e in bits), atom=True)
                items = [self.small(scope, depth - 1, 0, 2) for _ in range(size)]
                text = f"[{', '.join(e.text for e in items)}]"
                return Expr(text, ListKind(IntKind(0, 2), size), any(e.raw for e in items), atom=True)

    def declare_pair(self, place: Place) -> bool:
        """`a, b = ...`, from two expressions or from a tuple held in a variable."""
        scope = place.scope
        one, two = self.narrow(self.integer(scope, 2)), self.boolean(scope, 2)
        a = self.fresh(scope)
        if self.maybe(0.3):
            self.mark("tuple in a variable")
            self.line(f"{a} = ({one.text}, {two.text})")
            scope.add(Var(a, PairKind((one.kind, two.kind)), one.raw or two.raw, settled=True))
        else:
            self.mark("tuple assignment")
            scope.add(Var(a, one.kind, one.raw))
            b = self.fresh(scope)
            scope.add(Var(b, two.kind, two.raw))
            self.line(f"{a}, {b} = {one.text}, {two.text}")
            return True
        if self.maybe(0.7):
            self.mark("unpacking")
            b = self.fresh(scope)
            scope.add(Var(b, one.kind, one.raw))
            c = self.fresh(scope)
            scope.add(Var(c, two.kind, two.raw))
            self.line(f"{b}, {c} = {a}")
        return True

    def assignable(self, place: Place, kind: type) -> list[Var]:
        names = self.protected
        return [v for v in place.scope.of(kind, not self.noisy) if not v.settled and v.name not in names]

    def reassign(self, place: Place) -> bool:
        scope = place.scope
        numbers, bits = self.assignable(place, IntKind), self.assignable(place, BoolKind)
        labels = self.assignable(place, LabelKind)
        if labels and self.maybe(0.3):
            v = self.rng.choice(labels)
            self.line(f"{v.name} = {label(self.rng.choice(v.kind.options))}")
            return True
        if bits and (not numbers or self.maybe(0.3)):
            v = self.rng.choice(bits)
            self.line(f"{v.name} = {self.boolean(scope, 2).text}")
            return True
        if not numbers:
            return False
        v = self.rng.choice(numbers)
        low, high = v.kind.low, v.kind.high
        if low >= 0 and self.maybe(0.25):
            self.mark("augmented assignment")
            other = self.small(scope, 1, 1, 2)
            text = self.rng.choice([f"{v.name} //= {other.text}", f"{v.name} %= {other.text}", f"{v.name} *= 1"])
            self.line(text)
            return True
        if low <= 0 <= high and self.maybe(0.15):
            self.mark("augmented assignment")
            bit = self.boolean(scope, 1)
            self.line(f"{v.name} *= {bit.text}")
            return True
        e = self.integer(scope, 2)
        if self.maybe(0.5):
            e = Expr(f"{v.name} + {e.inner}", IntKind(low + e.low, high + e.high), e.raw)
        self.line(f"{v.name} = {self.fit(e, low, high).text}")
        return True

    def assign_item(self, place: Place) -> bool:
        found = [v for v in place.scope.lists(IntKind, not self.noisy) if v.kind.plain and v.name not in self.protected]
        if not found:
            return False
        v = self.rng.choice(found)
        low, high = v.kind.element.low, v.kind.element.high
        index = self.index(place.scope, 2, v.kind.size)
        self.mark("item assignment")
        if self.maybe(0.3) and low >= 0:
            self.mark("augmented item assignment")
            self.line(f"{v.name}[{index}] {self.rng.choice(['//=', '%='])} {self.rng.choice([1, 2, 3])}")
        else:
            self.line(f"{v.name}[{index}] = {self.small(place.scope, 2, low, high).text}")
        return True

    def swap(self, place: Place) -> bool:
        numbers = self.assignable(place, IntKind)
        pairs = [(a, b) for a in numbers for b in numbers if a.name < b.name and a.kind == b.kind]
        if not pairs:
            return False
        self.mark("swap")
        a, b = self.rng.choice(pairs)
        self.line(f"{a.name}, {b.name} = {b.name}, {a.name}")
        return True

    def nothing(self, place: Place) -> bool:
        self.mark("pass")
        self.line("pass")
        return True

    def assertion(self, place: Place) -> bool:
        self.mark("assert")
        numbers = place.scope.of(IntKind, not self.noisy)
        if self.unsafe and self.maybe(0.5):
            self.line(f"assert {self.boolean(place.scope, 2).text}")
        elif numbers:
            v = self.rng.choice(numbers)
            self.line(f"assert {v.kind.low} <= {v.name} <= {v.kind.high}")
        else:
            return False
        return True

    # Branches

    def branch(self, place: Place) -> bool:
        with self.indented(f"if {self.boolean(place.scope, 2).text}:"):
            self.block(place.inside(), self.rng.choice([1, 1, 2]))
        if self.maybe(0.25):
            self.mark("elif")
            with self.indented(f"elif {self.boolean(place.scope, 2).text}:"):
                self.block(place.inside(), 1)
        if self.maybe(0.5):
            self.mark("else")
            with self.indented("else:"):
                self.block(place.inside(), self.rng.choice([1, 1, 2]))
        return True

    def choice_declared(self, place: Place) -> bool:
        """A variable declared in both branches."""
        name = self.fresh(place.scope)
        kinds = []
        for header in (f"if {self.boolean(place.scope, 2).text}:", "else:"):
            with self.indented(header):
                inner = place.inside(leave=None, in_loop=False)
                if self.maybe(0.4):
                    self.block(inner, 1)
                e = self.narrow(self.integer(inner.scope, 2))
                self.line(f"{name} = {e.text}")
                kinds.append(e)
        low, high = min(e.low for e in kinds), max(e.high for e in kinds)
        place.scope.add(Var(name, IntKind(low, high), not self.noisy))
        return True

    def match(self, place: Place) -> bool:
        """`match` on integers, Booleans or labels; without a wildcard nothing may apply."""
        self.mark("match")
        scope = place.scope
        labels = scope.of(LabelKind, not self.noisy)
        if labels and self.maybe(0.3):
            v = self.rng.choice(labels)
            subject, cases = v.name, [label(option) for option in v.kind.options]
        elif self.maybe(0.2):
            subject, cases = self.boolean(scope, 2).text, ["True", "False"]
        else:
            e = self.narrow(self.integer(scope, 2))
            subject, cases = e.text, [str(n) for n in range(e.low, e.high + 1)][:3]
            if len(cases) == 3 and self.maybe(0.3):
                self.mark("or-pattern")
                cases = [cases[0], f"{cases[1]} | {cases[2]}"]
        if self.maybe(0.5):
            cases[-1] = "_"
        with self.indented(f"match {subject}:"):
            for case in cases:
                if case != "_" and self.maybe(0.12):
                    self.mark("guard")
                    case += f" if {self.boolean(scope, 1).inner}"
                with self.indented(f"case {case}:"):
                    self.block(place.inside(), self.rng.choice([0, 1, 1]))
        return True

    # Loops

    def for_loop(self, place: Place) -> bool:
        scope = place.scope
        names = [self.fresh(scope), self.fresh(scope)]
        if names[0] == names[1]:
            return False
        header, declared, size = self.iteration(scope, names, 2)
        going = {v.name for v in scope.of(ListKind, True) if v.name in WORD.findall(header)} - self.protected
        self.protected |= going
        with self.repeated(size), self.indented(f"for {header}:"):
            inner = place.inside(in_loop=True)
            for variable in declared:
                inner.scope.add(variable)
            if self.maybe(0.15):
                self.mark("nested loop")
                self.for_loop(inner)
            self.block(inner, self.rng.choice([1, 1, 2]))
        self.protected -= going
        self.loop_else(place)
        if self.maybe(0.3):
            self.mark("loop variable after the loop")
            for variable in declared:
                scope.add(variable)
        return True

    def loop_else(self, place: Place) -> None:
        """What a loop does that was not left by `break`."""
        if self.maybe(0.12):
            self.mark("else of a loop")
            with self.indented("else:"):
                self.block(place.inside(), 1)

    def break_or_continue(self, place: Place) -> bool:
        word = self.rng.choice(["break", "continue"])
        self.mark(word)
        if self.maybe(0.15):
            self.line(word)
        else:
            with self.indented(f"if {self.boolean(place.scope, 2).text}:"):
                self.line(word)
        return True

    def accumulate(self, place: Place) -> bool:
        """A counter or histogram that one statement in a loop adds to: its range is known beforehand."""
        scope = place.scope
        histogram = self.maybe(0.3)
        name = self.fresh(scope, LISTS if histogram else NAMES)
        names = [self.fresh(scope), self.fresh(scope)]
        if len({name, *names}) < 3:
            return False
        header, declared, size = self.iteration(scope, names, 2)
        width = self.rng.choice([2, 3])
        self.line(f"{name} = [0] * {width}" if histogram else f"{name} = 0")
        kind: Any = ListKind(IntKind(0, 2 * size), width) if histogram else IntKind(-size, 2 * size)
        going = {v.name for v in scope.of(ListKind, True) if v.name in WORD.findall(header)} - self.protected
        going.add(name)
        self.protected |= going
        with self.repeated(size), self.indented(f"for {header}:"):
            inner = place.inside(in_loop=True)
            for variable in [*declared, Var(name, kind)]:
                inner.scope.add(variable)
            if self.maybe(0.4):
                self.block(inner, 1)
            if histogram:
                self.mark("histogram")
                index = self.index(inner.scope, 2, width)
                self.line(f"{name}[{index}] += {self.small(inner.scope, 1, 0, 2).text}")
            elif self.maybe(0.75):
                self.mark("accumulator")
                self.line(f"{name} += {self.small(inner.scope, 2, -1, 2).text}")
            else:
                self.line(f"{name} -= {self.small(inner.scope, 2, -2, 1).text}")
            if self.maybe(0.25):
                self.break_or_continue(inner)
        self.protected -= going
        scope.add(Var(name, kind, not self.noisy))
        return True

    def while_loop(self, place: Place) -> bool:
        maker = self.rng.choice([self.counted, self.rejection, self.walk, self.waiting, self.until_break])
        return maker(place)

    def counted(self, place: Place) -> bool:
        scope = place.scope
        counter = self.fresh(scope)
        turns = self.rng.choice([1, 2, 2])
        self.mark("while counter")
        self.line(f"{counter} = 0")
        self.protected.add(counter)
        extra = f" and {self.boolean(scope, 1).inner}" if self.maybe(0.4) else ""
        with self.repeated(turns), self.indented(f"while {counter} < {turns}{extra}:"):
            inner = place.inside(in_loop=True)
            self.line(f"{counter} += 1")
            inner.scope.add(Var(counter, IntKind(1, turns), settled=True))
            self.block(inner, self.rng.choice([1, 1, 2]))
        self.loop_else(place)
        self.protected.discard(counter)
        scope.add(Var(counter, IntKind(0, turns), not self.noisy))
        return True

    def rejection(self, place: Place) -> bool:
        scope = place.scope
        top = self.rng.choice([1, 2])
        if not self.spend((top + 1) ** 3):
            return False
        self.mark("rejection loop")
        a = self.fresh(scope)
        kind = IntKind(0, top)
        scope.add(Var(a, kind))
        b = self.fresh(scope)
        scope.add(Var(b, kind))
        self.line(f"{a}, {b} = uniform(0, {top}), uniform(0, {top})")
        test = self.rng.choice([f"{a} == {b}", f"{a} >= {b}", f"{a} + {b} == {top}"])
        redraw = self.rng.choice([f"{a}, {b} = uniform(0, {top}), uniform(0, {top})", f"{b} = uniform(0, {top})"])
        if test.startswith(f"{a} >= {b}"):
            redraw = f"{a}, {b} = uniform(0, {top}), uniform(0, {top})"
        with self.indented(f"while {test}:"):
            self.line(redraw)
        return True

    def walk(self, place: Place) -> bool:
        """A random walk until it leaves an interval: any number of turns."""
        scope = place.scope
        if not self.spend(8):
            return False
        self.mark("random walk")
        name = self.fresh(scope)
        width = self.rng.choice([2, 3])
        hidden = self.hidden_probability(scope) if self.maybe(0.4) else None
        p = hidden.text if hidden else self.inner_fraction()
        self.line(f"{name} = {self.rng.randint(1, width - 1)}")
        with self.indented(f"while 0 < {name} < {width}:"):
            self.line(f"{name} += 1 if flip({p}) else -1")
        scope.add(Var(name, IntKind(0, width)))
        return True

    def waiting(self, place: Place) -> bool:
        """A loop that a coin ends, with a state that cycles."""
        scope = place.scope
        top = self.rng.choice([1, 2])
        if not self.spend(4 * (top + 1)):
            return False
        self.mark("waiting loop")
        name = self.fresh(scope)
        hidden = self.hidden_probability(scope) if self.maybe(0.5) else None
        p = hidden.text if hidden else self.inner_fraction()
        self.line(f"{name} = 0")
        test = f"not flip({p})" if self.maybe(0.5) else f"flip({p})"
        with self.indented(f"while {test}:"):
            self.line(f"{name} = ({name} + 1) % {top + 1}")
        scope.add(Var(name, IntKind(0, top)))
        return True

    def until_break(self, place: Place) -> bool:
        """`while True:` with a draw that some value accepts; rarely one that none does."""
        scope = place.scope
        if not self.spend(12):
            return False
        self.mark("while True")
        name = self.fresh(scope)
        draw = self.rng.choice(["uniform(0, 2)", "categorical(1, 2, 1)", "uniform(0, 1) + uniform(0, 1)"])
        test = self.rng.choice([f"{name} != 1", f"{name} < 2", f"{name} >= 1", f"{name} == 2"])
        if self.unsafe and self.maybe(0.2):
            test = f"{name} > 2"
        with self.indented("while True:"):
            self.line(f"{name} = {draw}")
            with self.indented(f"if {test}:"):
                self.line("break")
        scope.add(Var(name, IntKind(0, 2)))
        return True

    # Endings

    def leave_early(self, place: Place) -> bool:
        assert place.leave is not None
        self.mark("early return")
        with self.indented(f"if {self.boolean(place.scope, 2).text}:"):
            place.leave(place)
        return True

    def result(self, scope: Scope, lists: bool = True) -> Expr:
        """Something worth showing: mostly what variables hold. A list that may change later is not shown."""
        local = [v for v in scope.variables.values() if not v.name.isupper() and (not self.noisy or not v.raw)]
        informed = [v for v in local if v.informed]
        local = informed if informed and self.maybe(0.88) else local
        numbers = [v for v in local if isinstance(v.kind, IntKind)]
        bits = [v for v in local if isinstance(v.kind, BoolKind)]
        others = [v for v in local if isinstance(v.kind, LabelKind | FracKind) or (lists and self.flat(v.kind))]
        roll = self.rng.random()
        if roll < 0.2 and numbers:
            return self.narrow(self.rng.choice(numbers).expr())
        if roll < 0.35 and bits:
            return self.rng.choice(bits).expr()
        if roll < 0.5 and numbers and bits:
            self.mark("tuple shown")
            one, two = self.rng.choice(numbers), self.rng.choice(bits)
            return Expr(f"({one.name}, {two.name})", PairKind((one.kind, two.kind)), atom=True)
        if roll < 0.6 and others:
            chosen = self.rng.choice(others)
            self.mark(f"{type(chosen.kind).__name__} shown")
            return chosen.expr()
        if roll < 0.8 and numbers:
            e, sign = self.integer(scope, 1), self.rng.choice(["+", "-"])
            return self.narrow(Expr(f"{self.rng.choice(numbers).name} {sign} {e.inner}", IntKind(-99, 99)))
        return self.boolean(scope, 2) if roll < 0.9 else self.narrow(self.integer(scope, 2))

    def flat(self, kind: Any) -> bool:
        """Lists are shown, tuples that lists may be compared with are not."""
        return isinstance(kind, ListKind) and kind.plain and not isinstance(kind.element, ListKind)
