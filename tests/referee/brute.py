"""The tight epsilon of a mechanism file, by running the file on every input along every random path.

The file's text is compiled and executed as the Python it is, with `faier` replaced by the stub vocabulary;
the only change to the code is a report at the start of each pass through a `while` body (see `chance`).
`min` and `max` are Python's, but give an integer where they have bounded noise on both sides.
"""

import ast
import builtins
import sys
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from inspect import isgenerator, isgeneratorfunction, signature
from itertools import product
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from . import domain, noise
from .chance import LOST, Beyond, Failed, Law, Tape, Unsupported, law
from .far import Distant, Far, far
from .floats import simplest
from .vocabulary import RELATIONS, Mechanism, Prior, Vocabulary

INF = "inf"
MAX_READS = 8
Output = tuple[tuple[Any, ...], bool]


@dataclass(frozen=True)
class Tight:
    """The least c with Pr[w | left] <= c Pr[w | right] for every pair and output, and where it is attained."""

    ratio: Fraction | str
    left: Any
    right: Any
    output: Output
    probabilities: tuple[Fraction, Fraction]
    context: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Vacuous:
    """The claim compares nothing."""

    reason: str


@dataclass(frozen=True)
class Broken:
    """Some run goes wrong."""

    reason: str


Outcome = Tight | Vacuous | Broken


@dataclass(frozen=True)
class Enclosed:
    """The tight factor is `least` or more: the event's is. It is `most` or less, unless an event that was not found is
    worse (None: some event that was found may be impossible on the right)."""

    least: Fraction
    most: Fraction | None
    left: Any
    right: Any
    event: Output | None


@dataclass(frozen=True)
class Loaded:
    """An executed file: its names, the vocabulary they use, and the laws already computed."""

    names: dict[str, Any]
    vocabulary: Vocabulary
    laws: dict[Any, Law] = field(default_factory=dict)
    text: str = ""
    folder: Path | None = None

    @property
    def tape(self) -> Tape:
        return self.vocabulary.tape

    def mechanism(self, name: str) -> Mechanism:
        found = self.names[name]
        assert isinstance(found, Mechanism), name
        return found

    def cut(self, floor: Fraction | int) -> "Loaded":
        """The same file where draws are cut far out."""
        return load(self.text, self.vocabulary.base, floor, self.folder)

    def relation(self, text: str) -> Any:
        return eval(text, RELATIONS | self.names)


class ReportLoops(ast.NodeTransformer):
    """`while c: body` becomes `moment = loop_enter()` and `while c: loop_head(line, moment, locals()); body`."""

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        self.generic_visit(node)
        moment = f"_moment_{node.lineno}"
        enter = ast.parse(f"{moment} = _loop_enter()").body
        head = ast.parse(f"_loop_head({node.lineno}, {moment}, locals())").body
        node.body = head + node.body
        return [*enter, node]


def load(
    text: str, base: Fraction = Fraction(3), floor: Fraction | int | None = None, folder: Path | None = None
) -> Loaded:
    """Execute a mechanism file against a new vocabulary, in which an unknown epsilon is log(base). With a `floor`,
    laws are those of `far`. Files in the folder may be imported."""
    vocabulary = Vocabulary(Tape(), base, floor)
    return Loaded(Execution(vocabulary, folder).names_of(text, "mechanism_file"), vocabulary, text=text, folder=folder)


class Execution:
    """Executes a file, and those that it imports, each once."""

    def __init__(self, vocabulary: Vocabulary, folder: Path | None) -> None:
        self.vocabulary, self.folder = vocabulary, folder
        self.modules: dict[str, SimpleNamespace] = {}

    def names_of(self, text: str, called: str) -> dict[str, Any]:
        tape = self.vocabulary.tape
        own = {"__import__": self.imported, "min": noise.least, "max": noise.greatest}
        names: dict[str, Any] = {
            "__name__": called,
            "__builtins__": vars(builtins) | own,
            "_loop_enter": tape.loop_enter,
            "_loop_head": self.loop_head,
        }
        tree = ast.fix_missing_locations(ReportLoops().visit(ast.parse(text)))
        sys.modules.setdefault(called, ModuleType(called))  # where dataclasses look for what annotations in quotes mean
        exec(compile(tree, f"<{called}>", "exec"), names)
        return names

    def imported(self, name: str, *rest: Any) -> Any:
        if name == "faier":
            return self.vocabulary.module()
        path = self.folder / f"{name}.py" if self.folder and name else None
        if path is None or not path.exists():
            return builtins.__import__(name, *rest)
        if name not in self.modules:
            self.modules[name] = SimpleNamespace(**self.names_of(path.read_text(), name))
        return self.modules[name]

    def loop_head(self, line: int, moment: tuple[int, int], variables: dict[str, Any]) -> None:
        kept = {name: value for name, value in variables.items() if not name.startswith("_moment_")}
        self.vocabulary.tape.loop_head(line, moment, kept)


