"""Values between processes, in which texts have other hashes."""

import os
import pickle
import subprocess
import sys

from faier.lang.values import Sequence, Shape

MADE = Sequence(
    "record", ("a", Sequence("dict", (Sequence("tuple", ("b", 1)),), "Counter")), Shape("R", ("x",), "dataclass")
)
CODE = """
import pickle, sys
found = pickle.load(sys.stdin.buffer)
again = type(found)(found.kind, found.items, found.of)
sys.stdout.buffer.write(pickle.dumps((found, found in {again}, again == found)))
"""


def test_a_value_is_the_same_in_every_process() -> None:
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", CODE],
            input=pickle.dumps(MADE),
            capture_output=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
        )
        found, known, equal = pickle.loads(done.stdout)
        assert known and equal
        assert found == MADE and {found} == {MADE}
