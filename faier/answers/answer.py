"""What is told about claims, bounds and files: plain data, made in a worker and read by `report`.

Exact numbers are texts with their nearest floats, so that no arithmetic is needed, or possible, after an
answer has been given. Nothing here imports the engine room.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from faier.importing import Imports

if TYPE_CHECKING:
    from faier.audit import findings
    from faier.audit.expected import Model
    from faier.calibration.rewriting import Edit
    from faier.deciding.shares import Share
    from faier.engines import Engine
    from faier.lang.diagnostics import Diagnostic
    from faier.lang.vocabulary import RelationKind

Stage = Literal["tree", "model", "pair", "smt"]


@dataclass(frozen=True)
class Exact:
    """A number that must be exact: "24/7", "log(24/7)", "inf"; `value` is the nearest float."""

    text: str
    value: float
    rounded: bool = False  # it is a certified end of the number

    @property
    def infinite(self) -> bool:
        return math.isinf(self.value)


INFINITE = Exact("inf", math.inf)


@dataclass(frozen=True)
class Shown:
    """A value of the language: as Python source text, and as JSON."""

    text: str
    json: object


@dataclass(frozen=True)
class Promised:
    """The Renyi divergence of the order `alpha` is at most rho; without one, that of each order is at most rho times
    the order."""

    rho: Exact
    alpha: str | None = None

    @property
    def text(self) -> str:
        return f"zcdp={self.rho.text}" if self.alpha is None else f"renyi=({self.alpha}, {self.rho.text})"


@dataclass(frozen=True)
class Asked:
    """One claim, in words. Questions of a file are numbered in the order of the file."""

    path: str
    line: int
    number: int
    mechanism: str
    label: str  # in the brackets of the id
    epsilon: Exact
    delta: str
    neighbors: str | None
    prior: str | None
    expected: Literal["proved", "refuted"] = "proved"
    name: str | None = None
    defined: int = 0  # the line of the mechanism itself
    pairs: str | None = None  # the secrets that are compared, where the claim names them
    relation: tuple[RelationKind, int | None] | None = None  # with its distance, where one is about all inputs
    # Epsilon and delta of a claim, or rho and the order, in the one way of writing each number.
    exact: tuple[str, str] = ("", "")
    reals: bool = False  # whether something in it draws reals
    promised: Promised | None = None  # in place of epsilon and delta

    @property
    def id(self) -> str:
        return f"{self.path}::{self.mechanism}[{self.label}]"

    @property
    def budget(self) -> str:
        """What may be lost, in a few words: `log(2)`, `log(2) delta=1/10`, `renyi=(2, 1/2)`."""
        if self.promised is not None:
            return self.promised.text
        return self.epsilon.text + ("" if self.delta == "0" else f" delta={self.delta}")


@dataclass(frozen=True)
class Reach:
    """Which outputs an answer is about: those of up to `length` values, or all of them; with `counts` it is about
    counts of any size, beyond those that the mechanism declares."""

    length: int
    all: bool
    counts: bool = False


@dataclass(frozen=True)
class Likelihood:
    """How likely an output is on each side of a witness; `marked`: the witness is about it. With a count other than 1,
    so many other outputs together; 0: all others."""

    output: tuple[Shown, ...]
    ended: bool
    left: Exact
    right: Exact
    marked: bool
    count: int = 1


@dataclass(frozen=True)
class Step:
    """A statement that a run goes through: what its draws came to and how probable that was, which names it gave
    values, and the value that it showed, or that a prior gave the mechanism. `path` is that of an imported file."""

    line: int
    drawn: tuple[tuple[Shown, Exact], ...] = ()
    changed: tuple[tuple[str, Shown], ...] = ()
    shows: Shown | None = None
    gives: Shown | None = None
    path: str = ""


@dataclass(frozen=True)
class Run:
    """The likeliest way to an output on one side, and how probable that one way is."""

    steps: tuple[Step, ...]
    probability: Exact


@dataclass(frozen=True)
class Nearby:
    """Reals in a small interval around those of a witness, in their places, and how likely that is on each side."""

    output: tuple[Shown, ...]
    left: Exact
    right: Exact


@dataclass(frozen=True)
class Curves:
    """How dense the one real that is shown is on each side: (number, left, right), by size; `at`, the witness's."""

    points: tuple[tuple[float, float, float], ...]
    at: float


