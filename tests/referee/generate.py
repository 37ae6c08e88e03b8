"""Random well-formed mechanism files over the whole language, small enough for brute force.

`generate(seed)` gives the same file for the same seed. The claims' text stands between `head` and `tail`, so
that a test can ask for any claims of the same mechanism.
"""

from dataclasses import dataclass, replace
from itertools import product
from math import log2
from random import Random
from typing import Any

from .kinds import BOOL, BoolKind, Expr, FracKind, Helper, IntKind, ListKind, Scope, StreamKind, Var, show_kind, size_of
from .statements import Place, Statements

BITS = 12.0
SHAPES = {"vector": 6, "scalar": 2, "several": 3, "stream": 3, "belief": 5, "records": 3}
REALS = {"p": "Probability", "q": "Real[1 / 5, 3 / 4]"}
IMPORTS = (
    "Bool, Int, Probability, Public, Real, Stream, Vector, assume, categorical, clamp, each, edges, flip, geometric, "
    "log, mechanism, one, pairs, prior, private, secret, total, uniform, where"
)
EXTRAS = frozenset({"input changed", "value returned after yields"})


@dataclass(frozen=True)
class GeneratedFile:
    """A mechanism file and the comparisons that make sense for it: relations, or a prior with secret pairs.

    `reals` names the prior's unknown reals: `Probability` "p" and `Real[1 / 5, 3 / 4]` "q".
    """

    seed: int
    shape: str
    head: str
    tail: str
    mechanism: str
    relations: tuple[str, ...]
    prior: str | None
    pairs: str | None
    length: int
    reals: tuple[str, ...]
    features: frozenset[str]

    def text(self, *budgets: str, index: int = 0) -> str:
        """The file with one claim per budget ("log(2)", or "log(2), delta=1 / 4") for one of its comparisons."""
        lines = [f"@private(epsilon={budget}, {self.comparison(index)})" for budget in budgets or ("log(2)",)]
        return "\n".join([self.head, *lines, self.tail])

    def comparison(self, index: int) -> str:
        if self.prior is None:
            return f"neighbors={self.relations[index]}"
        return f"prior={self.prior}" + ("" if self.pairs is None else f", pairs={self.pairs}")


def generate(seed: int, extras: frozenset[str] = frozenset()) -> GeneratedFile:
    rng = Random(seed)
    shape = rng.choices(list(SHAPES), list(SHAPES.values()))[0]
    return Author(rng, BITS, rng.random() < 0.7, extras).file(seed, shape)


@dataclass(frozen=True)
class Input:
    name: str
    kind: Any
    public: bool = False

    def declaration(self) -> str:
        shown = show_kind(self.kind)
        return f"{self.name}: Public[{shown}]" if self.public else f"{self.name}: {shown}"