@dataclass(frozen=True)
class Compared:
    """Two laws that must be close: p of the left input or secret and q of the right one. `context` holds the
    public inputs and the prior's parameters."""

    context: dict[str, Any]
    left: Any
    right: Any
    p: Law
    q: Law


def tight(text: str, mechanism: str, **claim: Any) -> Outcome:
    """The tight ratio e^epsilon of one claim over all outputs that show at most `length` values. The claim is
    given as for `compared`."""
    try:
        return judge(load(text), mechanism, **claim)[0]
    except Failed as failed:
        return Broken(str(failed))


def judge(loaded: Loaded, mechanism: str, **claim: Any) -> tuple[Outcome, list[Compared]]:
    """The outcome for a loaded file, and what was compared for it."""
    try:
        found = compared(loaded, mechanism, **claim)
    except Failed as failed:
        return Broken(str(failed)), []
    if not found:
        return Vacuous("no pair to compare"), []
    if all(w == ((), True) for pair in found for w in (*pair.p, *pair.q)):
        return Vacuous("nothing is ever shown"), []
    return worst(found), found


def delta(found: list[Compared], ratio: Fraction) -> Fraction:
    """The least delta for e^epsilon = ratio: the largest sum over outputs of max(0, Pr[left] - ratio Pr[right])."""
    if not all(ended for pair in found for _, ended in (*pair.p, *pair.q)):
        raise Unsupported("delta of a mechanism that shows more than the length")
    return max(
        sum((max(Fraction(0), pair.p[w] - ratio * pair.q.get(w, Fraction(0))) for w in pair.p), Fraction(0))
        for pair in found
    )


def delta_enclosed(found: list[Compared], ratio: Fraction) -> tuple[Fraction, Fraction]:
    """Two ends of the least delta where laws were cut (`far`)."""
    ends = []
    for pair in found:
        p, q = far(pair.p), far(pair.q)
        near = sum((max(Fraction(0), p.found[w] - ratio * q.least(w)) for w in p.found), Fraction(0))
        ends.append((near - ratio * q.lost, near + p.lost))
    return max(low for low, _ in ends), max(high for _, high in ends)


def compared(
    loaded: Loaded,
    mechanism: str,
    *,
    neighbors: str | None = None,
    prior: str | None = None,
    pairs: str | None = None,
    length: int = 12,
    reals: dict[str, Fraction] | None = None,
) -> list[Compared]:
    """The laws to compare, ordered pair by ordered pair, for each public input and each parameter value.

    `neighbors` and `pairs` are Python text as in a claim; `reals` are values for a prior's unknown reals.
    """
    subject = loaded.mechanism(mechanism)
    if prior is not None:
        listed = None if pairs is None else domain.plain(eval(pairs, dict(loaded.names)))
        return secret_laws(loaded, subject, loaded.names[prior], listed, length, reals or {})
    assert neighbors is not None
    return neighbor_laws(loaded, subject, loaded.relation(neighbors), length)


# One run


def inputs_of(mechanism: Mechanism) -> dict[str, Any]:
    """The declared types of the inputs; keyword-only parameters are constants."""
    return {name: kind for name, kind in kinds_of(mechanism.function).items() if kind is not None}


def kinds_of(function: Callable[..., Any]) -> dict[str, Any]:
    return {
        p.name: None if p.kind is p.KEYWORD_ONLY else domain.kind_of(p.annotation, function.__globals__)
        for p in signature(function).parameters.values()
    }


def run(tape: Tape, mechanism: Mechanism, inputs: list[Any], length: int, waits: bool = False) -> Output:
    """What one run shows, and whether it ended; a run is stopped when it shows more than `length` values, and, if it
    `waits`, when it reads more than there is."""
    shown: list[Any] = []
    try:
        result = mechanism.function(*inputs)
        if not isgenerator(result):
            return ((), True) if result is None else ((show(result),), True)
        return run_on(tape, result, shown, length)
    except ReadPast:
        if waits:
            return (tuple(shown), False)
        raise