@dataclass(frozen=True)
class Odds:
    """What an adversary who holds a prior thinks of the two secrets, left to right, before and after the output."""

    before: Exact
    after: Exact


@dataclass(frozen=True)
class Story:
    """A witness: two inputs or two secrets, what is shown, and how likely it is given each.

    Where it shows reals that have a density, the probabilities are densities. Where the claim has a delta, they are
    those of all of `outputs` together, and `excess` is the delta that they need.
    """

    left: tuple[tuple[str, Shown], ...]
    right: tuple[tuple[str, Shown], ...]
    output: tuple[Shown, ...]
    ended: bool
    probability_left: Exact
    probability_right: Exact
    ratio: Exact
    epsilon: Exact  # the logarithm of the ratio
    parameters: tuple[tuple[str, Shown], ...] = ()
    outputs: tuple[tuple[Shown, ...], ...] = ()
    excess: Exact | None = None
    likelihoods: tuple[Likelihood, ...] = ()
    runs: tuple[Run, ...] = ()  # left and right; only left where the output is impossible on the right
    odds: Odds | None = None
    powers: tuple[tuple[str, Exact], ...] = ()  # what `exp(EPS)` is at the witness, where EPS is unknown
    dense: bool = False
    nearby: Nearby | None = None
    curves: Curves | None = None
    diverged: Diverged | None = None


@dataclass(frozen=True)
class Diverged:
    """The Renyi divergence of the order `alpha`, of which the witness's output makes the greatest part, and what is
    allowed at most."""

    alpha: str
    found: Ends
    allowed: Exact


@dataclass(frozen=True)
class Divergence:
    """Outputs whose ratio grows without end, letter by letter in words. Each turn of the cycle multiplies the ratio
    by `factor` at least: its logarithm grows by `per_cycle`."""

    prefix: tuple[str, ...]
    cycle: tuple[str, ...]
    suffix: tuple[str, ...]
    factor: Exact
    per_cycle: Exact


@dataclass(frozen=True)
class Multiple:
    """The least multiple of the unknown epsilon that holds for all its values, where it is known exactly."""

    unknown: str
    exact: Exact | None


@dataclass(frozen=True)
class Loss:
    """The tight epsilon: `exact` where it is known, else only certified ends. `upper` may be infinite because
    no finite epsilon exists (`finite` is False) or because none was found (`finite` is None). `least` is the
    lower end as an exact number, `most` the upper one where it is finite. With a `multiple` of an unknown epsilon,
    `lower` and `upper` are ends of that."""

    exact: Exact | None
    least: Exact
    lower: float
    upper: float
    finite: bool | None
    attained: bool
    story: Story | None = None
    divergence: Divergence | None = None
    multiple: Multiple | None = None
    most: Exact | None = None


# The empty output has factor 1: this much is known before anything is.
NO_ENDS = Loss(None, Exact("0", 0.0), 0.0, math.inf, None, attained=False)


@dataclass(frozen=True)
class Move:
    """Where a state may go next, with the probability for each input value that it reads ("": it reads none)."""

    target: int
    chances: tuple[tuple[str, Exact], ...]


@dataclass(frozen=True)
class State:
    """A state of a model: what it does, where in the program it stands, and where it goes."""

    title: str
    place: str
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Diagram:
    """The model of a mechanism: its states, and how probable it is to start in each."""

    states: tuple[State, ...]
    start: tuple[tuple[int, Exact], ...]


