"""By any executor, a cluster among them: the answers of this machine, limits that hold, and nothing that is lost."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from command_line import NOISY_MAX, RESPONSE, faier, write
from test_portions import SEEN

import faier as api
from faier.answers.answer import Report
from faier.running import clusters, elsewhere
from faier.running.batch import Plan, carry_out
from faier.running.clusters import placed
from faier.running.elsewhere import Elsewhere
from faier.running.request import Options, Purpose
from faier.running.selection import Selected
from faier.running.workers import Job, Outcome, Stopped

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals and resource limits of POSIX"),
    pytest.mark.filterwarnings("ignore"),
]

STUBBORN, SLOW, SHARED = (f"command_line_faults:{name}" for name in ("stubborn", "take_a_while", "share_at_once"))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A client of two worker processes with a thread each."""
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with (
        clusters._quiet(),
        distributed.LocalCluster(**options) as local,
        distributed.Client(local, set_as_default=False) as client,
    ):
        client.wait_for_workers(2, timeout=60)
        yield client


@pytest.fixture
def address(cluster: Any) -> str:
    return str(cluster.scheduler.address).replace("tcp://", "dask://")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    folder = tmp_path_factory.mktemp("files")
    write(folder, {"a.py": RESPONSE, "b.py": NOISY_MAX})
    return str(folder / "a.py"), str(folder / "b.py")


@pytest.fixture(scope="module")
def here(files: tuple[str, ...]) -> Report:
    return report(files, None, jobs=1)


def report(
    files: tuple[str, ...],
    where: Executor | str | None,
    entry: str = "faier.running.tasks:perform",
    timeout: float = 60.0,
    purpose: Purpose = "check",
    jobs: int = 2,
) -> Report:
    plan = Plan(purpose, tuple(Selected(file, ()) for file in files), Options(timeout=timeout), jobs)
    with placed(plan, where) as plan:
        return carry_out(plan, entry=entry)


def timeless(found: Report) -> str:
    answers = tuple(replace(answer, seconds=0.0) for answer in found.answers)
    bounds = tuple(replace(bound, seconds=0.0) for bound in found.bounds)
    return repr(replace(found, answers=answers, bounds=bounds, sources=dict(sorted(found.sources.items()))))


