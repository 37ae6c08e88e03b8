"""Random policies and sums: whether the sensitivity that is planned is the loss that faier finds.

`python scripts/contest_policies.py SEEDS`: for each seed a policy of up to 8 cells, connected or not, with and without
records that come and go, and one sum or two of the counts with Laplace noise of scale 1. Their least epsilon, found by
faier from the mechanism, is the sensitivity, found from the graph.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

from faier.policies import Policy, from_pairs, from_rows, sensitivity

MECHANISM = """\
from faier import Int, Vector, laplace, mechanism, moves, private


@private(epsilon={epsilon}, neighbors=moves(*{pairs}))
@mechanism
def sums(counts: Vector[Int[0, 1], {cells}]):
    shown = []
    for row in {rows}:
        shown.append(sum(weight * count for weight, count in zip(row, counts)) + laplace(1))
    return shown
"""


def drawn(seed: int) -> tuple[Policy, list[list[int]]]:
    draw = random.Random(seed)
    cells = draw.randint(2, 8)
    ends: list[int | None] = [*range(cells), *([None] if draw.random() < 0.5 else [])]
    every = [(one, other) for at, one in enumerate(ends) for other in ends[at + 1 :]]
    policy = from_pairs(draw.sample(every, draw.randint(1, min(len(every), 2 * cells))), cells)
    rows = [[draw.randint(-2, 2) for _ in range(cells)] for _ in range(1 if cells > 4 or draw.random() < 0.7 else 2)]
    return policy, rows


def text(policy: Policy, rows: list[list[int]], epsilon: str) -> str:
    pairs = [
        (left, None if right < 0 else right)
        for left, right in zip(policy.left.tolist(), policy.right.tolist(), strict=True)
    ]
    return MECHANISM.format(epsilon=epsilon, pairs=pairs, cells=policy.cells, rows=rows)


def planned(policy: Policy, rows: list[list[int]]) -> Fraction:
    return sensitivity(from_rows(rows, policy), policy)


def main() -> int:
    wanted = range(int(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        expected = {}
        for seed in wanted:
            policy, rows = drawn(seed)
            expected[f"m{seed}.py"] = planned(policy, rows)
            (Path(folder) / f"m{seed}.py").write_text(text(policy, rows, "1"))
        command = [sys.executable, "-m", "faier", "bound", ".", "--format", "json", "--no-cache", "--timeout", "60"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        results = json.loads(done.stdout)["results"]
    wrong = [
        f"{result['path']}: {result['epsilon']}, planned {expected[result['path']]}"
        for result in results
        if result["epsilon"]["exact"] != str(expected[result["path"]])
    ]
    print("\n".join(wrong))
    print(f"{len(results)} of {len(expected)} bounds, {len(wrong)} differ")
    return 1 if wrong or len(results) < len(expected) else 0


if __name__ == "__main__":
    sys.exit(main())
