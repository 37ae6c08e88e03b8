"""A claim and a setting -> the least value of the setting, or the greatest, at which the claim is proved."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from flint import fmpq

from faier.calibration.added_last import Sense, added_last
from faier.calibration.apart import apart
from faier.calibration.derived import written_out
from faier.calibration.least import NEAR, Outcome, Search, Turn, simplest
from faier.calibration.mean_error import MeanError, mean_error
from faier.calibration.normals.closed import Closed
from faier.calibration.roots import Root
from faier.calibration.unknown_setting import stands_for
from faier.calibration.without import without
from faier.deciding import far_out, plan
from faier.deciding.at_once import AtOnce, at_once
from faier.deciding.closed_form import closed_form
from faier.deciding.everywhere import Everywhere, Throughout
from faier.deciding.finding import Finding
from faier.deciding.guide import CLOSE, Guide, Guiding, guide
from faier.deciding.laws import Compared
from faier.deciding.long_sums import is_long
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.deciding.sweeping import Sweep, alike, sweep
from faier.deciding.together import together
from faier.engines.verdict import Proved, Refuted, Tight, Undecided, Verdict
from faier.exact import exponential_of, fraction_text, from_ratio, nearest_float
from faier.lang.claim import Claim, Subject
from faier.lang.diagnostics import Rejected, rejected
from faier.lang.program import Program
from faier.lang.syntax import Call, Name
from faier.lang.values import Real, Value
from faier.lang.walk import expressions, parts, statements
from faier.limits import Limits

Remade = Callable[[str], Program]
"""The file where the setting has the value with this text."""

Direction = Literal["least", "greatest"]

Beyond = Literal["post-processing", "algebra"]
"""Why all values further on are enough."""

HALF = fmpq(1, 2)
# A value is dear that takes so many seconds, and so many times what the file's own takes.
DEAR, TIMES = 3.0, 8.0
# Of what is left to do, so much is left after each probe, as far as anybody is told.
PACE = 0.85


@dataclass(frozen=True)
class Asked:
    """What is varied: between which values (None: no end), and how many digits after the point are told."""

    setting: str
    low: fmpq | None = None
    high: fmpq | None = None
    digits: int = 6


@dataclass(frozen=True)
class Calibration:
    """`turn` has where the claim turns; `direction` is "least" where it holds from there on upwards. At `exact`,
    between the two, epsilon is exactly what is claimed; `closed` is the same, maybe with a root. `beyond` says why all
    values further on are (None: they were not looked at); where there is no direction, why every value is enough."""

    turn: Turn
    direction: Direction | None
    exact: fmpq | None
    beyond: Beyond | None
    reason: str | None = None
    whole: bool = False  # only integers may be values
    probed: Mapping[fmpq, Probed] = field(default_factory=dict)
    closed: Closed | Root | None = None
    swept: Sweep | None = None  # what is known of all values at once
    throughout: Throughout | None = None  # why it is so at every value, where there is no direction
    ends: tuple[fmpq, fmpq] | None = None  # of the values that were asked about

    def at(self, value: fmpq | None) -> Probed | None:
        return None if value is None else self.probed.get(value)

    @property
    def unneeded(self) -> bool:
        """Whether the claim holds without the noise."""
        return self.direction is None and self.beyond == "post-processing"


@dataclass(frozen=True)
class Probed:
    """What was found at a value: the file made again with it, the claim there, and what is known of it."""

    program: Program
    question: Question
    claim: Claim
    verdict: Verdict


@dataclass(frozen=True)
class Light:
    """What was found at a value without a verdict of its own."""

    program: Program
    question: Question
    claim: Claim
    laws: list[Compared]


@dataclass
class _Probes:
    """Claims about the file at values of a setting."""

    remade: Remade
    place: Callable[[Program], tuple[Question, Claim]]
    limits: Limits
    own: fmpq
    swept: Sweep | None = None
    solved: AtOnce | None = None
    found: dict[fmpq, Probed] = field(default_factory=dict)
    spent: dict[fmpq, float] = field(default_factory=dict)  # seconds
    light: dict[fmpq, Light] = field(default_factory=dict)

    def __call__(self, value: fmpq) -> Outcome:
        began = time.monotonic()
        found = self._asked(value)
        self.spent[value] = time.monotonic() - began
        return found

    def dear(self, value: fmpq) -> bool:
        """Whether it took far longer than the file's own value."""
        return self.spent.get(value, 0.0) > max(DEAR, TIMES * self.spent.get(self.own, 0.0))

    def _asked(self, value: fmpq) -> Outcome:
        if self.limits.expired():
            return "undecided"
        try:
            program = self.remade(text_of(value))
            question, claim = self.place(program)
            told = self._swept(value, program, question, claim)
            if told is not None:
                return told
            verdict = plan.decide(question, Store(), self._part())
        except Rejected:
            if value == self.own:
                raise
            return "outside"
        self.found[value] = Probed(program, question, claim, verdict)
        match verdict:
            case Proved():
                return "proved"
            case Refuted():
                return "refuted"
            case Undecided():
                return "undecided"

    def _swept(self, value: fmpq, program: Program, question: Question, claim: Claim) -> Outcome | None:
        """What the laws that are known say, where nothing but the noise has changed."""
        swept = self.swept
        laws = None if swept is None or not alike(swept.program, swept.setting)(program) else swept.at(program)
        if swept is None or laws is None:
            return None
        told = swept.outcome(question, laws)
        if told not in ("proved", "refuted"):
            return None
        self.light[value] = Light(program, question, claim, laws)
        return told

    def settled(self, value: fmpq | None, tight: bool = False) -> Probed | None:
        """What is known at the value, with its verdict."""
        light = None if value is None else self.light.get(value)
        if value is not None and light is not None and self.swept is not None and value not in self.found:
            decide = self.swept.tight if tight else self.swept.verdict
            verdict = decide(light.question, light.laws)
            if verdict is not None:
                self.found[value] = Probed(light.program, light.question, light.claim, verdict)
        return None if value is None else self.found.get(value)

    def programs(self) -> list[Program]:
        return [*(one.program for one in self.found.values()), *(one.program for one in self.light.values())]

    def are_of(self, program: Program, setting: str) -> bool:
        """Whether all that were made again are this one with another value of the setting everywhere."""
        same = alike(program, setting)
        return all(same(one.program) and stands_for(one.program, setting, value) for value, one in self.found.items())

    def _part(self) -> Limits:
        """Each probe is told to whoever waits as a part of what is left."""
        left = PACE ** len(self.found)
        return self.limits.within(1 - left, 1 - PACE * left)

    def guess(self, value: fmpq) -> float | None:
        """About how far the tight epsilon is above the claimed one, where both are known."""
        probed = self.found.get(value)
        tight = None if probed is None else probed.verdict.tight
        if probed is None or tight is None or tight.lower is None or tight.unknown:
            return None
        epsilon = probed.claim.budget.epsilon
        if epsilon.unknowns or (not isinstance(probed.verdict, Refuted) and not _close(tight)):
            return None
        return None if tight.lower == 0 else from_ratio(tight.lower).value - epsilon.value