@dataclass(frozen=True)
class About:
    """What a mechanism is: its signature, its documentation, the lines of the file that it stands in, and its model
    where that is small."""

    signature: str
    doc: str
    first: int
    last: int
    diagram: Diagram | None = None


@dataclass(frozen=True)
class Attempt:
    """What one of the engines that left a claim undecided came to."""

    engine: str
    seconds: float
    reason: str


@dataclass(frozen=True)
class Answer:
    """What came of a question. `allowed` is the factor e^epsilon that the claim allows."""

    question: Asked
    verdict: Literal["proved", "refuted", "undecided"]
    reach: Reach
    engine: Engine | Literal["none"]  # none: it did not come to that
    seconds: float
    allowed: Exact
    loss: Loss | None = None
    story: Story | None = None
    reason: str | None = None  # of an undecided claim: one sentence
    attempts: tuple[Attempt, ...] = ()  # of an undecided claim: all engines that were asked
    certificate: str | None = None  # the text of the certificate, where certificates are asked for
    uncertified: str | None = None  # why the certificate holds no evidence
    curve: tuple[tuple[int, Exact], ...] = ()  # the tight epsilon of outputs of up to so many values
    about: About | None = None  # where a report with drawings is asked for

    @property
    def ok(self) -> bool:
        return self.verdict == self.question.expected

    @property
    def failed(self) -> bool:
        return self.verdict != "undecided" and not self.ok


@dataclass(frozen=True)
class Point:
    """The tight epsilon of outputs of up to `length` values."""

    length: int
    loss: Loss


@dataclass(frozen=True)
class Ends:
    """A number that is not negative, between two floats (infinite ones: it is, or no upper end is known); `exact` where
    it is known."""

    exact: Exact | None
    lower: float
    upper: float

    @property
    def infinite(self) -> bool:
        return math.isinf(self.lower)


@dataclass(frozen=True)
class Measured:
    """Other measures than epsilon, as far as they were asked for.

    The Renyi divergence of order `alpha`; the least `rho` of zero-concentrated privacy, with an order at which it is
    nearly reached (None: as it falls to 1, or all); the total variation; the least delta by epsilon. `reason` says why
    something is missing. With a `length` the divergence is of outputs of up to so many values; each
    further one adds at least `per_value` in the long run, where that is known."""

    alpha: str | None = None
    renyi: Ends | None = None
    rho: Ends | None = None
    order: Exact | None = None
    variation: Ends | None = None
    profile: tuple[tuple[Exact, Ends], ...] | None = None
    reason: str | None = None
    length: int | None = None
    per_value: float | None = None


@dataclass(frozen=True)
class Drawn:
    """What was found by drawing runs from a seed: a lower end (None: nothing), the greatest of so many outputs that
    were computed exactly, and why not of more."""

    loss: Loss | None
    outputs: int
    seed: int
    reason: str | None = None


@dataclass(frozen=True)
class Bounded:
    """The tight epsilon of a mechanism under one relation or prior. `loss` is None when nothing is known. Where the
    least delta of an epsilon was asked for, `given` is that epsilon and `delta` the answer. `curve` is None unless it
    was asked for; `cut` says why it is shorter than it was to be."""

    question: Asked
    loss: Loss | None
    reach: Reach
    engine: Engine | Literal["none"]  # none: it did not come to that
    seconds: float
    reason: str | None = None
    given: Exact | None = None
    delta: Ends | None = None
    curve: tuple[Point, ...] | None = None
    cut: str | None = None
    measured: Measured | None = None
    sampled: Drawn | None = None

    @property
    def known(self) -> bool:
        told = (self.loss if self.given is None else self.delta) is not None and not self.reason and not self.cut
        return told and (self.measured is None or self.measured.reason is None)


@dataclass(frozen=True)
class Judged:
    """Whether a violation that somebody reported is real (None: that is open). `reason` says why it is not where
    the probabilities do not."""

    question: Asked
    real: bool | None
    seconds: float
    allowed: Exact
    story: Story | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Mark:
    """What is known at a value of a setting: ends of the tight epsilon, and how far off what is released is on average.
    `label` names a method that asks for this value."""

    value: float
    lower: float
    upper: float
    mean_error: float | None = None
    label: str = ""