def run_on(tape: Tape, result: Iterator[Any], shown: list[Any], length: int) -> Output:
    while True:
        try:
            value = show(next(result))
        except StopIteration as stop:
            if stop.value is None:
                return (tuple(shown), True)
            value = show(stop.value)
            return ((*shown, value), True) if len(shown) < length else (tuple(shown), False)
        tape.event()
        if len(shown) == length:
            return (tuple(shown), False)
        shown.append(value)


def show(value: Any) -> Any:
    """A shown value with its type, for `True` and `1` are different outputs, and so are `2` and `4 / 2`."""
    if isinstance(value, Enum):
        return ("Enum", type(value).__name__, value.name)
    if value is None or isinstance(value, bool | str | int):
        return (type(value).__name__, value)
    if isinstance(value, noise.Noisy | Distant):
        return ("int", value.__index__())
    if isinstance(value, float | Fraction):
        return ("fraction", simplest(value) if isinstance(value, float) else value)
    if isinstance(value, list | tuple | deque):
        return (type(value).__name__, tuple(show(item) for item in value))
    if isinstance(value, dict):
        return (type(value).__name__, tuple((show(key), show(item)) for key, item in value.items()))
    if isinstance(value, set | frozenset):
        return (type(value).__name__, frozenset(map(show, value)))
    if is_dataclass(value):
        return (type(value).__name__, tuple(show(getattr(value, field.name)) for field in fields(value)))
    raise Failed(f"{value!r} cannot be shown")


# Differential privacy


class ReadPast(BaseException):
    """A run reads more of a stream than was prepared."""


class InputStream:
    """The beginning of an input stream."""

    is_stream = True

    def __init__(self, tape: Tape, items: list[Any]) -> None:
        self.tape, self.items = tape, iter(items)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        self.tape.event()
        for item in self.items:
            return item
        raise ReadPast


def neighbor_laws(loaded: Loaded, mechanism: Mechanism, relation: Any, length: int) -> list[Compared]:
    """Streams are read a step further until no run within the length asks for more. Where laws are cut, there are as
    many arrivals as values may be shown, and runs wait for more."""
    declared = inputs_of(mechanism)
    if loaded.vocabulary.floor is not None:
        return laws_of_pairs(loaded, mechanism, declared, relation, length, length, waits=True)
    for reads in range(1, MAX_READS + 1):
        try:
            return laws_of_pairs(loaded, mechanism, declared, relation, length, reads)
        except ReadPast:
            continue
    raise Unsupported("a stream is read too far")


def laws_of_pairs(
    loaded: Loaded,
    mechanism: Mechanism,
    declared: dict[str, Any],
    relation: Any,
    length: int,
    reads: int,
    waits: bool = False,
) -> list[Compared]:
    public = [name for name, kind in declared.items() if isinstance(kind, domain.PublicType)]
    private = [name for name in declared if name not in public]
    several = domain.VectorType | domain.RecordsType | domain.StreamType
    scalar = [name for name in private if not isinstance(declared[name], several)]
    if not isinstance(relation, dict) and len(private) == 1:
        relation = {private[0]: relation}
    elif isinstance(relation, domain.Pairs) or not (isinstance(relation, dict) or scalar == private):
        raise Unsupported("one relation for several inputs")
    laws: dict[Any, Law] = {}
    by_public: dict[Any, list[dict[str, Any]]] = defaultdict(list)
    for values in product(*(input_values(kind, reads) for kind in declared.values())):
        inputs = dict(zip(declared, values, strict=True))
        laws[domain.plain(values)] = law_of(loaded, mechanism, declared, inputs, length, waits)
        by_public[domain.plain([inputs[name] for name in public])].append(inputs)
    found = []
    for group in by_public.values():
        context = {name: group[0][name] for name in public}
        for left, right in product(group, group):
            if left != right and neighbors(relation, declared, private, left, right):
                p, q = (laws[domain.plain(list(side.values()))] for side in (left, right))
                found.append(Compared(context, left, right, p, q))
    return found


def neighbors(relation: Any, declared: dict[str, Any], private: list[str], left: Any, right: Any) -> bool:
    """Each named input is related as its relation says, the others are equal. One relation is for all together."""
    if not isinstance(relation, dict):
        return bool(relation.related([left[name] for name in private], [right[name] for name in private]))
    return all(
        relation[name].related(left[name], right[name], isinstance(declared[name], domain.StreamType))
        if name in relation
        else left[name] == right[name]
        for name in private
    )


def input_values(kind: Any, reads: int) -> list[Any]:
    """Every value of an input; of a stream, every beginning of `reads` values."""
    if isinstance(kind, domain.PublicType):
        return input_values(kind.inner, reads)
    if isinstance(kind, domain.StreamType):
        return list(domain.VectorType(kind.element, reads).values())
    return list(kind.values())


