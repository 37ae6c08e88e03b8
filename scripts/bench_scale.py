"""Mechanisms of the sizes that people have: processor seconds, states and peak memory, in a process for each.

The old figures are those of the first edition on two cores; growth is the time against the next smaller size.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MECHANISMS = Path(__file__).resolve().parent / "scale"

# The file, the mechanism, its relation; each size by its settings, and what the first edition took for it.
Size = tuple[str, str]
CASES: tuple[tuple[str, str, str, tuple[Size, ...]], ...] = (
    ("count", "count", "one(1)", (("N=50", "4 s"), ("N=100", "37 s"), ("N=200", "undecided"), ("N=1000", "undecided"))),
    ("k_ary", "k_ary", "one()", (("K=128", "20 s"), ("K=256", "undecided"), ("K=512", "undecided"))),
    ("histogram", "histogram", "one(1)", (("CELLS=6", "11 s"), ("CELLS=32", "undecided"), ("CELLS=64", "undecided"))),
    ("histogram", "cells", "one(1)", (("CELLS=64", "1 s"), ("CELLS=128", "1 s"))),
    ("tree", "tree", "one()", (("LEVELS=2", ""), ("LEVELS=3", "undecided"))),
    ("tree", "counter", "one()", (("LEVELS=3", ""), ("LEVELS=4", ""))),
    ("rappor", "permanent", "each(1)", (("BITS=8", ""), ("BITS=32", ""))),
    ("rappor", "together", "one()", (("BITS=8,VALUES=8", "9 s"), ("BITS=16", "undecided"), ("BITS=32", "undecided"))),
    ("rappor", "in_turn", "one()", (("BITS=16,VALUES=16", "3.5 s"), ("BITS=32", "undecided"))),
    ("selection", "selection", "each(1)", (("N=12", ""), ("N=14", "17 s"), ("N=16", "undecided"))),
    ("k_means", "k_means", "one()", (("POINTS=2", ""), ("POINTS=3", "undecided"))),
)


def table() -> str:
    lines = [
        "Sizes that people have",
        f"{'mechanism':<12} {'size':<18} {'relation':<8} {'seconds':>8} {'growth':>7} {'states':>8} {'MiB':>6}"
        f" {'first edition':>14}  tight factor",
    ]
    for file, mechanism, relation, sizes in CASES:
        before: float | None = None
        for settings, old in sizes:
            found = measured(file, mechanism, relation, settings)
            seconds = float(found["seconds"])
            growth = "" if before is None else f"{seconds / before:.1f}x"
            lines.append(
                f"{mechanism:<12} {settings:<18} {relation:<8} {seconds:>8.1f} {growth:>7} {found['states']:>8}"
                f" {found['memory']:>6} {old:>14}  {found['factor']}"
            )
            before = seconds
    return "\n".join([*lines, ""])


def measured(file: str, mechanism: str, relation: str, settings: str) -> dict[str, str]:
    """What deciding it takes, in a process of its own."""
    arguments = [sys.executable, __file__, file, mechanism, relation, settings]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=ROOT)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def decide(file: str, mechanism: str, relation: str, settings: str) -> dict[str, str]:
    import resource

    from faier.deciding import by_search
    from faier.deciding.in_turn import turned
    from faier.deciding.question import Question
    from faier.deciding.store import Store
    from faier.exact import number_text
    from faier.lang import parse, parse_relation
    from faier.lang.claim import Neighbors, Subject
    from faier.limits import seconds
    from faier.semantics.process import Process

    path = MECHANISMS / f"{file}.py"
    given: dict[str, str] = {}
    for one in settings.split(","):
        name, value = one.split("=")
        given[name] = value
    begin = time.process_time()
    program = parse(path.read_text(), str(path), given)
    rule, text = parse_relation(relation, program, mechanism)
    question, store, limits = Question(program, Subject(mechanism, Neighbors(rule, text))), Store(), seconds(600)
    about = turned(question, store, limits)
    finding = by_search.found(question, store, limits)
    taken = time.process_time() - begin
    made = about.store.made if about is not None else store.made
    states = max((len(one.states) for one in made.values() if isinstance(one, Process)), default=0)
    tight = finding.tight
    known = tight is not None and tight.lower is not None and tight.lower == tight.upper
    factor = number_text(tight.lower) if tight is not None and tight.lower is not None and known else finding.reason
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {"seconds": f"{taken:.2f}", "states": str(states), "memory": str(memory), "factor": str(factor)}


if __name__ == "__main__":
    if len(sys.argv) == 5:
        sys.path[:0] = [str(ROOT)]
        print(json.dumps(decide(*sys.argv[1:])))
    else:
        print(table(), end="")
