"""What is asked of a data file -> what was learned: a program, what it rests on, and what is to be known of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from flint import fmpq

from faier.lang.claim_options import parse_epsilon
from faier.lang.parse import parse
from faier.learning.chain_program import Boxes, boxes_of, chain_file, first_weights
from faier.learning.chains import Chain, Start, chain_of
from faier.learning.group_program import group_file
from faier.learning.groups import Groups, groups_of
from faier.learning.hidden import Emissions, fitted
from faier.learning.hidden_program import hidden_file
from faier.learning.listing import decimal, literal
from faier.learning.normals import Mixture, mixture_of
from faier.learning.refusal import Place, unfit
from faier.learning.sequences import Ordering, Series, series_of
from faier.learning.source import Source, Wished
from faier.learning.table import Reading, Table, read_table
from faier.learning.values import Value, number

MOST_STATES = 1000
# Of larger numbers no floats are fitted.
LARGEST = 10**100
# So much of a cell is told.
SHORT = 40


@dataclass(frozen=True)
class Wanted:
    """What a data file is asked: the chain of a column, or the values of a column given a secret."""

    path: str
    command: str = "faier learn"
    reading: Reading = field(default_factory=Reading)
    where: tuple[tuple[str, str], ...] = ()
    width: Fraction | None = None
    chain: Ordering | None = None
    start: Start = "stationary"
    pseudocount: fmpq = field(default_factory=fmpq)
    confidence: fmpq | None = None
    hidden: int | None = None
    emissions: Emissions | None = None
    secret: str | None = None
    value: str | None = None
    count: str | None = None
    mixture: int | None = None
    steps: int = 10
    name: str | None = None
    epsilon: str | None = None
    counted: str | None = None


@dataclass(frozen=True)
class Learned:
    """The program, the name of its prior, one sentence about it, what to be aware of, and the facts for programs."""

    name: str
    program: str
    summary: str
    notes: tuple[str, ...]
    facts: dict[str, object]


def learned(wanted: Wanted) -> Learned:
    """What was learned; raises `Rejected` with the line where that is not possible."""
    table = _chosen(read_table(wanted.path, wanted.reading), wanted.where)
    found = _of_chain(table, wanted, wanted.chain) if wanted.chain is not None else _of_groups(table, wanted)
    parse(found.program, "prior.py")  # what was written can be read
    return found


def _of_chain(table: Table, wanted: Wanted, ordering: Ordering) -> Learned:
    series = series_of(table, ordering, _grouping(wanted))
    if wanted.hidden is not None:
        return _of_hidden(table, wanted, ordering, series)
    values = {value for run in series.runs for value in run}
    if any(isinstance(value, Fraction) for value in values):
        unfit(Place(table.path), f"{ordering.column!r} holds numbers that are no integers", _HOW_TO_GROUP)
    if len(values) > MOST_STATES:
        unfit(Place(table.path), f"{ordering.column!r} has {len(values):,} different values", _HOW_TO_GROUP)
    chain = chain_of(table.path, series, wanted.start, wanted.pseudocount)
    source = _source(table, wanted, chain.states)
    boxes = None if wanted.confidence is None else boxes_of(chain, wanted.confidence)
    first = f"How {ordering.column} goes on from one record to the next, counted in {table.path}."
    name, program = chain_file(chain, source, boxes, [first, _counted(series, ordering), _written(wanted)])
    notes = list(_about(series))
    if boxes is None and chain.unseen:
        size = len(chain.states) ** 2
        notes.append(
            f"{chain.unseen} of {size} steps were never seen, and the prior takes them for impossible; "
            f"--pseudocount 1 counts each once more, --confidence 0.95 writes boxes"
        )
    facts: dict[str, object] = {
        "kind": "chain",
        **_series_facts(series),
        "states": list(map(_told, chain.states)),
        "counts": [list(row) for row in chain.counts],
        "first": list(map(str, first_weights(chain.first))),
        "start": chain.start,
        "boxes": [] if boxes is None else _box_facts(chain, boxes),
    }
    summary = f"a chain of {len(chain.states)} states, from {_several(series.steps, 'step')} in {_runs(series)}"
    return Learned(name, program, summary, tuple(notes), facts)


def _of_hidden(table: Table, wanted: Wanted, ordering: Ordering, series: Series) -> Learned:
    assert wanted.hidden is not None
    model = fitted(table.path, series, wanted.hidden, wanted.emissions, wanted.start)
    source = _source(table, wanted, model.states)
    first = f"How {ordering.column} goes on, as {_several(model.size, 'hidden state')} make it, fitted to {table.path}."
    fit = (
        f"Fitted by hmmlearn to {_several(series.records, 'record')}: log-likelihood {model.fit:.4f}; rounded to "
        f"decimals, each row adding up to 1. The data does not say how sure these numbers are."
    )
    name, program = hidden_file(model, source, [first, _counted(series, ordering), fit, _written(wanted)])
    facts: dict[str, object] = {
        "kind": "hidden chain",
        **_series_facts(series),
        "emissions": model.emissions,
        "states": list(map(_told, model.states)),
        "first": list(map(decimal, model.first)),
        "next": [list(map(decimal, row)) for row in model.following],
        "shown": [list(map(decimal, row)) for row in model.shown],
        "means": list(map(decimal, model.means)),
        "deviations": list(map(decimal, model.deviations)),
        "log_likelihood": round(model.fit, 6),
    }
    summary = f"a chain of {model.size} hidden states, from {_several(series.records, 'record')} in {_runs(series)}"
    return Learned(name, program, summary, tuple(_about(series)), facts)


def _of_groups(table: Table, wanted: Wanted) -> Learned:
    assert wanted.secret is not None
    assert wanted.value is not None
    groups = groups_of(table, wanted.secret, wanted.value, wanted.count, _grouping(wanted))
    text = _no_number(groups)
    place = Place(table.path)
    if text is not None and wanted.mixture is not None:
        unfit(place, f"{groups.value!r} holds texts, {text} say, which are not normal", "leave out --mixture")
    if text is not None and wanted.epsilon is not None:
        hint = "leave out --epsilon, or name what stands for a missing value: --missing TEXT"
        unfit(place, f"{groups.value!r} holds texts, {text} say, to which no noise can be added", hint)
    mixtures = None if wanted.mixture is None else _mixtures(groups, wanted.mixture, place)
    source = _source(table, wanted, ())
    first = f"{groups.value} given {groups.secret}, {'fitted to' if mixtures else 'as counted in'} {table.path}."
    facts: dict[str, object] = {
        "kind": "mixture" if mixtures else "empirical",
        "records": groups.records,
        "missing": groups.missing,
        "secrets": list(map(_told, groups.secrets)),
        "values": list(map(_told, groups.values)),
        "counts": [list(row) for row in groups.counts],
    }
    counted = f"{_several(groups.records, 'record')}."
    if mixtures:
        counted = (
            f"{counted[:-1]}; for each secret {_several(wanted.mixture or 1, 'normal part')} at most, by expectation "
            f"and maximisation, rounded to decimals. The data does not say how sure these numbers are."
        )
        facts["mixtures"] = [
            {
                "weights": list(map(decimal, mixture.weights)),
                "means": list(map(decimal, mixture.means)),
                "deviations": list(map(decimal, mixture.deviations)),
            }
            for mixture in mixtures
        ]
    name, program = group_file(groups, mixtures, source, [first, counted, _written(wanted)])
    notes = [f"{_several(groups.missing, 'record')} without {groups.secret} or {groups.value} left out"]
    what = f"mixtures of {_several(wanted.mixture or 1, 'normal part')}" if mixtures else "as counted"
    summary = f"{groups.value} given {groups.secret}, {what}, from {_several(groups.records, 'record')}"
    return Learned(name, program, summary, tuple(notes if groups.missing else []), facts)


def _no_number(groups: Groups) -> str | None:
    """A value that is a text and no number: one that is no number by itself, if there is one."""
    texts = sorted(
        (value for value in groups.values if isinstance(value, str)), key=lambda one: number(one) is not None
    )
    return repr(texts[0] if len(texts[0]) <= SHORT else f"{texts[0][:SHORT]}...") if texts else None


_HOW_TO_GROUP = "group them into intervals: --bin WIDTH; or fit hidden states: --hidden K"


def _mixtures(groups: Groups, parts: int, place: Place) -> list[Mixture]:
    numbers = [value for value in groups.values if not isinstance(value, str)]
    if any(abs(Fraction(value)) > LARGEST for value in numbers):
        unfit(place, f"{groups.value!r} holds numbers above 1e100, which no mixture is fitted to", "divide them")
    return [mixture_of(numbers, counts, parts) for counts in groups.counts]


def _chosen(table: Table, where: tuple[tuple[str, str], ...]) -> Table:
    """The rows in which each named column has one of the values that are listed for it."""
    allowed: dict[int, set[str]] = {}
    for name, value in where:
        allowed.setdefault(table.column(name), set()).add(value)
    for at, values in allowed.items():
        seen = {row.cells[at] for row in table.rows}
        for value in sorted(values - {cell for cell in seen if cell is not None}):
            unfit(Place(table.path), f"{table.header[at]!r} never is {value!r}", "is it spelt as in the file?")
    rows = tuple(row for row in table.rows if all(row.cells[at] in values for at, values in allowed.items()))
    return Table(table.path, table.header, rows, table.headed)


def _grouping(wanted: Wanted) -> Callable[[Table, str], dict[str, Value]] | None:
    """How the cells of a column become intervals of one width, called by their place: 0 for what is from 0 to it."""
    width = wanted.width
    if width is None:
        return None

    def grouped(table: Table, name: str) -> dict[str, Value]:
        at = table.column(name)
        found: dict[str, Value] = {}
        for row in table.rows:
            cell = row.cells[at]
            if cell is None or cell in found:
                continue
            exact = number(cell)
            if exact is None:
                unfit(table.place(row), f"{name!r} is {cell!r} here, which is no number", "leave out --bin")
            found[cell] = floor(exact / width)
        return found

    return grouped


def _source(table: Table, wanted: Wanted, states: tuple[Value, ...]) -> Source:
    wished = None
    if wanted.epsilon is not None:
        program = parse("from faier import mechanism\n\n\n@mechanism\ndef empty(x: bool):\n    return x\n", "prior.py")
        epsilon, text = parse_epsilon(wanted.epsilon, program)
        counted = wanted.counted
        if counted is not None and counted not in states:
            unfit(Place(table.path), f"{counted!r} is no state", f"the states are {', '.join(map(literal, states))}")
        if epsilon.bounds()[0] <= 0:
            unfit(Place(table.path), "no noise is enough for epsilon 0", "write an epsilon above 0")
        wished = Wished(epsilon, text, counted)
    return Source(table.path, wanted.command, wanted.name, wanted.steps, wished)


def _counted(series: Series, ordering: Ordering) -> str:
    whose = f", one or more for each {' and '.join(ordering.by)}" if ordering.by else ""
    order = f" in the order of {ordering.order}" if ordering.order else ""
    ends = [_several(series.missing, "missing value")] if series.missing else []
    ends += [_several(series.gaps, "gap")] if series.gaps else []
    ended = f" {' and '.join(ends)} ended a sequence." if ends else ""
    return f"{_several(series.records, 'record')}{order} in {_runs(series)}{whose}.{ended}"


def _about(series: Series) -> list[str]:
    notes = []
    ends = [_several(series.missing, "missing value")] if series.missing else []
    if series.gaps:
        ends.append(f"{_several(series.gaps, 'gap')} (records more or less than {series.apart} apart)")
    if ends:
        notes.append(f"{' and '.join(ends)} ended a sequence")
    if series.strays:
        notes.append(f"{_several(series.strays, 'record')} of nobody left out")
    if series.gaps > series.records // 2:
        notes.append("most records do not follow each other: say what lies between them, --step, or --step any")
    return notes


def _written(wanted: Wanted) -> str:
    return f"Written by `{wanted.command}`."


def _series_facts(series: Series) -> dict[str, object]:
    return {
        "records": series.records,
        "sequences": len(series.runs),
        "steps": series.steps,
        "missing": series.missing,
        "gaps": series.gaps,
        "left_out": series.strays,
    }


def _box_facts(chain: Chain, boxes: Boxes) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for one, row in zip(chain.states, boxes.rows, strict=True):
        for other, box in zip(chain.states, row, strict=True):
            if box is not None:
                ends = {"low": decimal(box.low), "high": decimal(box.high)}
                found.append({"name": box.name, "from": _told(one), "to": _told(other), **ends})
    return found


def _told(value: Value) -> str | int | bool:
    return decimal(value) if isinstance(value, Fraction) else value


def _runs(series: Series) -> str:
    return _several(len(series.runs), "sequence")


def _several(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