def _close(tight: Tight) -> bool:
    """Whether the ends are as one, as far as a guess goes."""
    lower, upper = tight.lower, tight.upper
    if lower is None or upper is None:
        return lower is upper
    return lower == upper or abs(from_ratio(upper).value - from_ratio(lower).value) < CLOSE


def text_of(value: fmpq) -> str:
    """The number as --set takes it."""
    return str(value.p) if value.q == 1 else f"Fraction({value.p}, {value.q})"


def calibrate(
    asked: Asked,
    program: Program,
    remade: Remade,
    place: Callable[[Program], tuple[Question, Claim]],
    limits: Limits,
) -> Calibration:
    """`place` finds the question about the claim in a file that was made again."""
    program, remade = written_out(program, asked.setting), _written_out(remade, asked.setting)
    question, _ = place(program)
    written = _value(program, question, asked.setting)
    start = _rational(written, asked.setting)
    one = together(question)
    long = is_long(question if one is None else one.question, limits)
    swept = None if long else sweep(program, question, asked.setting, limits)
    guiding: Guiding | None = swept or (None if long else guide(program, question, asked.setting, limits))
    solved = None if long or guiding is not None else at_once(program, question, asked.setting, limits)
    guiding = guiding or solved
    probes = _Probes(remade, place, limits, start, swept, solved)
    # A number that is written as an integer may have to be one, unless it is how wide noise is.
    width = guiding is not None and guiding.excess(start + HALF, 0.0) is not None
    counting = isinstance(written, int) and _is_counted_to(program, asked.setting)
    beside = probes(start + HALF) if isinstance(written, int) and not width and not counting else None
    whole = counting or beside == "outside"
    known = {} if beside is None or whole or not asked.digits else {start + HALF: beside}
    unit = fmpq(1) if whole else fmpq(1, 10**asked.digits)
    search = Search(probes, start, unit, asked.low, asked.high, probes.guess, probes.dear, known)
    begin = search.on_grid(start)
    needed = guiding is not None and question.epsilon is not None and guiding.needed(question.epsilon.value)
    every = (
        not long and not needed and search.at(begin) == "proved" and _unneeded(asked.setting, program, place, limits)
    )
    turn = Turn(begin, None) if every else _near(search, guiding, question, asked) or search.turn()
    throughout: Throughout | None = None
    if not every:
        turn, throughout = _everywhere(asked, search, probes, question.subject, whole, limits).known(turn)
    direction = _direction(turn)
    beyond = _beyond(asked.setting, question.subject, probes.programs(), direction)
    exact = None
    if turn.proved is not None and turn.refuted is not None and not whole:
        between = simplest(turn.refuted, turn.proved)
        near = swept is None or _may_be_tight(swept, question, between)
        if near and probes(between) == "proved" and _is_tight(probes.settled(between, tight=True)):
            exact = between
    for value in (turn.proved, turn.refuted):
        probed = probes.settled(value)
        if probed is not None and isinstance(probed.verdict, Undecided):
            kept = turn.proved if value == turn.refuted else None
            turn = Turn(kept, turn.refuted if value == turn.proved else None, value)
    if every:
        beyond = "post-processing"
    elif beyond is None and direction is not None and not whole:
        beyond = _by_algebra(asked, turn, direction, probes, unit)
    reason = None if turn.open is None else _why(turn.open, probes.found.get(turn.open))
    closed: Closed | Root | None = None
    refuted = probes.found.get(turn.refuted) if turn.refuted is not None else None
    wanted = exact is None and beyond == "post-processing" and direction == "least" and swept is None and not long
    if wanted and refuted and turn.proved is not None:
        closed = far_out.least_scale(refuted.question, asked.setting, turn.refuted, turn.proved, limits)
    elif solved is not None and exact is None and not whole and probes.are_of(solved.program, asked.setting):
        closed = (
            solved.closed(turn.proved, turn.refuted) if turn.proved is not None and turn.refuted is not None else None
        )
    if closed is None and exact is None and isinstance(guiding, Guide) and not whole and beyond and turn.open is None:
        closed = closed_form(guiding, question, turn, limits)
    ends = None if asked.low is None or asked.high is None else (asked.low, asked.high)
    return Calibration(turn, direction, exact, beyond, reason, whole, probes.found, closed, swept, throughout, ends)