@dataclass(frozen=True)
class Method:
    """What becomes of a claim with as much of the setting as a method asks for, and where the method is from. `error`
    is the expected absolute error of what is released. Where the claim does not hold, the `story` is why; where that is
    open, the `reason`."""

    name: str
    source: str
    value: Exact
    error: float | None
    loss: Loss | None
    holds: bool | None
    story: Story | None = None
    allowed: Exact | None = None
    reason: str | None = None
    published: bool = True  # else it is what was found here


@dataclass(frozen=True)
class Least:
    """A number is at least `lower`, and at most `upper` (None: no such end is known)."""

    lower: Exact
    upper: Exact | None


@dataclass(frozen=True)
class LeastOfAll:
    """The least error of all mechanisms that see the query's value alone and show one of the `outputs`: for the worst
    value, and on average, where the claim is about one prior. `certificate` says that no mechanism has less, where
    the checker agrees; else it is said what is `missing`. `loss` is that of the mechanism that has this error. `edits`
    make of the file one with it, or it is said why not in `unwritten`. Of a prior with unknown reals, `trusting` is the
    least error of a mechanism that takes them to be in the middle, and `trusted` what it loses wherever they are.
    Without an error there is a `reason`."""

    outputs: tuple[str, ...] = ()
    error: Least | None = None
    mean: Least | None = None
    certificate: str | None = None
    settings: tuple[tuple[str, str], ...] = ()
    missing: str | None = None
    loss: Loss | None = None
    edits: tuple[Edit, ...] = ()
    unwritten: str | None = None
    trusting: Least | None = None
    trusted: Loss | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Calibrated:
    """For which values of a setting a claim holds: at `proved` it does, at `refuted` it does not, one unit of the last
    digit further on. `least`: it holds upwards from there. At `closed`, between them, epsilon is exactly what is
    claimed. `beyond` says why all values further on are enough, `reason` why the two are not known, or not that near to
    each other. `story` is that of the refuted value; `reach` says for which outputs the proved one is enough. The mean
    error is that of the proved value; `edits` make of the file one with that value, or it is said why not in
    `unwritten`. Certificates of both go with what was set. Where the mean error was to be `most` at most, in place of
    a claim, `loss` is the tight epsilon at the value that has it, and the error is more at the other one. `methods` are
    published ones, and last what was found here; `others` do not apply, each for a reason. `optimum` is what no
    mechanism is better than, where that is asked. `throughout` says why the claim holds, or fails, at every value there
    is, or between the two ends."""

    question: Asked
    setting: str
    seconds: float
    proved: Exact | None = None
    refuted: Exact | None = None
    least: bool | None = None
    closed: Exact | None = None
    beyond: Literal["post-processing", "algebra"] | None = None
    engine: Engine | Literal["none"] = "none"
    story: Story | None = None
    allowed: Exact | None = None
    reason: str | None = None
    reach: Reach | None = None
    mean_error: Exact | None = None
    most: Exact | None = None
    loss: Loss | None = None
    marks: tuple[Mark, ...] = ()
    edits: tuple[Edit, ...] = ()
    unwritten: str | None = None
    certificates: tuple[tuple[tuple[tuple[str, str], ...], str], ...] = ()
    methods: tuple[Method, ...] | None = None
    others: tuple[tuple[str, str], ...] = ()
    optimum: LeastOfAll | None = None
    throughout: Literal["post-processing", "algebra", "tried", "apart"] | None = None
    ends: tuple[Exact, Exact] | None = None

    @property
    def status(self) -> int:
        """0: found, and proved; 1: no value satisfies the claim; 3: that is open."""
        if self.reason is not None:
            return 3
        return 1 if self.proved is None else 0


