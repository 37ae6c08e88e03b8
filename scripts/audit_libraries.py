"""The libraries of casestudies/real_libraries, those of them that are installed, audited: results.md is written anew.

    python scripts/audit_libraries.py [--samples N] [--timeout SECONDS]

They are installed beside faier, in an environment of their own:

    pip install opendp diffprivlib 'scikit-learn<1.6' python-dp pure-ldp statsmodels
    pip install multi-freq-ldpy diffpriv-pure eeprivacy
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "casestudies" / "real_libraries"

RESULTS = FOLDER / "results.md"

X = ('{"x": 0}', '{"x": 1}')
ANSWER = ('{"answer": false}', '{"answer": true}')
VALUE = ('{"value": 0}', '{"value": 1}')
UTILITY = ('{"utility": [0, 1, 1]}', '{"utility": [1, 0, 0]}')

# The package, the callable in shipped.py, the mechanism beside it, and the inputs.
AUDITS = (
    ("opendp", "opendp_laplace_of_integers", "count", X),
    ("opendp", "opendp_geometric_in_range", "count_in_range", X),
    ("opendp", "opendp_response", "response", ANSWER),
    ("opendp", "opendp_response_of_four", "response_of_four", VALUE),
    ("opendp", "opendp_noisy_max", "permute_and_flip", UTILITY),
    ("opendp", "opendp_noisy_max_gumbel", "exponential", UTILITY),
    ("opendp", "opendp_laplace", "measured", X),
    ("opendp", "opendp_gaussian", "normal", X),
    ("diffprivlib", "diffprivlib_geometric", "count", X),
    ("diffprivlib", "diffprivlib_geometric_truncated", "count_in_range", X),
    ("diffprivlib", "diffprivlib_binary", "response", ANSWER),
    ("diffprivlib", "diffprivlib_exponential", "exponential", UTILITY),
    ("diffprivlib", "diffprivlib_permute_and_flip", "permute_and_flip", UTILITY),
    ("diffprivlib", "diffprivlib_laplace", "measured", X),
    ("diffprivlib", "diffprivlib_laplace_truncated", "measured_in_range", X),
    ("python-dp", "pydp_laplace_of_integers", "count", X),
    ("python-dp", "pydp_laplace", "measured", X),
    ("pure-ldp", "pure_ldp_direct_encoding", "response_of_four", VALUE),
    ("pure-ldp", "pure_ldp_unary_encoding", "unary", VALUE),
    ("multi-freq-ldpy", "multi_freq_response_of_four", "response_of_four", VALUE),
    ("multi-freq-ldpy", "multi_freq_unary", "unary", VALUE),
    ("multi-freq-ldpy", "multi_freq_rappor", "rappor", VALUE),
    ("diffpriv-pure", "diffpriv_pure_count", "count", X),
    ("diffpriv-pure", "diffpriv_pure_laplace", "measured", X),
    ("eeprivacy", "eeprivacy_laplace", "measured", X),
    ("eeprivacy", "eeprivacy_gaussian", "classical_normal", X),
)

REALS = frozenset({"measured", "measured_in_range", "normal", "classical_normal"})

HEAD = """\
| library | version | called | beside | last bits | samples | least p | epsilon at least | of | verdict |
| --- | --- | --- | --- | --- | ---: | ---: | ---: | ---: | --- |
"""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--samples", type=int, default=100_000)
    asked.add_argument("--timeout", type=float, default=60)
    asked.add_argument("--only", default="", help="those whose name has this in it; the other rows stay")
    given = asked.parse_args()
    rows = kept()
    for package, name, mechanism, inputs in AUDITS:
        try:
            installed = version(package)
        except PackageNotFoundError:
            print(f"{package} is not installed")
            continue
        for bits in (False, True) if mechanism in REALS else (False,):
            if given.only not in name:
                continue
            results = audited(name, mechanism, inputs, given.samples, given.timeout, bits)
            row = (package, installed, name, mechanism, "yes" if bits else "no", *summary(results))
            rows[name, row[4]] = "| " + " | ".join(row) + " |\n"
            print(rows[name, row[4]], end="", flush=True)
            order = [(name, bits) for _, name, _, _ in AUDITS for bits in ("no", "yes")]
            text = "".join(rows[which] for which in order if which in rows)
            RESULTS.write_text(HEAD + text, encoding="utf-8")


def kept() -> dict[tuple[str, str], str]:
    """The rows that are there, by what was called and whether last bits were looked at."""
    lines = RESULTS.read_text().splitlines()[2:] if RESULTS.exists() else []
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    return {(row[3], row[5]): f"{line}\n" for row, line in zip(cells, lines, strict=True)}


def audited(
    name: str, mechanism: str, inputs: tuple[str, ...], samples: int, timeout: float, bits: bool
) -> list[dict[str, object]]:
    """What `faier audit` says of each input."""
    command = [sys.executable, "-m", "faier", "audit", f"shipped:{name}", f"mechanisms.py::{mechanism}"]
    command += ["--samples", str(samples), "--timeout", str(timeout), "--seed", "1", "--format", "json"]
    command += [word for text in inputs for word in ("--inputs", text)] + ["--bits"] * bits
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    document = json.loads(done.stdout)
    if not document["results"]:
        raise SystemExit(done.stdout)
    return list(document["results"])


def summary(results: list[dict[str, object]]) -> tuple[str, ...]:
    """The cells of a row: the worst of both inputs."""
    order = ("leaks", "differs", "too few", "consistent")
    samples = min(int(str(one["samples"])) for one in results)
    least = min(float(str(one["p_value"])) for one in results)
    epsilons = [one["epsilon"] for one in results if isinstance(one["epsilon"], dict)]
    lower, claimed = max(one["lower"] for one in epsilons), epsilons[0]["claimed"]
    verdict = min((str(one["verdict"]) for one in results), key=order.index)
    return f"{samples:,}", f"{least:.2g}", f"{lower:.3f}", f"{claimed:.3f}", verdict


if __name__ == "__main__":
    main()
