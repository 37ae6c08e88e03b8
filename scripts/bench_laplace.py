"""Twins of other tools' suites, with Laplace noise, for every epsilon: verdicts and processor seconds beside theirs.

Streams are decided for every number of answers at once; the others for each size. Others' seconds are those that they
publish, from machines of their own, mostly for one epsilon: DiPC and DiPApprox from the tables of DiPApprox (1.4 GHz
i5, epsilon 1/2), CheckDP's from its abstract ("within 70 seconds"), DiPAut's from the reports in its repository, and
those of DP-Sniper, which finds lower bounds for epsilon 1/10, from the logs in its repository (logistic regression).
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODELS = ROOT / "models" / "laplace"
MOST = 100.0  # seconds for one claim

SIZES = ("N=3", "N=4", "N=5", "N=6")

# What it is, the file and the mechanism, its sizes, and what others publish.
Row = tuple[str, str, str, Sequence[str], str]
ROWS: tuple[Row, ...] = (
    ("sparse vector 1", "sparse_vector", "svt_1", ("C=1", "C=3"), "DiPAut 0.24; CheckDP 70 at most; DP-Sniper 118"),
    ("sparse vector 1, answers in a vector", "sparse_vector", "svt_1_of_n", SIZES,
     "DiPC 578 for 3, 2,850 for 4; DiPApprox 279 and 1,638"),
    ("sparse vector 2", "sparse_vector", "svt_2", ("C=1", "C=3"), "DP-Sniper 148"),
    ("sparse vector 3", "sparse_vector", "svt_3", ("",), "DP-Sniper 150"),
    ("sparse vector 4", "sparse_vector", "svt_4", ("C=1", "C=3"), "CheckDP 70 at most; DP-Sniper 123"),
    ("sparse vector 5", "sparse_vector", "svt_5", ("",), "CheckDP 70 at most; DP-Sniper 56"),
    ("sparse vector 6", "sparse_vector", "svt_6", ("",), "CheckDP 70 at most; DP-Sniper 91"),
    ("noisy maximum, its index", "noisy_max", "index", SIZES,
     "DiPC 311 for 3; DiPApprox 47 for 3, not within 600 for 4; CheckDP 70 at most; DP-Sniper 59"),
    ("noisy maximum with gap", "noisy_max", "index_and_gap", ("N=3",), ""),
    ("noisy maximum, its value", "noisy_max", "value", SIZES, "CheckDP 70 at most; DP-Sniper 59"),
    ("numeric sparse vector", "sparse_vector_numbers", "numeric", ("",),
     "DiPAut 0.25; CheckDP 70 at most; DP-Sniper 142"),
    ("sparse vector with gap", "sparse_vector_numbers", "with_gap", ("",), "CheckDP 70 at most"),
    ("the gap to the limit", "sparse_vector_numbers", "gap_to_the_limit", SIZES, "CheckDP 70 at most"),
    ("adaptive sparse vector", "sparse_vector_numbers", "adaptive", ("UNITS=3", "UNITS=6"), "CheckDP 70 at most"),
    ("adaptive, its coarse look exact", "sparse_vector_numbers", "exact_coarse_look", ("",), "CheckDP 70 at most"),
    ("range queries", "ranges", "inside", ("",), "DiPAut 506 for 80 of them; CheckDP not within 600 for 1"),
    ("range queries, exact ends", "ranges", "exact_ends", SIZES, ""),
    ("k-min-max", "ranges", "min_max", ("K=2", "K=3", "K=20"),
     "DiPAut 0.64 for K = 200; CheckDP not within 600 for K = 3"),
    ("partial sum", "sums", "partial_sum", SIZES, "CheckDP 70 at most"),
    ("partial sum, half the scale", "sums", "half_the_scale", SIZES, "CheckDP 70 at most"),
    ("randomized sum", "sums", "randomized_sum", SIZES, ""),
    ("randomized sum, one value exact", "sums", "first_without_noise", SIZES, ""),
    ("smart sum", "sums", "smart_sum", ("",), "CheckDP 70 at most"),
    ("smart sum, ends exact", "sums", "end_without_noise", ("",), "CheckDP 70 at most"),
)  # fmt: skip


def table(named: Sequence[str] = ()) -> str:
    """The rows whose mechanism is named, or all."""
    lines = ["| mechanism | for every `EPS` | size: seconds | others' seconds |", "| --- | --- | --- | --- |"]
    for what, file, mechanism, sizes, others in ROWS:
        if named and mechanism not in named:
            continue
        found = [(size, measured(file, mechanism, size)) for size in sizes]
        verdicts = list(dict.fromkeys(text for _, claims in found for text, _ in claims))
        seconds = [f"{size}: {sum(spent for _, spent in claims):.1f}" for size, claims in found]
        told = ", ".join(one.removeprefix(": ") for one in seconds).replace("=", " = ")
        lines.append(f"| {what} | {'<br>'.join(verdicts)} | {told} | {others} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join([*lines, ""])


def measured(file: str, mechanism: str, setting: str) -> list[tuple[str, float]]:
    """What is decided of each claim, and the processor seconds, in a process of its own."""
    arguments = [sys.executable, __file__, "--decide", file, mechanism, setting]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=ROOT)
    return [(text, spent) for text, spent in json.loads(done.stdout)]


def decide(file: str, mechanism: str, setting: str) -> list[tuple[str, float]]:
    from faier.deciding import plan
    from faier.deciding.question import question_of
    from faier.deciding.store import Store
    from faier.lang import parse
    from faier.limits import seconds

    path = MODELS / f"{file}.py"
    program = parse(path.read_text(), str(path), dict([setting.split("=")] if setting else []))
    found = []
    for claim in (claim for claim in program.claims if claim.subject.mechanism == mechanism):
        begin = time.process_time()
        verdict = plan.decide(question_of(program, claim), Store(), seconds(MOST))
        name = type(verdict).__name__.lower()
        found.append((f"{name}: {claim.budget.epsilon_text}", time.process_time() - begin))
    return found


if __name__ == "__main__":
    if sys.argv[1:2] == ["--decide"]:
        sys.path[:0] = [str(ROOT)]
        print(json.dumps(decide(*sys.argv[2:])))
    else:
        print(table(sys.argv[1:]), end="")
