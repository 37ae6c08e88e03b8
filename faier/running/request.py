"""What is asked of a worker: plain data, small enough to be sent through a pipe."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from faier.answers.answer import Asked, Stage
from faier.engines import Wanted
from faier.importing import Imports

if TYPE_CHECKING:  # starting must be quick
    from faier.deciding.event import Event
    from faier.deciding.shares import Share

Purpose = Literal["check", "bound", "list", "compile", "certify", "calibrate", "audit"]


@dataclass(frozen=True)
class Options:
    """What the command line or the configuration says about every claim; texts are expressions of the
    language. `length` is None unless it was given. `timeout` is in seconds, for each claim."""

    settings: tuple[tuple[str, str], ...] = ()
    epsilon: str | None = None
    delta: str | None = None
    neighbors: str | None = None
    prior: str | None = None
    length: int | None = None
    engine: Wanted = "auto"
    solver: str = "z3"
    interval: str | None = None
    timeout: float = 300.0
    stage: Stage | None = None
    pictures: bool = False  # what only a report with drawings needs
    ways: bool = False  # how a run comes to the witness of a claim that should hold
    event: Event | None = None
    curve: bool = False
    sample: int | None = None  # runs are drawn first, from this seed
    measuring: Measuring | None = None
    inputs: tuple[str, ...] = ()
    certificates: bool = False
    varied: Varied | None = None


@dataclass(frozen=True)
class Measuring:
    """Which other measures are found beside a tight epsilon; the order of a Renyi divergence is a text."""

    renyi: str | None = None
    zcdp: bool = False
    variation: bool = False
    profile: bool = False


@dataclass(frozen=True)
class Varied:
    """The setting that is calibrated: between which numbers (texts; None: no end), with so many digits. `error` is the
    mean error that is asked for in place of a claim; `written`: the file with the value is wanted too, `plotted`: how
    epsilon depends on the setting, `compared`: what published methods ask for, `optimum`: the least error of all
    mechanisms."""

    name: str
    between: tuple[str, str] | None = None
    digits: int = 6
    error: str | None = None
    written: bool = False
    plotted: bool = False
    compared: bool = False
    optimum: bool = False


@dataclass(frozen=True)
class Read:
    """Find out what is asked in a file; `mechanisms` are those selected (none: all). `data` is what the file holds,
    where that is not to be read from where the path leads, `imports` what it imports, where that is known."""

    path: str
    mechanisms: tuple[str, ...]
    purpose: Purpose
    options: Options = field(default_factory=Options)
    data: bytes | None = None
    imports: Imports | None = None


@dataclass(frozen=True)
class Decide:
    """Answer one question of a file that was read as `source`, with its `imports`. With more than one of `jobs` it may
    be divided: then each `share` is asked for, and at last for the answer to be made of all `parts`, with what went
    wrong where one is `missing`; the time counts from when it was `begun`."""

    question: Asked
    source: str
    purpose: Purpose
    options: Options
    jobs: int = 1
    begun: float | None = None
    share: Share | None = None
    parts: tuple[bytes, ...] = ()
    missing: str | None = None
    imports: Imports = Imports()


Request = Read | Decide
