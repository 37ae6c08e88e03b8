"""Progress: a line for a terminal, an estimate that goes by the pace of late, and nothing anywhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from asked import Approach, bound, subject_of
from command_line import NOISY_MAX, THRESHOLD, write
from test_process import command

from faier.lang import parse
from faier.limits import Limits
from faier.running.progress import Running, State, duration, line, time_left


@pytest.mark.parametrize(
    ("steps", "now", "left"),
    [
        ([(0.0, 0.0)], 9.0, None),  # nothing is known of the whole
        ([(0.0, 0.0), (10.0, 0.01)], 10.0, None),  # too little to tell
        ([(0.0, 0.0), (10.0, 0.5)], 10.0, 10.0),
        ([(0.0, 0.0), (10.0, 0.5)], 14.0, 6.0),  # it goes on meanwhile
        ([(0.0, 0.0), (10.0, 0.5)], 99.0, 0.0),  # never less than nothing
        ([(0.0, 0.0), (10.0, 1.0)], 10.0, None),  # something follows, nobody knows how long
        ([(0.0, 0.0), (2.0, 0.5), (5.0, 0.6), (10.0, 0.7)], 10.0, 15.0),  # the pace of the second half
        ([(5.0, 0.5), (10.0, 0.75)], 10.0, 5.0),  # a share that begins in the middle
    ],
)
def test_the_time_that_is_left(steps: list[tuple[float, float]], now: float, left: float | None) -> None:
    found = time_left(steps, now)
    assert found == (left if left is None else pytest.approx(left))


def test_a_job_never_goes_back() -> None:
    job = Running("a", [(0.0, 0.0)])
    for now, part in ((1.0, 0.3), (2.0, 0.2), (3.0, 0.4), (4.0, 7.0)):
        job.reached(now, part)
    assert job.steps == [(0.0, 0.0), (1.0, 0.3), (3.0, 0.4), (4.0, 1.0)]


def test_the_line() -> None:
    slow = Running("models/noisy_max.py::noisy_max[epsilon=log(8) neighbors=each(1)]", [(0.0, 0.0), (60.0, 0.25)])
    quick = Running("b.py", [(59.5, 0.0)])
    assert line(State(3, 9, (quick,), "a.py"), 60.0, 79) == "[3/9] a.py"
    told = line(State(3, 9, (quick, slow), "a.py"), 60.0, 100)
    assert told.endswith(": 1 min 0 s, 25 %, about 3 min 0 s left; 1 more at work")
    assert told.startswith("[3/9] models/noisy_max.py::noisy_max[eps")
    assert len(told) <= 100
    assert all(len(line(State(3, 9, (slow,)), 60.0, width)) <= width for width in (1, 10, 40, 79))
    assert line(State(3, 9, (Running("a.py", [(0.0, 0.0)]),)), 12.0, 79) == "[3/9] a.py: 12 s"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "0 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(("source", "mechanism", "length"), [(THRESHOLD, "above", 8), (NOISY_MAX, "noisy_max", None)])
def test_a_search_tells_how_far_it_is(source: str, mechanism: str, length: int | None) -> None:
    told: list[float] = []
    program = parse(source, "a.py", {})
    subject = subject_of(program, mechanism, "each(1)", None)
    quiet = bound(program, subject, Approach(length=length))
    loud = bound(program, subject, Approach(length=length), Limits(told=told.append))
    assert loud.tight == quiet.tight
    assert told == sorted(told)
    assert len({round(part, 3) for part in told}) > 3
    assert all(0 <= part <= 1 for part in told)


PRIOR = """\
from faier import Bool, Int, flip, log, mechanism, prior, private, secret


@prior
def believed(rate: Int[1, 5]):
    sick = flip(rate / 6)
    secret(sick)
    return sick


@private(epsilon=log(3), prior=believed)
@mechanism
def response(answer: Bool):
    return answer if flip(3 / 4) else not answer
"""


def test_comparisons_are_parts_of_the_whole() -> None:
    told: list[float] = []
    program = parse(PRIOR, "a.py", {})
    bound(program, subject_of(program, "response", None, "believed"), limits=Limits(told=told.append))
    assert told == sorted(told)
    assert {0.0, 0.2, 0.4, 0.6, 0.8} <= {round(part, 3) for part in told}


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
@pytest.mark.parametrize(
    ("arguments", "environment", "shown"),
    [([], {}, True), (["--format", "json"], {}, False), ([], {"CI": "true"}, False), ([], {"TERM": "dumb"}, False)],
)
def test_it_is_for_terminals_alone(
    arguments: list[str], environment: dict[str, str], shown: bool, tmp_path: Path
) -> None:
    import pty

    write(tmp_path, {"a.py": NOISY_MAX})
    screen, terminal = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name != "CI"} | {"TERM": "xterm"}
    done = subprocess.run(
        command("check", "a.py", *arguments),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=terminal,
        env=clean | environment,
        check=False,
    )
    os.write(terminal, b"end\n")
    seen = b""
    while b"end" not in seen:
        seen += os.read(screen, 65536)
    os.close(screen)
    os.close(terminal)
    assert done.returncode == 1
    assert (b"[1/4] a.py" in seen) is shown
    assert seen.endswith(b"\r\x1b[Kend\r\n" if shown else b"end\r\n")
    assert shown or seen == b"end\r\n"
    assert b"[1/4]" not in done.stdout
