"""`faier explain`: the wrong example of each code raises exactly that code, and the right one nothing."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import shlex
import textwrap
import tomllib
from pathlib import Path

import pytest
from command_line import NOISY_MAX, RESPONSE, faier, write
from referee import brute, vocabulary
from referee.chance import Unsupported

import faier as package
from faier.report.explain import codes, explanation, find
from faier.report.findings import VERDICTS

# What happens to a run, whatever was typed.
WITHOUT = {"FA803", "FA805", "FA899"}

COMMANDS = [code for code in codes() if find(code).wrong.startswith("$ ")]
TABLES = [code for code in codes() if find(code).wrong.startswith("[")]
# That there are too many states is known when two million of them have been made.
FILES = [code for code in codes() if find(code).wrong and code not in {*COMMANDS, *TABLES, "FA502"}]

APPROXIMATE = RESPONSE.replace("neighbors=one()", "neighbors=one(), delta=1 / 10")
UNCLAIMED = RESPONSE.replace("@private(epsilon=log(3), neighbors=one())\n", "")
# Some claims of it are there to fail.
MAX = "\n".join(line for line in NOISY_MAX.splitlines() if "log(7)" not in line) + "\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the examples name."""
    write(tmp_path, {"response.py": RESPONSE, "noisy_max.py": MAX, "models/response.py": RESPONSE})
    write(tmp_path, {"unclaimed.py": UNCLAIMED, "approximate.py": APPROXIMATE, "notes/notes.py": "import os\n"})
    write(tmp_path, {"everything.py": RESPONSE + "#" * 1_200_000, "one_half.py": RESPONSE, "other_half.py": RESPONSE})
    write(tmp_path, {"table.py": RESPONSE + "\n\nTABLE = (" + "1, 2, 3, 4,\n" * 10_000 + ")\n"})
    shipped = "import random\n\n\ndef response(answer):\n    return answer if random.random() < 0.75 else not answer\n"
    write(tmp_path, {"shipped.py": shipped})
    write(tmp_path, {"diary.csv": "activity\nrest\nwalk\nrest\n", "ragged.csv": "day,activity\n1,rest\n2,walk,3\n"})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(document: dict[str, object]) -> dict[str, set[str]]:
    """The codes of errors and findings, by path."""
    found: dict[str, set[str]] = {}
    errors, results = document["errors"], document["results"]
    assert isinstance(errors, list)
    assert isinstance(results, list)
    for error in errors:
        found.setdefault(error["path"], set()).add(error["code"])
    for result in results:
        if result.get("ok") is False:
            found.setdefault(result["path"], set()).add(VERDICTS[result["verdict"]])
    return found


def test_every_code_has_its_examples() -> None:
    assert {code for code in codes() if not find(code).wrong} == WITHOUT
    assert {code for code in codes() if not find(code).right} == WITHOUT
    assert len(FILES) + len(TABLES) + len(COMMANDS) + 1 == len(codes()) - len(WITHOUT)
    for code in codes():
        text = explanation(code)
        assert text is not None
        assert max(len(line) for line in text.split("\n") if not line.startswith("    ")) <= 80
        assert ("Wrong" in text) is ("Right" in text) is (code not in WITHOUT)
        assert ("Nothing that is typed is wrong" in text.replace("\n", " ")) is (code in WITHOUT)


def test_each_code_has_one_file_of_one_format() -> None:
    folder = Path(package.__file__).parent / "report" / "explanations"
    assert [file.name for file in sorted(folder.iterdir())] == [f"{code}.md" for code in codes()]
    for code in codes():
        meaning = find(code)
        parts = [f"# {meaning.title}", textwrap.fill(meaning.text, 80, break_on_hyphens=False)]
        if meaning.wrong:
            fence = f"```{'console' if code in COMMANDS else 'toml' if code in TABLES else 'python'}"
            for heading, example in (("Wrong", meaning.wrong), ("Right", meaning.right)):
                parts += [f"## {heading}", f"{fence}\n{example}```"]
        assert (folder / f"{code}.md").read_text(encoding="utf-8") == "\n\n".join(parts) + "\n"