def law_of(
    loaded: Loaded,
    mechanism: Mechanism,
    declared: dict[str, Any],
    inputs: dict[str, Any],
    length: int,
    waits: bool = False,
) -> Law:
    """The law of the outputs for one input. Every run gets its own copy of the input."""

    def once() -> Output:
        given = [
            InputStream(loaded.tape, value) if is_stream(declared[name]) else deepcopy(value)
            for name, value in inputs.items()
        ]
        output: Output = guarded(lambda: run(loaded.tape, mechanism, given, length, waits))
        return output

    key = (mechanism.function, tuple(domain.plain(value) for value in inputs.values()), length, waits)
    if key not in loaded.laws:
        loaded.laws[key] = law(loaded.tape, once)
    return loaded.laws[key]


def is_stream(kind: Any) -> bool:
    inner = kind.inner if isinstance(kind, domain.PublicType) else kind
    return isinstance(inner, domain.StreamType)


def guarded(action: Callable[[], Any]) -> Any:
    """Whatever Python raises while the file runs is a failure of the file."""
    try:
        return action()
    except (Failed, Unsupported):
        raise
    except Exception as error:
        raise Failed(f"{type(error).__name__}: {error}") from error


# Pufferfish privacy


class PriorStream:
    """The records that a prior yields. It remembers nothing: the prior goes on when it is asked."""

    is_stream = True

    def __init__(self, tape: Tape, records: Iterator[Any], element: Any) -> None:
        self.tape, self.records, self.element = tape, records, element

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        self.tape.event()
        record = next(self.records)
        check(self.element, record)
        return record


def secret_laws(
    loaded: Loaded,
    mechanism: Mechanism,
    prior: Prior,
    pairs: tuple[Any, ...] | None,
    length: int,
    reals: dict[str, Fraction],
) -> list[Compared]:
    found = []
    for parameters in prior_parameters(prior, reals):
        for public in public_values(mechanism, prior, parameters, loaded):
            joint = law_of_belief(loaded, mechanism, prior, parameters, public, length)
            found += by_secret(joint, pairs, parameters | public)
    return found


def prior_parameters(prior: Prior, reals: dict[str, Fraction]) -> list[dict[str, Any]]:
    kinds = kinds_of(prior.function)
    choices = [
        [reals[name]] if isinstance(kind, domain.RealType) else list(kind.values()) for name, kind in kinds.items()
    ]
    return [dict(zip(kinds, values, strict=True)) for values in product(*choices)]


def public_values(
    mechanism: Mechanism, prior: Prior, parameters: dict[str, Any], loaded: Loaded
) -> list[dict[str, Any]]:
    """Every value of the public inputs that the prior does not give."""
    declared = inputs_of(mechanism)
    public = {name: kind for name, kind in declared.items() if isinstance(kind, domain.PublicType)}
    if gives(loaded, prior, parameters, len(declared)):
        return [{}]
    choices = [input_values(kind, 1) for kind in public.values()]
    return [dict(zip(public, values, strict=True)) for values in product(*choices)]


def gives(loaded: Loaded, prior: Prior, parameters: dict[str, Any], inputs: int) -> bool:
    """Whether the prior returns a value for every input, the public ones too."""
    if isgeneratorfunction(prior.function) or inputs == 1:
        return inputs == 1
    widths = law(loaded.tape, lambda: guarded(lambda: width(loaded, prior, parameters)))
    found = {n for n in widths if n is not None}
    return found == {inputs}


def width(loaded: Loaded, prior: Prior, parameters: dict[str, Any]) -> int:
    data = prior.function(**parameters)
    return len(data) if isinstance(data, tuple) else 1


def law_of_belief(
    loaded: Loaded,
    mechanism: Mechanism,
    prior: Prior,
    parameters: dict[str, Any],
    public: dict[str, Any],
    length: int,
) -> Law:
    """The joint law of the secret and the output; runs that fail the assumption are under `None`. What is lost of a
    secret is known where the prior returned before."""
    declared = inputs_of(mechanism)

    def once() -> tuple[Any, Output | str]:
        secrets = loaded.vocabulary.secrets
        secrets.clear()
        try:
            output = shown_by()
        except Beyond:
            if len(secrets) != 1 or isgeneratorfunction(prior.function):
                raise
            return show(secrets[0]), LOST
        if len(secrets) != 1:
            raise Failed(f"{len(secrets)} secrets in one run")
        return show(secrets[0]), output

    def shown_by() -> Output:
        if isgeneratorfunction(prior.function):
            return run_on_stream(loaded, mechanism, prior.function(**parameters), public, length)
        inputs = arguments(declared, prior.function(**parameters), public)
        return run(loaded.tape, mechanism, inputs, length)

    return law(loaded.tape, lambda: guarded(once))