def test_a_cluster_answers_as_this_machine_does(
    address: str, files: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    one = ("--between", "2,3", "--digits", "0", "--epsilon", "log(4)", "--neighbors", "each(1)")
    for command in (("check",), ("bound",), ("calibrate", "--vary", "N", *one)):
        given = [*command, files[1], *(["--no-cache"] if command[0] != "calibrate" else []), "--format", "json"]
        here, there = faier(capsys, *given, "--jobs", "1"), faier(capsys, *given, "--executor", address)
        assert (there.err, there.status) == (here.err, here.status)
        seconds = r'"seconds": [\d.e-]+'
        assert re.sub(seconds, "", there.out) == re.sub(seconds, "", here.out)


@pytest.mark.parametrize("purpose", ["check", "bound"])
def test_shares_of_a_claim_are_done_by_several(cluster: Any, purpose: Purpose, tmp_path: Path) -> None:
    write(tmp_path, {"a.py": SEEN})
    path = (str(tmp_path / "a.py"),)
    found = report(path, cluster.get_executor(), SHARED, purpose=purpose)
    assert timeless(found) == timeless(report(path, None, purpose=purpose, jobs=1)) and not found.bugs


def test_a_worker_that_is_killed_costs_nothing(cluster: Any, files: tuple[str, ...], here: Report) -> None:
    before = set(cluster.run(os.getpid).values())
    begun = Path(files[0]).with_name("begun")

    def kill() -> None:
        while not begun.exists():
            time.sleep(0.01)
        os.kill(min(before), signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    found = report(files, cluster.get_executor(), SLOW)
    killer.join()
    assert timeless(found) == timeless(here) and len(found.answers) == 4
    cluster.wait_for_workers(2, timeout=60)
    assert before - set(cluster.run(os.getpid).values()) == {min(before)}


def test_any_executor_will_do_from_python(files: tuple[str, ...], here: Report) -> None:
    with ThreadPoolExecutor(1) as threads, ProcessPoolExecutor(1, get_context("spawn")) as processes:
        for one in (threads, processes):
            answers = api.check(files[1], executor=one)
            assert [replace(answer, seconds=0.0) for answer in answers] == [
                replace(answer, seconds=0.0) for answer in here.answers[1:]
            ]
        (found,) = api.bound(files[0], executor=threads)
        assert found.loss is not None and found.loss.exact is not None and found.loss.exact.text == "log(3)"
        with pytest.raises(api.PrivacyError):
            api.assert_private(files[1], executor=threads)


def test_the_worker_of_a_thread_that_is_over_ends_without_it(files: tuple[str, ...]) -> None:
    """Who asks for such a thread makes another one in its place, which some Pythons cannot part with when they end."""
    before = set(threading.enumerate())
    with ThreadPoolExecutor(1) as threads:
        assert all(answer.ok for answer in api.check(files[0], executor=threads))
    assert {thread.name for thread in set(threading.enumerate()) - before if "Dummy" in thread.name} == set()


def test_the_time_of_a_claim_is_hard_elsewhere_too(cluster: Any, files: tuple[str, ...]) -> None:
    (answer,) = report(files[:1], cluster.get_executor(), STUBBORN, timeout=0.5).answers
    assert answer.verdict == "undecided" and answer.reason == "the time limit was reached (--timeout)"
    assert 0.5 <= answer.seconds <= 1.5


def test_memory_is_limited_elsewhere_too() -> None:
    found: dict[object, Outcome] = {}

    def then(job: Job, outcome: Outcome) -> list[Job]:
        found[job.request] = outcome
        return []

    with ThreadPoolExecutor(1) as threads:
        jobs = [Job(request, 60.0) for request in ("fill", "a", "raise")]
        Elsewhere(threads).run(jobs, then, "command_line_faults:obey", 1, 1024)
    kinds = {request: type(outcome).__name__ for request, outcome in found.items()}
    assert kinds == {"fill": "Stopped", "a": "Done", "raise": "Broken"}
    assert isinstance(found["fill"], Stopped) and found["fill"].cause == "memory"


def test_an_interrupt_ends_what_is_at_work_elsewhere(cluster: Any, files: tuple[str, ...], here: Report) -> None:
    begin = time.monotonic()

    def interrupted(where: Executor) -> bool:
        timer = threading.Timer(1.0, signal.raise_signal, (signal.SIGINT,))
        timer.start()
        found = report(files, where, STUBBORN)
        timer.join()
        return found.interrupted

    with ThreadPoolExecutor(1) as threads:  # which waits for what it does
        assert interrupted(threads)
    assert interrupted(cluster.get_executor())
    assert timeless(report(files, cluster.get_executor())) == timeless(here)
    assert time.monotonic() - begin < 30


class Interrupted(Executor):
    """Does at once what it is given, until somebody interrupts."""

    def __init__(self, most: int) -> None:
        self.left = most

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        future: Future[Any] = Future()
        future.set_result(function(*arguments, **named))
        return future


def test_what_was_decided_by_an_interrupt_is_reported(files: tuple[str, ...], here: Report) -> None:
    for most in (0, 3, 5):  # both files are read first
        found = report(files, Interrupted(most))
        assert found.interrupted and len(found.answers) == max(most - 2, 0)
        known = [replace(answer, seconds=0.0) for answer in here.answers]
        assert all(replace(answer, seconds=0.0) in known for answer in found.answers)


def test_what_cannot_be_done_is_undecided_with_the_reason(
    files: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = ThreadPoolExecutor(1)
    closed.shutdown()
    (problem,) = report(files[:1], closed).problems
    assert problem.code == "FA803" and "the executor takes no more work" in problem.message
    monkeypatch.setattr(elsewhere, "code", lambda: "another")
    with ThreadPoolExecutor(1) as threads:
        (problem,) = report(files[:1], threads).problems
    assert "faier, Python or a solver is of another version on " in problem.message


def test_a_file_that_cannot_be_read_here_is_told_as_always(tmp_path: Path) -> None:
    (tmp_path / "empty.py").mkdir()
    with ThreadPoolExecutor(1) as threads:
        (problem,) = report((str(tmp_path / "empty.py"),), threads).problems
    assert problem.message == "this is a folder, not a file"


def test_nobody_is_there(
    files: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "CONNECTING", 0.3)
    told = faier(capsys, "check", files[0], "--no-cache", "--executor", "dask://127.0.0.1:9")
    assert told.status == 2 and "no scheduler answers at dask://127.0.0.1:9 within" in told.err
    for wrong in ("dask://", "dask://host", "dask://host:x", "dask://host:1/a", "ray", "tcp://a:1"):
        told = faier(capsys, "check", files[0], "--executor", wrong)
        assert told.status == 2 and "is none of local, dask and dask://HOST:PORT" in told.err
    monkeypatch.setattr("faier.extras.find_spec", lambda name: None)
    told = faier(capsys, "check", files[0], "--executor", "dask")
    assert told.status == 2 and "this needs distributed, not installed here: pip install 'faier[dask]'" in told.err


@pytest.mark.long
def test_a_cluster_on_this_machine(
    files: tuple[str, ...], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("faier.command.invocation.cores", lambda: 1)
    assert [answer.verdict for answer in api.check(files[1], executor="dask")] == ["proved", "refuted", "refuted"]
    assert capfd.readouterr() == ("", "")