def _is_counted_to(program: Program, setting: str) -> bool:
    """Whether there is a `range` of it, which takes integers alone."""
    return any(
        isinstance(part, Call) and part.function == "range" and Name(setting) in part.arguments
        for function in program.functions
        for statement in statements(function.body)
        for expression in expressions(statement)
        for part in parts(expression)
    )


def _written_out(remade: Remade, setting: str) -> Remade:
    return lambda text: written_out(remade(text), setting)


def _by_algebra(asked: Asked, turn: Turn, direction: Direction, probes: _Probes, unit: fmpq) -> Beyond | None:
    """Whether the claim is proved for all values further on at once: up to the end of the interval, or to where no
    value may be any more."""
    solved = probes.solved
    if solved is None or turn.proved is None or not probes.are_of(solved.program, asked.setting):
        return None
    least = direction == "least"
    end = asked.high if least else asked.low
    width = solved.unknown.standing == "width"
    if width and turn.proved <= 0:
        return None
    if width and end is not None and end <= 0:
        end = None  # exp(-1 / scale) is no number at 0, and above 1 below that
    if end is None and not solved.ends_by_itself(up=least):
        return None
    if end is None and solved.unknown.standing == "itself":
        end = fmpq(1) if least else fmpq(0)
        if probes(end + (unit if least else -unit)) != "outside":
            return None
    if end == turn.proved:
        return None
    return "algebra" if solved.holds(turn.proved, end, up=least) else None


