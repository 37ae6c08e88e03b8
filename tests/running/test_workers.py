"""Workers: limits that hold from outside, and one lost worker costs one job."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from command_line import ENDLESS, RESPONSE
from library import ROOT

from faier.answers.answer import Report
from faier.limits import ENOUGH, LimitReached, going_on, working
from faier.report.to_html import to_html
from faier.report.to_json import to_json
from faier.report.to_terminal import to_terminal
from faier.running.batch import Plan, carry_out
from faier.running.request import Options
from faier.running.selection import Selected
from faier.running.workers import Broken, Done, Job, Outcome, Stopped, run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and resource limits of POSIX")

ENTRY = "command_line_faults:obey"

T = TypeVar("T")


@pytest.fixture(autouse=True)
def _faults_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent.parent)


def outcomes(*requests: str, timeout: float = 60.0, count: int = 1, memory: int = 1024) -> dict[str, Outcome]:
    found: dict[str, Outcome] = {}

    def then(job: Job, outcome: Outcome) -> list[Job]:
        assert isinstance(job.request, str)
        found[job.request] = outcome
        return []

    run([Job(request, timeout) for request in requests], then, ENTRY, count, memory)
    return found


@pytest.mark.parametrize("count", [1, 2])
def test_every_job_has_its_outcome_whatever_happens_to_the_others(count: int) -> None:
    found = outcomes("a", "raise", "kill", "fill", "abort", "b", "print", "c", count=count)
    for request in ("a", "b", "c", "print"):
        outcome = found[request]
        assert isinstance(outcome, Done)
        assert outcome.value == request.upper()
    assert isinstance(found["raise"], Broken)
    assert "ValueError" in found["raise"].text
    for request, cause in (("kill", "killed"), ("fill", "memory"), ("abort", "memory")):
        outcome = found[request]
        assert isinstance(outcome, Stopped)
        assert outcome.cause == cause
    assert "SIGKILL" in str(found["kill"])


def test_a_library_that_gives_up_on_a_huge_number_costs_its_job_alone() -> None:
    found = outcomes("overflow", "after")
    assert isinstance(found["overflow"], Stopped)
    assert isinstance(found["after"], Done)


@pytest.mark.parametrize("request_", ["spin", "sleep"])
def test_time_is_up_from_outside(request_: str) -> None:
    found = outcomes(request_, "after", timeout=0.5)
    stopped = found[request_]
    assert isinstance(stopped, Stopped)
    assert stopped.cause == "timeout"
    assert stopped.seconds >= 0.5
    assert isinstance(found["after"], Done)


def test_what_was_known_when_the_time_was_up_is_kept() -> None:
    stopped = outcomes("sleep", timeout=0.5)["sleep"]
    assert isinstance(stopped, Stopped)
    assert stopped.partial == "half of it"


def test_an_outcome_may_lead_to_more_jobs() -> None:
    seen: list[str] = []

    def then(job: Job, outcome: Outcome) -> list[Job]:
        seen.append(str(job.request))
        return [Job("second", 60.0), Job("third", 60.0)] if job.request == "first" else []

    run([Job("first", 60.0)], then, ENTRY, 2)
    assert sorted(seen) == ["first", "second", "third"]


def test_a_worker_that_cannot_start_is_a_bug_and_no_endless_loop() -> None:
    found: list[Outcome] = []

    def then(job: Job, outcome: Outcome) -> list[Job]:
        found.append(outcome)
        return []

    run([Job("a", 60.0), Job("b", 60.0)], then, "command_line_faults:missing", 2)
    assert len(found) == 2
    assert all(isinstance(outcome, Broken) and "missing" in outcome.text for outcome in found)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.usefixtures("own_workers")
def test_nothing_is_left_behind_when_the_work_is_interrupted() -> None:
    def then(job: Job, outcome: Outcome) -> list[Job]:
        raise KeyboardInterrupt

    before = children(os.getpid())
    with pytest.raises(KeyboardInterrupt):
        run([Job("spin", 600.0), Job("a", 600.0), Job("b", 600.0)], then, ENTRY, 2)
    assert children(os.getpid()) == before


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_dies_with_its_parent(tmp_path: Path) -> None:
    import signal
    import subprocess

    code = (
        f"import sys; sys.path[:] = {sys.path!r}\n"
        "from faier.running.workers import Job, run\n"
        f"run([Job('spin', 600.0)], lambda job, outcome: [], {ENTRY!r})"
    )
    parent = subprocess.Popen([sys.executable, "-P", "-c", code])
    found = waited_for(lambda: children(parent.pid))
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    waited_for(lambda: not any(alive(pid) for pid in found))


def children(pid: int) -> set[int]:
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        found |= {int(child) for child in (task / "children").read_text().split()}
    return found


def alive(pid: int) -> bool:
    """A process that has ended and waits to be looked at is not alive."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def waited_for(condition: Callable[[], T]) -> T:
    for _ in range(3000):
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen")


def test_the_time_of_a_claim_is_hard(tmp_path: Path) -> None:
    """Also for work that heeds no limit; what is told is a part of the time, whatever that is."""
    (tmp_path / "a.py").write_text(RESPONSE)
    for timeout in (0.5, 2.0):
        plan = Plan("check", (Selected(str(tmp_path / "a.py"), ()),), Options(timeout=timeout))
        (answer,) = carry_out(plan, entry="command_line_faults:stubborn").answers
        assert answer.verdict == "undecided" and answer.reason == "the time limit was reached (--timeout)"
        assert 1 <= answer.seconds / timeout <= 1.5


def test_a_claim_stops_by_itself_before_it_is_killed() -> None:
    for timeout in (0.001, 0.1, 1.0, 5.0, 300.0, 1e9):
        assert 0.79 * timeout <= working(timeout) < timeout
        assert timeout - working(timeout) <= ENOUGH


def test_a_limit_tells_what_was_going_on(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(ENDLESS)
    plan = Plan("check", (Selected(str(tmp_path / "a.py"), ()),), Options(timeout=1.0))
    (answer,) = carry_out(plan).answers
    assert re.search(r"\(--timeout\) while the program was explored, at [\d,]+ states", answer.reason or "")
    report = Report("check", (answer,))
    told = "more time (--timeout), shorter outputs only (--length)"
    assert told in " ".join(to_terminal(report).split()) and told in to_html(report)
    assert json.loads(to_json(report))["results"][0]["advice"].startswith(told)


def test_what_is_nearest_to_a_limit_tells_what_was_going_on() -> None:
    with pytest.raises(LimitReached) as reached, going_on(lambda: "far"), going_on(lambda: "near"):
        raise LimitReached("timeout", "time is up")
    again = pickle.loads(pickle.dumps(reached.value))
    assert (again.text, str(again), again.doing, again.name) == (
        "time is up near",
        "time is up near",
        "near",
        "timeout",
    )


# As an editable install does it: faier is found, and is on no path.
FINDER = """
import sys
from importlib.machinery import PathFinder
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return PathFinder.find_spec(name, [sys.argv[1]]) if name == "faier" else None
sys.meta_path.insert(0, Finder)
from faier.command.cli import main
sys.exit(main(["check", "--no-cache", sys.argv[2]]))
"""


def test_workers_of_an_editable_install_find_faier(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(RESPONSE)
    command = [sys.executable, "-P", "-c", FINDER, str(ROOT), "a.py"]
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert "1 claim: 1 as expected" in done.stdout, done.stdout + done.stderr