def test_whatever_is_not_python_is_declared_as_package_data() -> None:
    """A wheel holds the modules and what pyproject.toml names."""
    root = Path(package.__file__).parent
    declared = tomllib.loads((root.parent / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"][
        "faier"
    ]
    shipped = {path for pattern in declared for path in root.glob(pattern)}
    others = {path for path in root.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert others == shipped
    assert len(shipped) > len(codes())


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    for kind in ("wrong", "right"):
        texts = {f"{kind}/{code}.py": getattr(find(code), kind) for code in FILES}
        write(tmp_path, {name: text.encode("utf-8", "surrogatepass") for name, text in texts.items()})
        found = told(faier(capsys, "check", *sorted(texts), "--format", "json").json)
        for code in FILES:
            # Where a constant is the example, the file needs no mechanism.
            least = set() if "@mechanism" in find(code).right or "@prior" in find(code).right else {"FA801"}
            assert found.get(f"{kind}/{code}.py", set()) == ({code} if kind == "wrong" else least), code


@pytest.mark.parametrize("code", COMMANDS)
def test_commands(code: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, expected in ((find(code).wrong, {code}), (find(code).right, set())):
        program, *arguments = shlex.split(text.removeprefix("$ "), comments=True)
        assert program == "faier"
        document = faier(capsys, *arguments, "--format", "json").json
        assert set().union(*told(document).values()) - {"FA701", "FA702"} == expected, text


@pytest.mark.parametrize("code", TABLES)
def test_tables(code: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, expected in ((find(code).wrong, {"pyproject.toml": {code}}), (find(code).right, {})):
        write(folder, {"pyproject.toml": text})
        assert told(faier(capsys, "check", "--format", "json").json) == expected


def test_too_many_states() -> None:
    from faier.lang import parse
    from faier.limits import LimitReached, Limits
    from faier.semantics.explore import explore

    meaning, few = find("FA502"), Limits(states=10_000)
    explore(parse(meaning.right, "right.py"), "total", few)
    with pytest.raises(LimitReached) as caught:
        explore(parse(meaning.wrong, "wrong.py"), "total", few)
    assert caught.value.name == "states"


def test_examples_have_their_language_in_help() -> None:
    from faier.report.to_sarif import _rule

    for code, language in (("FA701", "python"), ("FA001", "console"), ("FA812", "toml")):
        assert f"```{language}\n" in json.dumps(_rule(code)).replace("\\n", "\n")


def laws(text: str) -> dict[tuple[object, ...], brute.Law] | None:
    """What the file's one mechanism shows, by input, where plain Python gives that a meaning."""
    try:
        loaded = brute.load(text)
        (mechanism,) = (value for value in loaded.names.values() if isinstance(value, vocabulary.Mechanism))
        declared = brute.inputs_of(mechanism)
        inputs = [brute.input_values(kind, 2) for kind in declared.values()]
    except Exception:
        return None
    found: dict[tuple[object, ...], brute.Law] = {}
    for values in itertools.product(*inputs):
        with contextlib.suppress(Exception, Unsupported):
            law = brute.law_of(loaded, mechanism, declared, dict(zip(declared, values, strict=True)), 3)
            if sum(law.values()) == 1:  # a run that goes on silently forever shows nothing
                found[tuple(map(str, values))] = law
    return found


def test_no_help_changes_what_is_shown() -> None:
    """Where both examples of a code have a meaning it is the same, or the text says that it is another mechanism."""
    compared = set()
    # Of FA408, infinitely many rounds are the same once their remainder alone is kept.
    for code in (code for code in FILES if "@mechanism" in find(code).wrong and code != "FA408"):
        wrong, right = laws(find(code).wrong), laws(find(code).right)
        shared = wrong.keys() & right.keys() if wrong and right else set()
        if shared:
            assert wrong is not None and right is not None
            compared.add(code)
            same = all(wrong[key] == right[key] for key in shared)
            assert same or (code == "FA604" and "another mechanism" in find(code).text), code
    assert compared >= {"FA102", "FA112", "FA402", "FA406", "FA410", "FA411", "FA413"}


def test_the_advice_for_a_loop_that_draws_again_has_its_distribution() -> None:
    """`lo + categorical(...)` of FA405 against the loop in plain Python; clamp is told apart."""
    head = "from faier import Int, categorical, clamp, geometric, mechanism\n\nA, LO, HI = 1 / 2, 1, 3\n\n"
    once = "def drawn(count):\n    noisy = count + geometric(A)\n"
    once += "    return clamp(noisy, LO, HI) if LO <= noisy <= HI else None\n\n"
    mechanism = "@mechanism\ndef shown(count: Int[0, 4]):\n"
    loop = "    value = None\n    while value is None:\n        value = drawn(count)\n    return value\n"
    advice = "lo + categorical(*[a ** abs(value - x) for value in range(lo, hi + 1)])"
    assert advice in find("FA405").text
    for name, value in (("lo", "LO"), ("hi", "HI"), ("a", "A"), ("x", "count")):
        advice = re.sub(rf"\b{name}\b", value, advice)
    drawn, told = laws(head + once + mechanism + loop), laws(f"{head}{mechanism}    return {advice}\n")
    assert drawn is not None and len(drawn) == 5
    assert drawn == told
    assert drawn != laws(f"{head}{mechanism}    return clamp(count + geometric(A), LO, HI)\n")