def _near(search: Search, guiding: Guiding | None, question: Question, asked: Asked) -> Turn | None:
    """Where the claim turns, if it does about where floats say."""
    if guiding is None or question.epsilon is None:
        return None
    about = guiding.about(asked.low, asked.high, search.start, question.epsilon)
    steps = NEAR if isinstance(guiding, Sweep) else 1
    return None if about is None else search.near(about, steps)


def _may_be_tight(swept: Sweep, question: Question, value: fmpq) -> bool:
    excess = None if question.epsilon is None else swept.excess(value, question.epsilon.value)
    return excess is None or abs(excess) < CLOSE


@dataclass(frozen=True)
class Within:
    """The setting with which the mean error is at most what is asked for, and what is then known of epsilon. At
    `turn.refuted`, one unit further on, the error is more."""

    turn: Turn
    direction: Direction | None
    beyond: Beyond | None
    finding: Finding | None = None
    program: Program | None = None


def within_error(
    asked: Asked, most: fmpq, program: Program, remade: Remade, place: Callable[[Program], Question], limits: Limits
) -> Within:
    """The last value at which what is released is that near on average, and the tight epsilon there."""
    program, remade = written_out(program, asked.setting), _written_out(remade, asked.setting)
    question = place(program)
    start = _rational(_value(program, question, asked.setting), asked.setting)
    mechanism = question.subject.mechanism
    programs: dict[fmpq, Program] = {}
    errors: dict[fmpq, MeanError] = {}

    def probe(value: fmpq) -> Outcome:
        try:
            made = remade(text_of(value))
        except Rejected:
            return "outside"
        error = mean_error(made, mechanism, limits)
        if error is None:
            return "outside"
        programs[value], errors[value] = made, error
        return "proved" if error.upper <= most else "refuted" if error.lower > most else "undecided"

    if mean_error(program, mechanism, limits) is None:
        message = f"the mean error of what {mechanism} releases is not known"
        raise rejected("FA804", "--error", message, "add noise of one kind to the numbers that are shown")
    whole = isinstance(_value(program, question, asked.setting), int) and probe(start + HALF) == "outside"
    unit = fmpq(1) if whole else fmpq(1, 10**asked.digits)

    def guess(value: fmpq) -> float | None:
        return errors[value].value - nearest_float(most) if value in errors else None

    turn = Search(probe, start, unit, asked.low, asked.high, guess).turn()
    direction = _direction(turn)
    if turn.proved is None:
        return Within(turn, direction, None)
    made = programs[turn.proved]
    finding = plan.bound(place(made), Store(), limits)
    # The noisier of the values that are allowed is the last one, where there is nothing else that changes.
    beyond = _beyond(asked.setting, question.subject, list(programs.values()), _opposite(direction))
    return Within(turn, direction, beyond, finding, made)


