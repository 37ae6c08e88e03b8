"""Runs of a function, as a labelled process: what it asks for, what it shows, where it ends.

A `Run` is a place in the code with the variables still needed there. Between two events lie silent steps; they
are summed out, loops by solving their linear system. Entries of inputs are `Mark`s until somebody asks: where an
instruction reads a mark the run stops at an `Ask`, before any draw of that instruction.

Draws that a run keeps are told of by what is `known` of them. A way from one place to another has a weight, and what is
known at its end has a mass: together they are its chance, as a part of the mass at its beginning.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from . import continuous, noise, operations
from .budgets import Epsilon, unknown
from .caught_values import ARGS, NAME, TEXT, TOLD
from .computing import unpacked
from .draws import NOTHING, Draws, Known
from .exceptions import Raised, Thrown, is_one_of
from .expressions import Evaluation
from .file import File, Function, Type
from .flat import Code, Instruction, compiled
from .forms import ONE, Number, added, is_zero, multiplied, quotient, size
from .kinds import MOST_WORK
from .normals import share_of
from .operations import items_of, whole
from .outcome import Budget, Fails, Hole, Invalid
from .relation import fits
from .values import (
    END,
    Between,
    Box,
    Continuous,
    Counting,
    Endless,
    Items,
    List,
    Mark,
    Near,
    Noise,
    Numbered,
    Shape,
    Stream,
    Used,
    Zipped,
    changed,
    extent,
    is_member,
    noisy,
    parts,
    same_kind,
    shown_key,
)

SECRET = "#secret"
CALLER = "#"  # all draws of the caller that a helper may look at
SHOWN = "#shown"  # what is about to be shown, if there is noise in it
YIELDED = "#yielded"  # what a helper has yielded so far

_HIDDEN = frozenset([SECRET, CALLER, SHOWN, YIELDED])

MOST_BITS = 4_096  # of a number in a text
MOST_DIRECT = 8
MOST_WAITING = 20

Variables = tuple[tuple[str, object], ...]
Found = TypeVar("Found")
Outcome = tuple[str, object, "Run | None"]  # ("go"|"tell"|"end"|"fail", what is shown, where the run is then)


@dataclass(frozen=True)
class Run:
    at: int
    variables: Variables
    known: Known = NOTHING

    def key(self) -> tuple[object, ...]:
        return self._key

    @property
    def mass(self) -> Number:
        return self.known.mass

    @cached_property
    def _key(self) -> tuple[object, ...]:
        return (self.at, tuple((name, shown_key(value)) for name, value in self.variables), self.known.key)


@dataclass(frozen=True)
class Ask:
    """About to read an entry, or the next arrival of a stream."""

    entry: Mark | Stream
    run: Run


@dataclass(frozen=True)
class Tell:
    """Where there is noise in the value, the run holds it too, until it is `told` what is shown."""

    value: object
    run: Run

    @cached_property
    def key(self) -> tuple[object, ...] | None:
        """Of what is shown; None where there is noise in it."""
        return None if noisy(self.value) else shown_key(self.value)


@dataclass(frozen=True)
class End:
    """`secret` is what a prior's run said is secret: a tuple of one value, or empty. Of a helper, what is returned, and
    the draws of its caller as they are now, with what is known of all these, and the exception that comes out of it."""

    secret: tuple[object, ...] = ()
    value: object = None
    caller: tuple[object, ...] = ()
    known: Known = NOTHING
    raised: str = ""
    told: object = None

    def result(self, value: object) -> object:
        """What the call comes to, of this value."""
        return Thrown(self.raised, self.told, value) if self.raised else value


Event = Ask | Tell | End
Weighted = dict[tuple[object, ...], tuple[Event, Number]]


class Needed(Exception):
    """An entry is not there yet."""

    def __init__(self, entry: Mark | Stream) -> None:
        super().__init__()
        self.entry = entry


class Wanted(Exception):
    """What a function returns is to be worked out first, by itself."""

    def __init__(self, machine: Machine, run: Run) -> None:
        super().__init__()
        self.machine, self.run = machine, run


@dataclass
class Calls:
    """The machines of the functions that are called, and how many of them wait for each other."""

    machines: dict[str, Machine] = field(default_factory=dict)
    waiting: int = 0


@dataclass
class Machine:
    """One function of a file. `returns` says that a returned value is not shown: a helper, or a prior's data."""

    file: File
    function: Function
    budget: Budget
    returns: bool = False
    drawn: dict[tuple[object, ...], Number] = field(default_factory=dict)  # must not be negative
    leaving: dict[tuple[object, ...], Number] = field(default_factory=dict)  # must be positive
    divided: dict[tuple[object, ...], Number] = field(default_factory=dict)  # must not be 0
    codes: dict[str, Code] = field(default_factory=dict)
    settled: dict[tuple[object, ...], Weighted] = field(default_factory=dict)
    calls: Calls = field(default_factory=Calls)
    unit: Epsilon | Fraction | None = None  # in which densities of what is shown are

    def code(self) -> Code:
        name = self.function.name
        if name not in self.codes:
            self.codes[name] = compiled(self.file, self.function)
        return self.codes[name]

    def start(self, given: dict[str, object], draws: Draws | None = None) -> Run:
        return self._run(0, given, draws or Draws(NOTHING))

    def answered(self, ask: Ask, value: object) -> Run:
        """The run once the entry, or the arrival, is there."""

        def change(item: object) -> object:
            if item != ask.entry:
                return item
            return Stream(item.name, item.taken, (value,)) if isinstance(item, Stream) else value

        changed_ = {name: changed(item, change) for name, item in ask.run.variables}
        draws = Draws(ask.run.known)
        run = self._run(ask.run.at, changed_, draws)
        if draws.scale != ONE:
            raise Hole("what is known of draws changes while an entry is read")
        return run

    def events(self, run: Run) -> Weighted:
        """What the run does next, by key, with weights. Times the masses there they sum to the mass here, or to less
        where assumptions fail."""
        key = run.key()
        if key in self.settled:
            return self.settled[key]
        if 0 < self.calls.waiting < MOST_DIRECT:
            self._work_out(run)
            return self.settled[key]
        if self.calls.waiting:
            raise Wanted(self, run)
        wanted: list[tuple[Machine, Run]] = [(self, run)]
        while wanted:
            machine, first = wanted[-1]
            try:
                machine._work_out(first)
            except Wanted as more:
                wanted.append((more.machine, more.run))
                if len(wanted) > MOST_WAITING:
                    raise Hole("functions call each other too deeply") from None
            else:
                wanted.pop()
        return self.settled[key]

    def _work_out(self, run: Run) -> None:
        self.calls.waiting += 1
        try:
            self.settled[run.key()] = self._settle(run, run.key())
        finally:
            self.calls.waiting -= 1

    # Silent steps.

    def _settle(self, run: Run, first: tuple[object, ...]) -> Weighted:
        events: dict[tuple[object, ...], Event] = {}
        steps: dict[tuple[object, ...], dict[tuple[object, ...], Number]] = {}
        waiting = [(first, run)]
        while waiting:
            key, here = waiting.pop()
            if key in steps:
                continue
            row: dict[tuple[object, ...], Number] = {}
            for outcome, weight in self._step(here):
                if isinstance(outcome, Run):
                    after = outcome.key()
                    if after not in steps:
                        waiting.append((after, outcome))
                else:
                    after = event_key(outcome)
                    events[after] = outcome
                row[after] = row[after] + weight if after in row else weight
            steps[key] = row
        return {key: (events[key], weight) for key, weight in absorbed(first, steps, self.budget, self.leaving).items()}

    def _step(self, run: Run) -> list[tuple[Run | Event, Number]]:
        """One instruction, every way its draws can come out. What is kept of it takes memory, so it is dear."""
        self.budget.spend(10)
        try:
            ways = self.ways(dict(run.variables), run.known, lambda by: self.execute(run, by))
        except Needed as needed:
            return [(Ask(needed.entry, run), ONE)]
        return [(outcome, weight) for outcome, weight in ways if outcome is not None]

    def ways(
        self, variables: dict[str, object], known: Known, do: Callable[[Evaluation], Found]
    ) -> list[tuple[Found, Number]]:
        """What something comes to, every way its draws can come out."""
        found: list[tuple[Found, Number]] = []
        paths: list[list[int]] = [[]]
        while paths:
            path = paths.pop()
            self.budget.spend()
            weights: list[Number] = []

            def pick(
                options: list[tuple[object, Number]], path: list[int] = path, weights: list[Number] = weights
            ) -> object:
                options = [option for option in options if not is_zero(option[1])]
                if len(options) == 1:
                    return options[0][0]
                self.budget.spend(1 + size(options[0][1]) // 64)
                at = len(weights)
                if at == len(path):
                    paths.extend([*path, other] for other in range(1, len(options)))
                    path.append(0)
                weights.append(options[path[at]][1])
                return options[path[at]][0]

            evaluation = Evaluation(self.file, self.function, dict(variables), pick, self.read, None, known)
            evaluation.invoke = lambda function, given, by=evaluation: self._invoke(by, function, given)
            outcome = do(evaluation)
            self.note(evaluation)
            if outcome is None:
                continue
            weight = evaluation.draws.scale
            for share in weights:
                weight = multiplied(weight, share)
            if not is_zero(weight):
                found.append((outcome, weight))
        return found

    def note(self, by: Evaluation) -> None:
        """Keep what must hold of the numbers that were drawn with, and divided by."""
        for number in by.drawn:
            self.drawn.setdefault(shown_key(number), number)
        for number in by.divisors:
            if unknown(number):
                self.divided.setdefault(shown_key(number), number)

    def read(self, mark: Mark) -> object:
        raise Needed(mark)

    def _run(self, at: int, variables: dict[str, object], draws: Draws) -> Run:
        live = self.code().live[at]
        live = live | self.function.rebound | self.function.lent | _HIDDEN
        kept = {name: value for name, value in variables.items() if name in live}
        kept, known = draws.settle(kept)
        for value in kept.values():
            if parts(value):
                self.budget.spend(extent(value) // 10)
        return Run(at, tuple(sorted(kept.items())), known)

    def execute(self, run: Run, by: Evaluation) -> Run | Event | None:
        """What comes next; None where an assumption fails."""
        try:
            return self._done(run, by)
        except Raised as raised:
            return self._thrown(run, by, raised)
        except (Invalid, ZeroDivisionError) as wrong:
            if not self.file.catches:
                raise
            if isinstance(wrong, Fails):
                return self._thrown(run, by, Raised(wrong.name))
            raise Hole("a run goes wrong by itself, in a file that catches what is raised") from None

    def _thrown(self, run: Run, by: Evaluation, raised: Raised) -> Run | Event:
        """Where an exception goes."""
        handler = self.code().handler(run.at)
        if handler is not None:
            at, slot = handler
            return self._run(at, by.variables | {slot: (raised.name, raised.told)}, by.draws)
        if not self.returns or self.function.kind == "prior":
            raise Invalid("a run raises")
        if self.function.yields:
            raise Hole("a function that yields raises")
        return self._left(by, (), self._given_back(by, None), raised)

    def _done(self, run: Run, by: Evaluation) -> Run | Event | None:
        instruction, variables, draws, then = self.code().instructions[run.at], by.variables, by.draws, run.at + 1
        match instruction:
            case ("jump", int() as to):
                return self._run(to, variables, draws)
            case ("assign", tuple() as targets, ast.expr() as value):
                given = by.value(value)
                for target in targets:
                    self._assign(by, target, given)
            case ("define", str() as name, *_):
                variables[name] = by.made(name)
            case ("augment", ast.expr() as target, str() as operator, ast.expr() as value):
                self._augment(by, target, operator, value)
            case ("test", ast.expr() as test, int() as yes, int() as no):
                return self._run(yes if by.test(test) else no, variables, draws)
            case ("keep", str() as slot, ast.expr() as value):
                variables[slot] = by.plain(value, True)
            case ("case", str() as slot, ast.pattern() as pattern, guard, int() as yes, int() as no):
                holds = _matches(by, pattern, variables[slot]) and (not isinstance(guard, ast.expr) or by.test(guard))
                return self._run(yes if holds else no, variables, draws)
            case ("iterate", str() as slot, ast.expr() as value):
                variables[slot] = self._iterator(by, value)
            case ("next", str() as slot, ast.expr() as target, int() as done):
                item, rest = _next(variables[slot])
                if item is END:
                    return self._run(done, {name: value for name, value in variables.items() if name != slot}, draws)
                variables[slot] = rest
                self._assign(by, target, item)
            case ("yield", ast.expr() as value) if self.returns:
                before = variables.get(YIELDED, ())
                variables[YIELDED] = (*items_of(before), by.settled(by.value(value), self.function.kind != "prior"))
            case ("yield", ast.expr() as value):
                return self._tell(by, by.plain(value, self.function.kind != "prior"), then)
            case ("return", value):
                return self._returned(by, value)
            case ("caught", str() as slot, tuple() as options, int() as yes, int() as no):
                raised, _ = items_of(variables[slot])
                return self._run(yes if is_one_of(self.file, str(raised), options) else no, variables, draws)
            case ("again", str() as slot):
                raised, told = items_of(variables[slot])
                raise Raised(str(raised), told)
            case ("named", str() as name, str() as slot):
                raised, told = items_of(variables[slot])
                variables[name] = told or held(str(raised), {})
            case ("raise", str() as name, *parts_):
                given = [by.settled(by.value(part), True) for part in parts_ if isinstance(part, ast.expr)]
                raise Raised(name, held_by(by, name, given))
            case _:
                return self._noted(instruction, by, then)
        return self._run(then, variables, draws)

    def _noted(self, instruction: Instruction, by: Evaluation, then: int) -> Run | None:
        match instruction:
            case ("assert", ast.expr() as test):
                if not by.test(test):
                    raise Raised("AssertionError") if self.file.catches else Invalid("a run fails an assertion")
            case ("assume", ast.expr() as test):
                if not by.test(test):
                    return None
            case ("secret", ast.expr() as value):
                if SECRET in by.variables:
                    raise Invalid("a run tells its secret twice")
                by.variables[SECRET] = operations.told(by.plain(value))
            case ("delete", ast.expr() as target):
                by.drop(by.place(target))
            case ("do", ast.expr() as value):
                by.plain(value, True)
            case ("declared", ast.Name() as variable, Type() as type_):
                if not fits(by.plain(variable), type_):
                    raise Invalid("a variable has a value that it is not declared for")
            case _:
                raise Hole(f"the instruction {instruction[0]}")
        return self._run(then, by.variables, by.draws)

    def _returned(self, by: Evaluation, value: object) -> Event:
        known = (by.variables[SECRET],) if SECRET in by.variables else ()
        given: object = None
        if isinstance(value, ast.expr):
            given = by.value(value)
            data = self.function.kind == "prior"
            given = _data(by, given) if data and self.returns else by.settled(given, True)
        if self.returns:
            given = self._given_back(by, given)
        if self.returns or given is None:
            return self._left(by, known, given)
        by.variables = {SECRET: known[0]} if known else {}
        return self._tell(by, given, len(self.code().instructions) - 1)

    def _left(self, by: Evaluation, known: tuple[object, ...], given: object, raised: Raised | None = None) -> End:
        left, draws = by.draws.settle({CALLER: by.variables.get(CALLER, ()), "": given})
        caller = left[CALLER]
        out, told = ("", None) if raised is None else (raised.name, raised.told)
        return End(known, left[""], caller if isinstance(caller, tuple) else (), draws, out, told)

    def _given_back(self, by: Evaluation, value: object) -> object:
        """What a call comes to, and beside it the variables of the caller that may have a new value."""
        if self.function.yields:
            value = by.variables.get(YIELDED, ())
        if not self.function.rebound and not self.function.lent:
            return value
        names = sorted(self.function.rebound)
        rebound = ((by.variables[name],) if name in by.variables else () for name in names)
        return (value, *rebound, *(by.variables[name] for name in sorted(self.function.lent)))

    def _tell(self, by: Evaluation, value: object, then: int) -> Tell:
        value = operations.told(value)
        if not noisy(value):
            return Tell(value, self._run(then, by.variables, by.draws))
        run = self._run(then, by.variables | {SHOWN: value}, by.draws)
        variables = dict(run.variables)
        value = variables[SHOWN]
        return Tell(value, run if noisy(value) else without(run, SHOWN))

    def told(self, tell: Tell, letter: object) -> tuple[Run, Number] | None:
        """The run once this was shown, with its weight; None where that cannot be."""
        if not noisy(tell.value):
            return (tell.run, ONE) if shown_key(tell.value) == shown_key(letter) else None
        draws = Draws(tell.run.known)
        if not self._are(draws, tell.value, letter):
            return None
        run = without(tell.run, SHOWN)
        after = self._run(run.at, dict(run.variables), draws)
        return None if is_zero(draws.scale) else (after, draws.scale)

    def _are(self, draws: Draws, value: object, letter: object) -> bool:
        """Whether the value can be this one, which the draws are then known to make it."""
        if isinstance(value, Noise):
            return isinstance(letter, int) and not isinstance(letter, bool) and noise.become(draws, value, letter)
        if isinstance(value, Continuous):
            if isinstance(letter, Between):
                return not is_zero(continuous.within(draws, value, letter))
            return isinstance(letter, Near) and self._near(draws, value, letter)
        inside, other = parts(value), parts(letter)
        if inside is not None and other is not None:
            if not same_kind(value, letter) or len(inside) != len(other):
                return False
            pairs = continuous.together(draws, inside, other)
            return all(self._are(draws, item, part) for item, part in pairs)
        return shown_key(value) == shown_key(letter)

    def _near(self, draws: Draws, value: Continuous, letter: Near) -> bool:
        """Densities are compared in one unit."""
        unit = draws.reals.alone(value.draw).unit
        if self.unit is None:
            self.unit = unit
        draws.scale = multiplied(draws.scale, share_of(unit, self.unit))
        return not is_zero(continuous.become(draws, value, letter))

    def _assign(self, by: Evaluation, target: ast.expr, value: object) -> None:
        match target:
            case ast.Name(id=name):
                by.variables[name] = value
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part, item in unpacked(parts, items_of(value)):
                    self._assign(by, part, item)
            case ast.Subscript() | ast.Attribute():
                by.put(by.place(target), by.settled(value, True))
            case _:
                raise Hole("a target of this kind")

    def _augment(self, by: Evaluation, target: ast.expr, operator: str, value: ast.expr) -> None:
        match target:
            case ast.Name(id=name):
                old = by.settled(by.value(ast.Name(name, ast.Load())), True)
                by.variables[name] = by.augmented(operator, old, by.plain(value, True))
            case ast.Subscript() | ast.Attribute():
                place = by.place(target)
                by.making(place)
                old = by.settled(by.owners(place)[-1], True)
                by.put(place, by.augmented(operator, old, by.plain(value, True)))
            case _:
                raise Hole("a target of this kind")

    def _iterator(self, by: Evaluation, node: ast.expr) -> object:
        hidden = self.function.locals | set(self.function.settings)
        match node:
            case ast.Name(id=name) if isinstance(by.variables.get(name), (Stream, Used)):
                stream = by.variables[name]
                if isinstance(stream, Used):
                    raise Hole("a stream is gone over twice")
                by.variables[name] = Used()
                return stream
            case ast.Call(func=ast.Name(id="range"), args=args, keywords=[]) if self._plain_name("range", hidden):
                ends = [whole(by.settled(item)) for item in by.items(args)]
                if not 1 <= len(ends) <= 3 or ends[2:] == [0]:
                    raise Hole("the arguments of range")
                counted = range(*ends)
                return Counting(counted.start, counted.stop, counted.step)
            case ast.Call(func=ast.Name(id="enumerate"), args=[inside, *rest], keywords=keywords) if (
                self._plain_name("enumerate", hidden)
                and len(rest) <= 1
                and all(item.arg == "start" for item in keywords)
            ):
                first = rest[0] if rest else keywords[0].value if keywords else None
                return Numbered(self._iterator(by, inside), whole(by.plain(first)) if first is not None else 0)
            case ast.Call(func=ast.Name(id="zip"), args=[*args], keywords=[]) if self._plain_name("zip", hidden) and (
                not any(isinstance(item, ast.Starred) for item in args) and args
            ):
                return Zipped(tuple(self._iterator(by, item) for item in args))
        value = by.value(node)
        if isinstance(value, Mark):
            value = by.settled(value)
        return value if isinstance(value, Endless) else Items(items_of(value))

    def _plain_name(self, name: str, hidden: frozenset[str] | set[str]) -> bool:
        file = self.file
        return (
            name not in hidden and name not in file.functions and name not in file.constants and name not in file.words
        )

    def helper(self, function: Function) -> Machine:
        """The machine of a function that is called."""
        if function.kind == "prior":
            raise Hole("a prior is called")
        machine = self.calls.machines.get(function.name)
        if machine is None:
            known = (self.drawn, self.leaving, self.divided)
            machine = Machine(self.file, function, self.budget, True, *known, calls=self.calls)
            self.calls.machines[function.name] = machine
        return machine

    def _invoke(self, by: Evaluation, function: Function, given: dict[str, object]) -> object:
        """What a helper returns: its own draws are summed out first, and one of its results is drawn."""
        machine = self.helper(function)
        handed = by.draws.handed(given)
        caller: dict[str, object] = {CALLER: handed.values} if handed.values else {}
        start = machine.start(given | caller, handed.draws)
        results: list[tuple[End, Number]] = []
        for event, weight in machine.events(start).values():
            if isinstance(event, Ask):
                raise Needed(event.entry)
            if not isinstance(event, End):
                raise Hole("a function that shows values is called")
            results.append((event, weight))
        at = by.draws.picked([(at, ONE) for at in range(len(results))])
        end, weight = results[whole(at)]
        by.draws.scale = multiplied(by.draws.scale, multiplied(handed.draws.scale, weight))
        return end.result(by.draws.taken_back(handed, end.value, end.caller, end.known))


def once(file: File, function: Function, given: dict[str, object]) -> object:
    """What a function of the file comes to, for a constant: there is one way to go on."""
    left = max(MOST_WORK - file.work, 0)
    machine = Machine(file, function, Budget(left), True)
    if function.kind != "helper":
        raise Hole("a constant of something else than a function")
    found = list(machine.events(machine.start(given)).values())
    file.work += left - machine.budget.left
    match found:
        case [(End(secret=(), raised="") as end, weight)] if is_zero(weight - ONE) and not noisy(end.value):
            if not (machine.drawn or machine.leaving or machine.divided):
                return end.value
    raise Hole("a function that may come to several things makes a constant")


def absorbed(
    first: tuple[object, ...],
    steps: dict[tuple[object, ...], dict[tuple[object, ...], Number]],
    budget: Budget,
    leaving: dict[tuple[object, ...], Number],
) -> dict[tuple[object, ...], Number]:
    """The probability of each key that is not among the steps: those are taken out one by one, the first one last. What
    must be positive for that is added to `leaving`."""
    into: dict[tuple[object, ...], set[tuple[object, ...]]] = {key: set() for key in steps}
    for key, row in steps.items():
        for after in row:
            if after in into:
                into[after].add(key)
    for key in sorted(steps, key=lambda key: (key == first, len(steps[key]))):
        row = steps[key]
        again = row.pop(key, None)
        into[key].discard(key)
        if again is not None:
            left = ONE - again
            if is_zero(left):
                raise Hole("a loop can go on silently for ever")
            if unknown(left):
                leaving.setdefault(shown_key(left), left)
            for after in row:
                row[after] = quotient(row[after], left)
        if key == first:
            return row
        for before in into[key]:
            share = steps[before].pop(key)
            for after, weight in row.items():
                budget.spend()
                known = steps[before].get(after)
                product = multiplied(share, weight)
                steps[before][after] = product if known is None else added(known, product)
                if after in into:
                    into[after].add(before)
        for after in row:
            if after in into:
                into[after].discard(key)
        del steps[key]
    raise Hole("a run without a start")


def _data(by: Evaluation, value: object) -> object:
    """What a prior returns: reals stay open."""
    if type(value) is tuple:
        return tuple(_data(by, item) for item in value)
    return by.settled(value, isinstance(value, Continuous))


def without(run: Run, name: str) -> Run:
    return Run(run.at, tuple(item for item in run.variables if item[0] != name), run.known)


def event_key(event: Event) -> tuple[object, ...]:
    match event:
        case Ask(entry, run):
            return ("ask", shown_key(entry), run.key())
        case Tell(value, run):
            return ("tell", shown_key(value), run.key())
        case End(secret, value, caller, known, raised, told):
            seen = (shown_key(secret), shown_key(value), shown_key(caller), known.key)
            return ("end", *seen, raised, shown_key(told))


def _require_plain(value: object, lasting: bool) -> None:
    """Python writes it in a text without fail; what is `lasting` does not change."""
    if isinstance(value, (Noise, Continuous)) or (isinstance(value, int) and value.bit_length() > MOST_BITS):
        raise Hole("what an exception is given")
    if lasting and (isinstance(value, List) or (isinstance(value, Box) and not is_member(value))):
        raise Hole("an exception holds something that may change")
    for part in parts(value) or ():
        _require_plain(part, lasting)


def held_by(by: Evaluation, name: str, given: list[object]) -> object:
    """What who catches the exception sees of it, where anybody looks."""
    told, of = by.file.told, name
    for item in given:
        _require_plain(item, told.looked)
    if not told.looked:
        return None
    while of in by.file.exceptions and not told.fields.get(of):
        of = by.file.exceptions[of]
    fields: dict[str, object] = {ARGS: tuple(given)}
    if told.fields.get(of):
        fields = dict(zip(told.fields[of], items_of(given[0]), strict=True))
    args = items_of(fields[ARGS])
    try:
        inside = len(args) > 1 or is_one_of(by.file, name, ["KeyError"])
        fields[TEXT] = by.text(args if len(args) > 1 else args[0], inside) if args else ""
    except Hole:  # nobody may ask for it
        pass
    return held(name, fields)


def held(name: str, fields: dict[str, object]) -> Box:
    """What an exception of this class holds: its name at least."""
    fields = fields | {NAME: name.rpartition(":")[2]}
    return Box("record", tuple(fields.values()), Shape.of(f"{name}{TOLD}", tuple(fields), "object"))


def _matches(by: Evaluation, pattern: ast.pattern, value: object) -> bool:
    match pattern:
        case ast.MatchAs(pattern=None, name=None):
            return True
        case ast.MatchOr(patterns=patterns):
            return any(_matches(by, item, value) for item in patterns)
        case ast.MatchSingleton(value=constant):
            return constant is value
        case ast.MatchValue(value=ast.Constant(value=constant)):
            return by.equal(value, constant)
        case ast.MatchValue(value=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number))):
            return by.equal(value, -number)
        case ast.MatchValue(value=ast.Attribute(value=base, attr=name)) if (of := by.class_(base)) is not None:
            return by.equal(value, of.names[name])
    raise Hole("a pattern of this kind")


def _next(iterator: object) -> tuple[object, object]:
    """The next item and what is left; `END` when there is none."""
    match iterator:
        case Items(items):
            return (items[0], Items(items[1:])) if items else (END, None)
        case Endless():
            return iterator.next()
        case Counting(at, stop, step):
            if at >= stop if step > 0 else at <= stop:
                return END, None
            return at, Counting(at + step, stop, step)
        case Stream(name, taken, arrived):
            if not arrived:
                raise Needed(iterator)
            return (END, None) if arrived[0] is END else (arrived[0], Stream(name, taken + 1))
        case Numbered(inside, at):
            item, rest = _next(inside)
            return (END, None) if item is END else ((at, item), Numbered(rest, at + 1))
        case Zipped(inside):
            both: list[tuple[object, object]] = []
            for one in inside:
                both.append(_next(one))
                if both[-1][0] is END:
                    return END, None
            return tuple(item for item, _ in both), Zipped(tuple(rest for _, rest in both))
    raise Hole("a loop over this value")