class Author(Statements):
    """Writes one file: constants, helpers, a prior where the claim needs one, and the mechanism."""

    def file(self, seed: int, shape: str) -> GeneratedFile:
        self.unsafe = self.maybe(0.06)
        self.secret = ""
        self.reals: tuple[str, ...] = ()
        believed = shape in ("belief", "records")
        inputs, length = self.inputs(shape)
        self.globals = Scope()
        self.preamble()
        self.budget_for_inputs(inputs, shape, length)
        for _ in range(self.rng.choice([0, 0, 1, 1, 2])):
            self.helper()
        prior = pairs = None
        if believed:
            prior = "belief"
            pairs = self.prior_function(inputs, shape)
        head = "\n".join(self.lines)
        self.lines = []
        self.mechanism_function(inputs, shape, length)
        relations = () if believed else self.relations(inputs)
        tail = "\n".join(self.lines) + "\n"
        if self.qualified:
            head, tail = self.qualify(head), self.qualify(tail)
        return GeneratedFile(
            seed=seed,
            shape=shape,
            head=head,
            tail=tail,
            mechanism="subject",
            relations=relations,
            prior=prior,
            pairs=pairs,
            length=length,
            reals=self.reals,
            features=frozenset(self.features | {shape}),
        )

    def qualify(self, text: str) -> str:
        """Random calls written as faier.flip(...)."""
        for name in ("flip", "uniform", "geometric", "clamp"):
            text = text.replace(f"{name}(", f"faier.{name}(")
        return text

    # Inputs

    def inputs(self, shape: str) -> tuple[list[Input], int]:
        rng = self.rng
        scalar = [IntKind(0, 2), IntKind(0, 3), IntKind(-1, 1), BOOL, IntKind(1, 3), IntKind(0, 1)]
        vectors = [
            ListKind(IntKind(0, 2), 2),
            ListKind(IntKind(0, 1), 3),
            ListKind(IntKind(0, 2), 3),
            ListKind(BOOL, 3),
            ListKind(BOOL, 2),
            ListKind(IntKind(-1, 1), 2),
            ListKind(IntKind(0, 1), 4),
            ListKind(IntKind(0, 3), 2),
        ]
        nested = [ListKind(ListKind(BOOL, 2), 2), ListKind(ListKind(IntKind(0, 1), 2), 2)]
        public = [Input("level", rng.choice([IntKind(0, 1), IntKind(0, 2), BOOL]), public=True)]
        public = public if self.maybe(0.35) else []
        match shape:
            case "vector":
                kind = rng.choice(nested) if self.maybe(0.12) else rng.choice(vectors)
                return [Input("answers", kind), *public], rng.choice([1, 2, 12, 12, 12])
            case "scalar":
                return [*public, Input("answer", rng.choice(scalar))], rng.choice([1, 2, 12, 12])
            case "several":
                first = rng.choice([ListKind(IntKind(0, 1), 2), ListKind(BOOL, 2), IntKind(0, 2)])
                second = rng.choice([IntKind(0, 1), BOOL, IntKind(0, 2), ListKind(BOOL, 2)])
                return [Input("first", first), *public, Input("second", second)], 12
            case "stream":
                element = rng.choice([IntKind(0, 1), BOOL, IntKind(0, 2), IntKind(0, 1)])
                return [*public, Input("arrivals", StreamKind(element))], rng.choice([1, 2, 2, 3])
            case "records":
                element = rng.choice([IntKind(0, 1), BOOL, IntKind(0, 2)])
                return [*public, Input("arrivals", StreamKind(element))], rng.choice([1, 2, 12, 12, 12])
            case _:
                kinds: list[Any] = rng.choice([scalar, vectors[:7]])
                more = [Input("second", rng.choice(scalar))] if self.maybe(0.25) else []
                return [Input("data", rng.choice(kinds)), *more, *public], rng.choice([1, 12, 12, 12])

    def budget_for_inputs(self, inputs: list[Input], shape: str, length: int) -> None:
        """Every input value is run, so inputs cost random bits too."""
        if shape == "belief":
            return
        for given in inputs:
            if not isinstance(given.kind, StreamKind):
                self.bits -= log2(size_of(given.kind))
            elif shape == "stream":
                self.bits -= (length + 1) * log2(size_of(given.kind.element))

    # Top level

    def preamble(self) -> None:
        rng = self.rng
        self.qualified = self.maybe(0.1)
        if self.maybe(0.5):
            self.line('"""A random mechanism."""')
        self.line("from fractions import Fraction")
        self.line(f"from faier import {IMPORTS}")
        if self.qualified:
            self.mark("import faier")
            self.line("import faier")
        if self.maybe(0.4):
            self.mark("integer constant")
            n = rng.choice([1, 2, 3])
            self.line(f"N = {n}")
            self.globals.add(Var("N", IntKind(n, n), settled=True))
            if self.maybe(0.4):
                self.line("M = N - 1")
                self.globals.add(Var("M", IntKind(n - 1, n - 1), settled=True))
        if self.maybe(0.3):
            self.mark("fraction constant")
            self.line(f"ALPHA = {rng.choice(['1 / 2', '0.25', '3 / 4'])}")
            self.globals.add(Var("ALPHA", FracKind(True, True), settled=True))
        if self.maybe(0.25):
            self.mark("tuple constant")
            self.line("SCORES = (0, 2, 1)")
            self.globals.add(Var("SCORES", ListKind(IntKind(0, 2), 3, plain=False), settled=True))
        self.line("")

    def helper(self) -> None:
        """An undecorated function, or a mechanism that others call."""
        rng = self.rng
        name = rng.choice([n for n in ("noise", "choose", "vote", "look") if n not in {h.name for h in self.helpers}])
        decorated = self.maybe(0.3)
        kinds: list[Any] = [IntKind(0, 2), BOOL, IntKind(-1, 2), ListKind(IntKind(0, 2), 2, plain=False)]
        parameters = []
        scope = self.globals.copy()
        for parameter in rng.sample(["x", "y", "value"], rng.choice([1, 1, 2])):
            kind = rng.choice(kinds[:3] if decorated else kinds)
            hides = self.maybe(0.6) and not isinstance(kind, ListKind)
            parameters.append((parameter, kind, hides))
            scope.add(Var(parameter, kind, hides or not self.noisy))
        before = self.bits
        self.bits = min(self.bits, rng.choice([1.6, 3.2, 4.2]))
        given, optional = self.bits, None
        if decorated:
            self.mark("mechanism called")
            self.line("@mechanism")
            declared = ", ".join(f"{p}: {show_kind(kind)}" for p, kind, _ in parameters)
        else:
            self.mark("helper")
            declared = ", ".join(p for p, _, _ in parameters)
            if not isinstance(parameters[-1][1], ListKind) and self.maybe(0.25):
                self.mark("default of a parameter")
                optional = parameters[-1][0]
                declared += f"={'True' if parameters[-1][1] == BOOL else parameters[-1][1].high}"
        with self.indented(f"def {name}({declared}):"):
            result = self.helper_body(scope)
        self.line("")
        spent = given - self.bits
        self.bits = before
        self.helpers.append(Helper(name, tuple(parameters), result, spent, optional))

    def helper_body(self, scope: Scope) -> Any:
        result: Any = self.rng.choice([IntKind(0, 2), IntKind(0, 3), BOOL, IntKind(-1, 1)])

        def leave(place: Place) -> None:
            self.line(f"return {self.value(place.scope, 2, result).text}")

        place = Place(scope, 1, top=True, leave=leave)
        self.block(place, self.rng.choice([0, 1, 1, 2]))
        leave(place)
        return result

    # The mechanism

    def mechanism_function(self, inputs: list[Input], shape: str, length: int) -> None:
        scope = self.globals.copy()
        for given in inputs:
            if not isinstance(given.kind, StreamKind):
                self.declare_input(scope, given)
        declared = ", ".join(given.declaration() for given in inputs)
        if self.maybe(0.15):
            self.mark("keyword-only constant")
            declared += ", *, rounds=2"
            scope.add(Var("rounds", IntKind(2, 2), settled=True))
        self.line("@mechanism")
        with self.indented(f"def subject({declared}):"):
            if self.maybe(0.3):
                self.line('"""Shows something about the data."""')
            if shape in ("stream", "records"):
                arrivals = next(i for i in inputs if isinstance(i.kind, StreamKind))
                self.stream_body(scope, arrivals, length + 1 if shape == "stream" else 3, shape)
            elif self.maybe(0.3):
                self.yielding_body(scope)
            else:
                self.returning_body(scope)

    def declare_input(self, scope: Scope, given: Input) -> None:
        kind = given.kind
        if isinstance(kind, ListKind) and isinstance(kind.element, ListKind):
            self.mark("nested vector")
            for row in range(kind.size):
                scope.add(Var(f"{given.name}[{row}]", replace(kind.element, plain=False), raw=True, settled=True))
            return
        if isinstance(kind, ListKind) and "input changed" not in self.extras:
            kind = replace(kind, plain=False)
        scope.add(Var(given.name, kind, raw=not given.public))

    def returning_body(self, scope: Scope) -> None:
        result = self.maybe(0.1)

        def leave(place: Place) -> None:
            if result and self.maybe(0.5):
                self.mark("bare return")
                self.line("return")
            else:
                self.line(f"return {self.result(place.scope).text}")

        place = Place(scope, 2, top=True, leave=leave)
        self.ground(place)
        self.block(place, self.rng.choice([1, 2, 2, 3]))
        if result and self.maybe(0.5):
            self.mark("running off the end")
            with self.indented(f"if {self.boolean(scope, 2).text}:"):
                leave(place)
        else:
            self.line(f"return {self.result(scope).text}")

    def ground(self, place: Place) -> None:
        """Reads the private input through noise at the beginning, so that later statements have it to work on."""
        for _ in range(self.rng.choice([1, 1, 2])):
            e: Expr | None = self.int_noise(place.scope, 1)
            if e is None or self.maybe(0.3):
                e = self.bool_noise(place.scope, 1) or e
            if e is not None:
                name = self.fresh(place.scope)
                self.line(f"{name} = {e.text}")
                place.scope.add(Var(name, e.kind, informed=True))

    def yielding_body(self, scope: Scope) -> None:
        """Shows values one by one; between them, or after them, it may end."""
        self.mark("yield")

        def leave(place: Place) -> None:
            if self.maybe(0.6):
                self.yield_line(place.scope)
            self.ending(place.scope)

        place = Place(scope, 2, top=True, leave=leave)
        self.ground(place)
        shown = self.rng.choice([1, 2, 2, 3])
        if self.maybe(0.5):
            names = [self.fresh(scope)]
            names.append(f"{names[0]}_")
            header, declared, size = self.iteration(scope, names, 2)
            with self.repeated(size), self.indented(f"for {header}:"):
                inner = place.inside(in_loop=True)
                for variable in declared:
                    inner.scope.add(variable)
                self.block(inner, self.rng.choice([0, 1, 1]))
                self.yield_line(inner.scope)
        else:
            for _ in range(shown):
                self.block(place, self.rng.choice([0, 1, 1]))
                self.yield_line(scope)
        if self.maybe(0.4):
            self.ending(scope)

    def yield_line(self, scope: Scope) -> None:
        self.line(f"yield {self.result(scope, lists=False).text}")

    def ending(self, scope: Scope) -> None:
        if "value returned after yields" in self.extras and self.maybe(0.25):
            self.mark("value returned after yields")
            found = scope.of(IntKind, not self.noisy)
            self.line(f"return {self.rng.choice(found).name if found else 1}")
        else:
            self.line("return")

    def stream_body(self, scope: Scope, given: Input, turns: int, shape: str) -> None:
        """Every arrival is answered at least once, or the run ends."""
        finite = shape == "records"

        def leave(place: Place) -> None:
            if place.in_loop or self.maybe(0.5):
                self.yield_line(place.scope)
            self.ending(place.scope)

        place = Place(scope, 1, top=True, leave=leave)
        if self.maybe(0.5):
            self.block(place, 1)
        names = [self.fresh(scope)]
        names.append(f"{names[0]}_")
        element = Var(names[0], given.kind.element, raw=True)
        header = f"for {names[0]} in {given.name}:"
        arrivals = [element]
        if finite and self.maybe(0.3):
            self.mark("enumerate a stream")
            header = f"for {names[1]}, {names[0]} in enumerate({given.name}):"
            arrivals.append(Var(names[1], IntKind(0, 3), settled=True))
        with self.repeated(turns), self.indented(header):
            inner = place.inside(in_loop=True, depth=1)
            for variable in arrivals:
                inner.scope.add(variable)
            self.ground(inner)
            inner.in_loop = False
            self.block(inner, self.rng.choice([0, 1, 1]))
            if self.maybe(0.25):
                self.mark("answer and go on")
                with self.indented(f"if {self.boolean(inner.scope, 1).text}:"):
                    self.yield_line(inner.scope)
                    self.line("continue")
            if self.maybe(0.35):
                with self.indented(f"if {self.boolean(inner.scope, 1).text}:"):
                    if self.maybe(0.7):
                        self.yield_line(inner.scope)
                    self.line("break") if self.maybe(0.4) else self.ending(inner.scope)
            if not finite or self.maybe(0.8):
                self.yield_line(inner.scope)
        if self.maybe(0.3):
            self.mark("after the stream")
            self.yield_line(scope)

    # Priors

    def prior_function(self, inputs: list[Input], shape: str) -> str | None:
        """A random belief; returns the secret pairs to restrict to, if any."""
        mechanism_bits, noisy, unsafe = self.bits * 0.5, self.noisy, self.unsafe
        self.bits, self.noisy, self.unsafe = self.bits - mechanism_bits, False, False
        scope = self.globals.copy()
        parameters = []
        for name in self.rng.sample(["hidden", "rate"], self.rng.choice([0, 1, 1, 2])):
            kind = self.rng.choice([IntKind(0, 1), IntKind(0, 2), BOOL])
            parameters.append(f"{name}: {show_kind(kind)}")
            scope.add(Var(name, kind, settled=True))
        if self.maybe(0.2):
            self.mark("unknown real")
            self.reals = self.rng.choice([("p",), ("q",), ("p", "q")])
            parameters += [f"{name}: {REALS[name]}" for name in self.reals]
        self.line("@prior")
        with self.indented(f"def belief({', '.join(parameters)}):"):
            pairs = self.records(scope, inputs) if shape == "records" else self.data(scope, inputs)
        self.line("")
        self.bits, self.noisy, self.unsafe = mechanism_bits, noisy, unsafe
        return pairs

    def data(self, scope: Scope, inputs: list[Input]) -> str | None:
        """A prior that returns the data."""
        place = Place(scope, 1, top=True)
        self.seeds(scope)
        self.block(place, self.rng.choice([0, 1, 1, 2]))
        if self.maybe(0.2):
            self.assumption(scope)
        pairs = self.secret_line(scope)
        self.block(place, self.rng.choice([0, 0, 1]))
        if self.maybe(0.2):
            self.assumption(scope)
        given = [i for i in inputs if not i.public]
        if len(given) < len(inputs) and self.maybe(0.3):
            self.mark("public given by the prior")
            shown = [self.known(i) if i.public else self.datum(scope, i.kind) for i in inputs]
        else:
            shown = [self.datum(scope, i.kind) for i in given]
        self.line(f"return {', '.join(shown)}")
        return pairs

    def datum(self, scope: Scope, kind: Any) -> str:
        """A value of an input, mostly made from what was drawn."""
        drawn = [v for v in scope.variables.values() if v.informed]
        if self.secret in scope.variables and self.maybe(0.8):
            drawn = [scope.variables[self.secret]]
        numbers, bits = ([v for v in drawn if isinstance(v.kind, t)] for t in (IntKind, BoolKind))
        if isinstance(kind, ListKind) and self.maybe(0.8):
            return f"[{', '.join(self.datum(scope, kind.element) for _ in range(kind.size))}]"
        if isinstance(kind, IntKind) and numbers and self.maybe(0.85):
            return self.fit(self.rng.choice(numbers).expr(), kind.low, kind.high).text
        if isinstance(kind, IntKind) and bits and kind.low <= 0 < kind.high and self.maybe(0.9):
            return f"0 + {self.rng.choice(bits).name}"
        if isinstance(kind, BoolKind) and bits and self.maybe(0.85):
            return self.rng.choice(bits).name
        if isinstance(kind, BoolKind) and numbers and self.maybe(0.7):
            return f"{self.rng.choice(numbers).name} > 0"
        return self.value(scope, 2, kind).text

    def known(self, given: Input) -> str:
        """A constant for a public input, so that it tells nothing."""
        return "True" if isinstance(given.kind, BoolKind) else str(given.kind.high)

    def seeds(self, scope: Scope) -> None:
        """The draws that the belief starts from."""
        for _ in range(self.rng.choice([1, 2, 2, 3])):
            name = self.fresh(scope)
            if self.maybe(0.5) and self.spend(2):
                p = self.inner_fraction() if self.maybe(0.7) else self.fraction(scope, 1, raw=True).text
                self.line(f"{name} = flip({self.unknown(0.75) or p})")
                scope.add(Var(name, BOOL, informed=True))
            elif self.spend(3):
                self.line(f"{name} = uniform(0, 2)")
                scope.add(Var(name, IntKind(0, 2), informed=True))

    def unknown(self, likely: float) -> str | None:
        """A probability made from an unknown real, where the belief has one."""
        if not self.reals or not self.maybe(likely):
            return None
        p, q = self.rng.choice(self.reals), self.rng.choice(self.reals)
        return self.rng.choice([p, p, f"1 - {p}", f"{p} * {q}", f"{p} / 2"])

    def secret_line(self, scope: Scope) -> str | None:
        """`secret(...)` of something random where there is something."""
        self.mark("secret")
        local = [v for v in scope.variables.values() if v.informed]
        bits = [v for v in local if isinstance(v.kind, BoolKind)]
        numbers = [v for v in local if isinstance(v.kind, IntKind)]
        if numbers and self.maybe(0.55):
            v = self.rng.choice(numbers)
            self.secret = v.name
            self.line(f"secret({v.name})")
            if v.kind.low < v.kind.high and self.maybe(0.3):
                self.mark("pairs of secrets")
                low, high = v.kind.low, v.kind.high
                listed = self.rng.choice([f"({low + 1}, {low})", f"({low}, {low + 1}), ({high}, {low})"])
                return f"({listed},)"
            return None
        if bits and self.maybe(0.8):
            self.secret = self.rng.choice(bits).name
            self.line(f"secret({self.secret})")
            return "((False, True),)" if self.maybe(0.15) else None
        if self.maybe(0.15):
            self.mark("tuple as secret")
            self.line(f"secret(({self.boolean(scope, 2).text}, {self.small(scope, 1, 0, 1).text}))")
            return None
        self.line(f"secret({self.boolean(scope, 2).text})")
        return None

    def assumption(self, scope: Scope) -> None:
        self.mark("assume")
        for _ in range(6):
            e = self.boolean(scope, 2)
            if scope.informs(e.text):
                break
        self.line(f"assume({e.text})")

    def records(self, scope: Scope, inputs: list[Input]) -> str | None:
        """A prior that yields the data; the secret is set before, between or after the records."""
        element = next(i.kind.element for i in inputs if isinstance(i.kind, StreamKind))
        self.mark("prior that yields")
        self.seeds(scope)
        state = self.fresh(scope)
        self.line(f"{state} = {self.datum(scope, element)}")
        scope.add(Var(state, element, informed=True))
        where, pairs = self.rng.choice(["before", "between", "between", "after"]), None
        if where == "before":
            pairs = self.secret_line(scope)
        turns = self.rng.choice([1, 2, 2, 3])
        self.line(f"for day in range({turns}):")
        self.margin += 1
        with self.repeated(turns):
            inner = Place(scope.copy(), 1)
            inner.scope.add(Var("day", IntKind(0, turns - 1), settled=True))
            if where == "between":
                self.mark("secret at some position")
                bound = "hidden" if "hidden" in scope.variables and turns == 3 else str(self.rng.randrange(turns))
                kind = scope.variables[bound].kind if bound == "hidden" else None
                if bound == "hidden" and not (isinstance(kind, IntKind) and kind.high < turns):
                    bound = "0"
                with self.indented(f"if day == {bound}:"):
                    self.line(f"secret({state})")
            self.line(f"yield {state if self.maybe(0.7) else self.datum(inner.scope, element)}")
            self.block(inner, self.rng.choice([0, 0, 1]))
            if self.maybe(0.6) and self.spend(2):
                p = self.unknown(0.5) or self.inner_fraction()
                change = f"not {state}" if isinstance(element, BoolKind) else self.value(inner.scope, 1, element).inner
                self.line(f"{state} = {state} if flip({p}) else {change}")
            else:
                self.line(f"{state} = {self.datum(inner.scope, element)}")
            if where == "before" and self.maybe(0.2):
                self.mark("prior that ends early")
                with self.indented(f"if {self.boolean(inner.scope, 1).text}:"):
                    self.line(self.rng.choice(["return", "break"]))
        self.margin -= 1
        if where == "after":
            self.mark("secret after the records")
            pairs = self.secret_line(scope)
        if self.maybe(0.2):
            self.assumption(scope)
        return pairs

    # Relations

    def relations(self, inputs: list[Input]) -> tuple[str, ...]:
        private = [given for given in inputs if not given.public]
        if len(private) == 1:
            choices = self.relations_of(private[0].kind)
            return tuple(self.rng.sample(choices, min(len(choices), 2)))
        made = []
        for _ in range(2):
            named = [i for i in private if self.maybe(0.75)] or private[:1]
            parts = ", ".join(f'"{i.name}": {self.rng.choice(self.relations_of(i.kind))}' for i in named)
            made.append(f"{{{parts}}}")
        self.mark("neighbors by input")
        return tuple(made)

    def relations_of(self, kind: Any) -> list[str]:
        stream = isinstance(kind, StreamKind)
        entry = kind.element if isinstance(kind, ListKind | StreamKind) else kind
        if isinstance(entry, ListKind):
            return ["each(1)", "one()", "total(1)", "total(2)"]
        low, high = ("False", "True") if isinstance(entry, BoolKind) else (str(entry.low), str(entry.high))
        found = ["each(1)", "one()", "one(1)", "total(1)", f"edges(({low}, {high}))"]
        if not isinstance(entry, BoolKind):
            found += ["each(2)", "total(2)", "one(2)", f"edges(({low}, {entry.low + 1}), ({high}, {low}))"]
        if stream:
            return found
        if isinstance(kind, ListKind):
            values = list(product([low, high], repeat=kind.size))
            one, two = self.rng.sample(values, 2)
            found.append(f"pairs((({', '.join(one)}), ({', '.join(two)})))")
            found.append(f"pairs(([{', '.join(one)}], [{', '.join(two)}]), ([{', '.join(two)}], [{', '.join(one)}]))")
            found += [
                "where(lambda x, y: sum(x) < sum(y))",
                "where(lambda x, y: sorted(x) == sorted(y) and x[0] != y[0])",
                "where(lambda x, y: max(x) == max(y))",
                "where(lambda x, y: any(a < b for a, b in zip(x, y)))",
                "where(lambda x, y: x[0] == y[0] and x != y)",
            ]
            return found
        return [*found, f"pairs(({low}, {high}))", "where(lambda x, y: x < y)", "where(lambda x, y: x != y)"]