def _opposite(direction: Direction | None) -> Direction | None:
    return None if direction is None else "least" if direction == "greatest" else "greatest"


def _why(value: fmpq, found: Probed | None) -> str:
    why = "the time limit was reached (--timeout)" if found is None else getattr(found.verdict, "reason", "")
    return f"the claim is undecided at {fraction_text(value)}: {why}"


def _direction(turn: Turn) -> Direction | None:
    if turn.proved is None or turn.refuted is None:
        return None
    return "least" if turn.proved > turn.refuted else "greatest"


def _is_tight(found: Probed | None) -> bool:
    if found is None:
        return False
    tight, budget = found.verdict.tight, found.claim.budget
    if tight is None or tight.lower is None or tight.lower != tight.upper or budget.delta or budget.epsilon.unknowns:
        return False
    return tight.lower == exponential_of(budget.epsilon)


def _beyond(setting: str, subject: Subject, programs: list[Program], direction: Direction | None) -> Beyond | None:
    """Whether more of the setting is only more noise that is added last."""
    if direction is None:
        return None
    return "post-processing" if _sense(setting, subject, programs) == (1 if direction == "least" else -1) else None


def _sense(setting: str, subject: Subject, programs: list[Program]) -> Sense | None:
    """In which sense the setting is noise that is added last, if nothing else differs."""
    if not all(map(alike(programs[0], setting), programs)):
        return None
    return added_last(programs[0], subject.mechanism, subject.prior, setting)


def _everywhere(
    asked: Asked, search: Search, probes: _Probes, subject: Subject, whole: bool, limits: Limits
) -> Everywhere:
    def at_once(turn: Turn) -> bool:
        """Whether it is proved on both sides."""
        ways: tuple[tuple[Direction, fmpq | None], ...] = (("least", asked.high), ("greatest", asked.low))
        return all(
            (end is not None and end == turn.proved) or _by_algebra(asked, turn, way, probes, search.unit)
            for way, end in ways
        )

    def set_apart(proved: bool) -> bool:
        first, *others = probes.programs()
        found = apart(first, subject.mechanism, subject.prior, asked.setting)
        made = None if found is None else found.below if proved else found.beside
        if made is None or not others or not all(map(alike(first, asked.setting), others)):
            return False
        try:
            verdict = plan.decide(probes.place(made)[0], Store(), limits)
        except Rejected:
            return False
        return isinstance(verdict, Proved) and verdict.coverage.all if proved else isinstance(verdict, Refuted)

    return Everywhere(search, whole, lambda: _sense(asked.setting, subject, probes.programs()), at_once, set_apart)


def _unneeded(
    setting: str, program: Program, place: Callable[[Program], tuple[Question, Claim]], limits: Limits
) -> bool:
    """Whether the claim holds without the noise that is added last, so that it does with any."""
    subject = place(program)[0].subject
    if added_last(program, subject.mechanism, subject.prior, setting) is None:
        return False
    try:
        verdict = plan.decide(place(without(program, subject.mechanism, setting))[0], Store(), limits)
    except Rejected:
        return False
    return isinstance(verdict, Proved) and verdict.coverage.all


def _value(program: Program, question: Question, setting: str) -> Value:
    """What the file gives the setting."""
    known = dict(program.constants) | dict(question.mechanism.settings)
    if setting not in known:
        names = ", ".join(name for name in known if _number(known[name]) is not None)
        hint = f"it has {names}" if names else "write it as a constant: SCALE = 2"
        raise rejected(
            "FA212", "--vary", f"the file has no number {setting} at its top, and no setting of that name", hint
        )
    return known[setting]


def _rational(value: Value, setting: str) -> fmpq:
    number = _number(value)
    if number is None:
        message = f"{setting} is no rational number, so there is none that could be varied"
        raise rejected("FA212", "--vary", message, "vary a number that it is made of")
    return number


def _number(value: Value) -> fmpq | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return fmpq(value)
    return value.exact if isinstance(value, Real) and isinstance(value.exact, fmpq) else None