def run_on_stream(
    loaded: Loaded, mechanism: Mechanism, records: Iterator[Any], public: dict[str, Any], length: int
) -> Output:
    """The prior goes on to its end after the mechanism has stopped: its secret may come late."""
    declared = inputs_of(mechanism)
    element = next(kind.element for kind in declared.values() if isinstance(kind, domain.StreamType))
    stream = PriorStream(loaded.tape, records, element)
    given = [stream if is_stream(kind) else deepcopy(public[name]) for name, kind in declared.items()]
    output = run(loaded.tape, mechanism, given, length)
    for _ in stream:
        pass
    return output


def arguments(declared: dict[str, Any], data: Any, public: dict[str, Any]) -> list[Any]:
    """The inputs, in order, from what the prior returned and the public values it did not give."""
    missing = [name for name in declared if name not in public]
    values = data if len(missing) > 1 else (data,)
    if not isinstance(values, tuple) or len(values) != len(missing):
        raise Failed("the prior returns another number of inputs")
    given = dict(zip(missing, values, strict=True)) | public
    for name, kind in declared.items():
        check(kind.inner if isinstance(kind, domain.PublicType) else kind, given[name])
    return [deepcopy(given[name]) for name in declared]


def check(kind: Any, value: Any) -> None:
    if not kind.contains(value):
        raise Failed(f"{value!r} is outside its declared range")


def by_secret(joint: Law, pairs: tuple[Any, ...] | None, context: dict[str, Any]) -> list[Compared]:
    """The output's law under each secret, for both orders of every pair of different secrets."""
    masses: Law = defaultdict(Fraction)
    split: dict[Any, Law] = defaultdict(lambda: defaultdict(Fraction))
    for (secret, output), weight in ((key, w) for key, w in joint.items() if key is not None):
        masses[secret] += weight
        split[secret][output] += weight
    laws = {s: {w: p / masses[s] for w, p in split[s].items()} for s in masses}
    listed = None if pairs is None else {(show(a), show(b)) for a, b in pairs}
    return [
        Compared(context, s, t, laws[s], laws[t])
        for s, t in product(laws, laws)
        if s != t and (listed is None or (s, t) in listed or (t, s) in listed)
    ]


# The comparison


def worst(found: list[Compared]) -> Tight:
    """The largest ratio over pairs and outputs, whole or cut short."""
    best: Tight | None = None
    largest = Fraction(0)
    whole = {id(side): side for pair in found for side in (pair.p, pair.q)}
    whole = {key: with_beginnings(side) for key, side in whole.items()}
    for pair in found:
        for output, weight in whole[id(pair.p)].items():
            other = whole[id(pair.q)].get(output, Fraction(0))
            if other == 0:
                return Tight(INF, pair.left, pair.right, output, (weight, other), pair.context)
            if weight / other > largest:
                largest = weight / other
                best = Tight(largest, pair.left, pair.right, output, (weight, other), pair.context)
    assert best is not None
    return best


def enclosed(found: list[Compared]) -> Enclosed:
    """The tight factor where laws were cut (`far`)."""
    sides = {id(side): side for pair in found for side in (pair.p, pair.q)}
    known = {key: far(side) for key, side in sides.items()}
    known = {key: Far(with_beginnings(side.found), side.lost) for key, side in known.items()}
    best = Enclosed(Fraction(0), Fraction(0), None, None, None)
    for pair in found:
        p, q = known[id(pair.p)], known[id(pair.q)]
        for event in dict.fromkeys((*p.found, *q.found)):
            most = q.most(event)
            if most and p.least(event) > best.least * most:
                best = replace(best, least=p.least(event) / most, left=pair.left, right=pair.right, event=event)
            if q.least(event) == 0:
                best = replace(best, most=None)
            elif best.most is not None:
                best = replace(best, most=max(best.most, p.most(event) / q.least(event)))
    return best


def with_beginnings(outputs: Law) -> Law:
    """Adds the probability of every beginning of an output: what had been shown so far."""
    events: Law = defaultdict(Fraction)
    for (shown, ended), weight in outputs.items():
        if ended:
            events[shown, True] += weight
        for count in range(len(shown) + 1):
            events[shown[:count], False] += weight
    return dict(events)