@dataclass(frozen=True)
class Modelled:
    """What a mechanism shows of the inputs that an implementation of it is audited on."""

    question: Asked
    model: Model


@dataclass(frozen=True)
class Audited:
    """What is found of an implementation on one input, or why nothing is."""

    question: Asked
    implementation: str
    claimed: float | None
    found: findings.Found
    seconds: float


@dataclass(frozen=True)
class Listed:
    """A mechanism or a prior, in words: its signature, its first line of documentation, its claims."""

    path: str
    line: int
    kind: Literal["mechanism", "prior"]
    name: str
    signature: str
    doc: str
    claims: tuple[Asked, ...] = ()


@dataclass(frozen=True)
class Compiled:
    """Models, each written out in the formats "text", "json" and "dot"."""

    question: Asked
    models: tuple[Mapping[str, str], ...]


@dataclass(frozen=True)
class Found:
    """What a file holds: its text and the questions that are asked in it. `problems` are faults that no question
    would find."""

    path: str
    source: str
    questions: tuple[Asked, ...]
    listed: tuple[Listed, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    imports: Imports = Imports()


@dataclass(frozen=True)
class Refusal:
    """The file, a mechanism in it, a claim or an option is wrong; `sources` are the texts, by path, that the
    places are in, `lent` the paths of those that the file imports."""

    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str]
    lent: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Divided:
    """A claim that takes long, with what is known of it and the shares that are left. `begun` is on the clock of
    `time.monotonic`, which the processes of a machine have in common."""

    begun: float
    known: bytes
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class Partly:
    """What is known of a share, for whoever makes an answer of it."""

    known: bytes


Response = Found | Answer | Bounded | Compiled | Judged | Calibrated | Modelled | Refusal | Divided | Partly


# The exit status of what is found of an implementation.
AUDITED: Mapping[str, int] = {"consistent": 0, "differs": 1, "leaks": 1, "too few": 3}


@dataclass(frozen=True)
class Report:
    """Everything one run of the command line has to say. `sources` are the texts that problems have places in;
    `bugs` are internal errors; with `lenient`, undecided claims do not change the exit status."""

    command: Literal["check", "bound", "list", "compile", "certify", "calibrate", "audit"]
    answers: tuple[Answer, ...] = ()
    bounds: tuple[Bounded, ...] = ()
    listed: tuple[Listed, ...] = ()
    compiled: tuple[Compiled, ...] = ()
    judged: tuple[Judged, ...] = ()
    calibrated: tuple[Calibrated, ...] = ()
    modelled: tuple[Modelled, ...] = ()
    audited: tuple[Audited, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    bugs: tuple[str, ...] = ()
    interrupted: bool = False
    lenient: bool = False
    certificates: Mapping[str, str] = field(default_factory=dict)  # the files that hold them, by the claim's id

    @property
    def reals(self) -> bool:
        """Whether it is about a mechanism that draws reals."""
        told: tuple[Answer | Bounded | Judged | Audited | Calibrated | Compiled | Modelled, ...]
        told = (*self.answers, *self.bounds, *self.judged, *self.audited, *self.calibrated)
        told += (*self.compiled, *self.modelled)
        return any(each.question.reals for each in told)

    @property
    def status(self) -> int:
        """The exit status: the first that applies."""
        undecided = any(answer.verdict == "undecided" for answer in self.answers)
        found = {calibrated.status for calibrated in self.calibrated} | {
            AUDITED[one.found.verdict] for one in self.audited
        }
        found |= {3 for one in self.modelled if one.model.reason is not None}
        if self.interrupted:
            return 130
        if self.bugs:
            return 4
        if self.problems:
            return 2
        if any(answer.failed for answer in self.answers) or any(judged.real for judged in self.judged) or 1 in found:
            return 1
        if undecided and not self.lenient:
            return 3
        if not all(bound.known for bound in self.bounds) or any(judged.real is None for judged in self.judged):
            return 3
        if 3 in found:
            return 3
        return 0
