"""What fuzzing found (`scripts/fuzz`), shrunk: each input does what is documented, and its whole family with it."""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path

import asked
import pytest
from command_line import NOISY_MAX, RESPONSE, faier, write
from json_schema import faults

from faier import limits
from faier.answers import to_answers
from faier.checker import FORMAT, check
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.lang import Rejected, parse
from faier.limits import LimitReached, Limits
from faier.report.schemas import schema
from faier.running import tasks

DELTA = RESPONSE.replace("neighbors=one()", "neighbors=one(), delta=1 / 1000").replace("log(3)", "log(2)")

# Configurations that are refused with a message, and the code.
REFUSED = {
    "a number of 5,000 digits": ("[tool.faier]\nlength = " + "9" * 5000, "FA811"),
    "a number that no float holds": ("[tool.faier]\ntimeout = " + "9" * 400, "FA813"),
    "not a table": ("[[tool.faier]]\nlength = 2", "FA813"),
}


@pytest.mark.parametrize(("text", "code"), REFUSED.values(), ids=REFUSED.keys())
def test_a_configuration_is_refused(
    text: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE, "pyproject.toml": text})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "check", "a.py", "--format", "json")
    assert (result.status, [error["code"] for error in result.json["errors"]]) == (2, [code])


def test_tools_that_are_no_table_are_not_about_faier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE, "pyproject.toml": "tool = 3 # faier"})
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "list", "a.py").status == 0


LONG = "x" * 300
ARGUMENTS = [
    ("check", LONG, "FA001"),
    ("list", f"{LONG}/a.py", "FA001"),
    ("compile", f"{LONG}.py::f", "FA001"),
    ("check", "a.py", "--output", LONG, "FA809"),
    ("check", "a.py", "--output", "out\0.txt", "FA809"),
    ("check", "a.py", "--resume", LONG, "FA809"),
    ("check", "a.py", "--certificates", "a.py", "FA809"),
    ("check", "a.py", "--certificates", "a.py/proofs", "FA809"),
    ("check", "a.py", "--certificates", "proofs\0", "FA809"),
]


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=lambda arguments: " ".join(arguments)[:40])
def test_names_that_no_file_has(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    *given, code = arguments
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, *given, "--format", "json")
    assert (result.status, [error["code"] for error in result.json["errors"]]) == (2, [code])
    assert [path.name for path in tmp_path.iterdir()] == ["a.py"]


def test_more_memory_than_can_be_asked_for_is_no_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "check", "a.py", "--memory", "99999999999999999999", "--jobs", "1").status == 0


@pytest.mark.parametrize("source", [RESPONSE, NOISY_MAX, DELTA], ids=["response", "noisy max", "delta"])
def test_the_time_may_be_up_at_any_moment(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At whichever look at the clock: a claim is then undecided or what it is, and a bound can be told."""
    program = parse(source, "a.py")
    clock = _Clock()
    monkeypatch.setattr(Limits, "expired", clock.expired)
    monkeypatch.setattr(Limits, "check", clock.check)
    for claim in program.claims[:2]:
        truth = type(asked.check(program, claim))
        assert truth in (Proved, Refuted)
        subject, number = claim.subject, 0
        while number < clock.looks:
            clock.begin(number)
            assert type(asked.check(program, claim)) in (Undecided, truth), number
            clock.begin(number)
            found = asked.bound(program, subject, delta=claim.budget.delta)
            told = to_answers.bounded(tasks._asked(program, subject, 0, ""), found, 0.0)
            assert told.loss is None or told.loss.lower >= 0
            number += 1 + number // 4
        clock.begin(None)


class _Clock:
    """Says that the time is up from the look at it with a number on, and counts the looks without one."""

    def __init__(self) -> None:
        self.last: int | None = None
        self.looks = self.seen = 0

    def begin(self, last: int | None) -> None:
        self.last, self.seen = last, 0
        self.looks = 0 if last is None else self.looks

    def expired(self, *_: object) -> bool:
        self.seen += 1
        if self.last is None:
            self.looks = self.seen
        return self.last is not None and self.seen > self.last

    def check(self, *_: object) -> None:
        if self.expired():
            raise LimitReached("timeout", "the time limit was reached (--timeout)")


# Inputs that are too many to be listed, in a relation or none.
WITHOUT_NUMBER = (
    "x: Int[0, 2 ** 64]",
    "x: Vector[Int[0, 2], 2 ** 64]",
    "x: Vector[Vector[Bool, 2 ** 40], 2 ** 40]",
    "x: Stream[Vector[Bool, 2 ** 40]]",
    "x: Bool, y: Public[Int[0, 2 ** 64]]",
)
RELATIONS = ("one()", "total(1)", "where(lambda a, b: a != b)")


CLAIMED = [
    (inputs, how) for inputs in WITHOUT_NUMBER for how in RELATIONS if not ("Stream" in inputs and "where" in how)
]


@pytest.mark.parametrize(("inputs", "relation"), CLAIMED)
def test_inputs_without_number_are_not_listed(inputs: str, relation: str) -> None:
    source = (
        "from faier import Bool, Int, Public, Stream, Vector, log, mechanism, one, private, total, where\n"
        f"@private(epsilon=log(2), neighbors={relation})\n@mechanism\ndef m({inputs}):\n    yield 1\n"
    )
    program = parse(source, "a.py")
    verdict = asked.check(program, program.claims[0])
    if isinstance(verdict, Proved):  # what is shown is seen to be the same, whatever the input
        assert relation in ("one()", "total(1)")
        assert verdict.tight is not None and verdict.tight.upper == 1
        return
    assert isinstance(verdict, Undecided)
    assert verdict.reason.endswith("has more than 2,000,000 entries, or values of an entry")


def test_parameters_without_number_are_not_listed() -> None:
    source = (
        "from faier import Bool, Int, Public, categorical, log, mechanism, prior, private, secret\n"
        "@prior\ndef p(n: Int[0, 2 ** 64]):\n    s = categorical(1, 1)\n    secret(s)\n    return s\n"
        "@private(epsilon=log(2), prior=p)\n@mechanism\ndef m(x: Int[0, 1]):\n    yield 1\n"
    )
    program = parse(source, "a.py")
    verdict = asked.check(program, program.claims[0])
    assert isinstance(verdict, Undecided)
    assert verdict.reason.endswith("entries, or values of an entry")


HEAD = "from faier import Bool, Int, Vector, edges, log, mechanism, one, pairs, private, where\n"

# Inputs, a relation, and what the checker says about a proof by looking at every word.
MANY = {
    "one of many values": ("Int[0, 99999]", "edges((0, 1))", "holey"),
    "pairs of many values": ("Vector[Int[0, 99999], 9]", "pairs(([0] * 9, [1] * 9))", "holey"),
    "many vectors": ("Vector[Vector[Bool, 99999], 99999]", "one()", "holey"),
    "a predicate": ("Vector[Vector[Bool, 300], 300]", "where(lambda x, y: True)", "holey"),
}


@pytest.mark.parametrize(("type_", "relation", "answer"), MANY.values(), ids=MANY.keys())
def test_the_checker_does_not_list_what_is_without_number(type_: str, relation: str, answer: str) -> None:
    claim = f"epsilon=log(2), neighbors={relation}"
    source = f"{HEAD}@private({claim})\n@mechanism\ndef m(x: {type_}):\n    return x == x\n"
    document = {
        "format": FORMAT,
        "file": {"path": "m.py", "sha256": hashlib.sha256(source.encode()).hexdigest()},
        "set": {},
        "claim": {"mechanism": "m", "decorator": 0, "epsilon": "log(2)", "delta": None}
        | {"neighbors": relation, "prior": None, "pairs": None},
        "verdict": "proved",
        "length": None,
        "evidence": {"kind": "enumeration", "boxes": {}},
    }
    assert check(json.dumps(document).encode(), source.encode(), 1000).answer == answer


FORMATS = ("json", "sarif", "junit", "github")


@pytest.mark.parametrize("form", FORMATS)
def test_a_wrong_command_line_is_told_to_programs_too(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (("check", "--nonsense"), ("check", "a.py", "--length", "0"), ("check", "--epsilon")):
        result = faier(capsys, *arguments[:1], "--format", form, *arguments[1:])
        assert result.status == 2
        assert "FA809" in result.out
        assert "Error: " in result.err
    assert faier(capsys, "check", "--nonsense").out == ""


@pytest.mark.parametrize("command", ["bound", "certify", "diff", "list", "compile"])
def test_every_command_tells_programs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    result = faier(capsys, command, "--nonsense", "--format=json")
    assert (result.status, result.json["schema"]) == (2, f"faier.{command}/1")
    assert [error["code"] for error in result.json["errors"]] == ["FA809"]


def test_evidence_ends_with_the_time() -> None:
    """A claim that is decided stays so when there is no time left for its certificate."""
    from faier.certificate.write import certificate, heading

    program = parse(NOISY_MAX, "a.py")
    verdict = asked.check(program, program.claims[0])
    assert isinstance(verdict, Proved)
    head = heading(program, program.claims[0], 0, {}, {}, verdict)
    written = certificate(program, program.claims[0], head, verdict, limits.seconds(0.0))
    evidence = json.loads(written.text)["evidence"]
    assert evidence == {"kind": "none", "why": written.missing} and "time limit" in evidence["why"]


BIG = "2 ** 64"

# Statements with numbers that no size of anything in memory has.
LARGE_NUMBERS = [
    f"for i in range({BIG}):\n        return i",
    f"for i in (0, {BIG}):\n        return i",
    f"for i in [x + {BIG}, 0, {BIG}]:\n        return i",
    f"return len(list(range(x, {BIG})))",
    f"return sum([1 for i in range({BIG})])",
    f"return [0, 1][x:{BIG}]",
    f"return [0, 1][{BIG}]",
    f"return [0] * ({BIG} * x)",
    f"return x in range({BIG})",
    f"return [i for i in reversed(range(x, -{BIG}, -1))]",
    f"return list(enumerate([x], {BIG}))",
    f"return uniform(0, {BIG})",
    f"return x ** {BIG}",
    f"return x + geometric(1 / 2) >= {BIG}",
    f"return x - geometric(1 / 2) == -{BIG}",
    f"return geometric(exp(-1)) + x < {BIG}",
    f"return {BIG} * geometric(1 / 2) > x",
    f"return geometric(1 / 2) + {BIG} * geometric(1 / 3) > x",
    f"return geometric(1 / 2) // {BIG} > x",
    f"return geometric(1 / 2) % {BIG}",
    f"return abs(geometric(1 / 2)) * {BIG} < x",
    f"return max(geometric(1 / 2), {BIG}) > x",
    f"return clamp(geometric(1 / 2), {BIG}, {BIG} + 1)",
]


@pytest.mark.parametrize("statement", LARGE_NUMBERS)
def test_numbers_larger_than_any_size(statement: str) -> None:
    """Every part answers or refuses: reading, deciding, and the checker."""
    source = (
        "from faier import Int, clamp, exp, geometric, log, mechanism, one, private, uniform\n"
        f"@private(epsilon=log(2), neighbors=one())\n@mechanism\ndef m(x: Int[0, 1]):\n    {statement}\n"
    )
    with contextlib.suppress(Rejected):
        program = parse(source, "m.py")
        asked.check(program, program.claims[0], limits=limits.seconds(0.2, states=100))
    claim = {"mechanism": "m", "decorator": 0, "epsilon": "log(2)", "delta": None, "neighbors": "one()"}
    document = {
        "format": FORMAT,
        "file": {"path": "m.py", "sha256": hashlib.sha256(source.encode()).hexdigest()},
        "set": {},
        "claim": claim | {"prior": None, "pairs": None},
        "verdict": "proved",
        "length": None,
        "evidence": {"kind": "enumeration", "boxes": {}},
    }
    assert check(json.dumps(document).encode(), source.encode(), 1000).answer in ("valid", "invalid", "holey")


def test_pairs_are_in_the_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prior = "@prior\ndef p():\n    n = flip(1 / 2)\n    secret(n)\n    return n\n\n\n"
    source = RESPONSE.replace("@private", f"{prior}@private").replace(
        "neighbors=one()", "prior=p, pairs=((False, True),)"
    )
    write(tmp_path, {"a.py": source.replace("one, private", "prior, private, secret")})
    monkeypatch.chdir(tmp_path)
    for command in ("check", "bound", "list"):
        result = faier(capsys, command, "a.py", "--format", "json")
        assert '"pairs": "((False, True),)"' in result.out, result.out
        assert faults(result.json, schema(command), strict=True) == []


DOCUMENTS = [
    ["bound", "a.py", "--curve"],
    ["bound", "a.py", "--curve", "--length", "2"],
    ["bound", "a.py", "--delta", "1 / 100"],
    ["bound", "a.py", "--epsilon", "1 / 2"],
    ["bound", "a.py", "--length", "1"],
    ["check", "a.py"],
    ["check", "a.py", "--epsilon", "1 / 2", "--delta", "1 / 1000", "--neighbors", "one()"],
    ["check", "a.py", "--epsilon", "1 / 2", "--neighbors", "one()", "--engine", "smt"],
    ["check", "b.py", "--length", "1"],
    ["check", "c.py"],
    ["list", "a.py", "b.py", "c.py"],
    ["compile", "a.py"],
    ["certify", "b.py", "--left", "0", "--right", "1", "--output", "0", "--epsilon", "1 / 2"],
]


@pytest.mark.parametrize("arguments", DOCUMENTS, ids=" ".join)
def test_documents_have_nothing_that_their_schema_does_not_name(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": NOISY_MAX, "b.py": RESPONSE, "c.py": RESPONSE.replace("log(3)", "nothing")})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, *arguments, "--format", "json")
    assert faults(result.json, schema(arguments[0]), strict=True) == []


LONG = "10 ** 4000"

# Numbers of thousands of digits, as they are shown, drawn with, compared and complained about.
LONG_NUMBERS = [
    f"return {LONG} + x",
    f"return ({LONG} * x, -({LONG}))",
    f"return flip(Fraction(x + 1, {LONG}) * Fraction(1, {LONG} - 1))",
    f"return geometric(Fraction(1, {LONG})) > x",
    f"return Fraction({LONG} + x, {LONG} - 1)",
    f"for i in range({LONG}, {LONG} + 2):\n        yield i + x",
]
TOO_LONG_NUMBERS = [
    f"return {LONG} * {LONG} * x",
    f"return [1][{LONG} * x]",
    f"return flip({LONG} * x)",
    f"return {LONG} * ({LONG} * geometric(1 / 2)) > x",
    f"return 1.5 ** {LONG}",
    f"return int(Fraction(1, {LONG}) ** -2) + x",
    f"return ({LONG} - x) / ({LONG} + 1) == 1",
    "return flip(0.5 ** 4000 + x / 2)",
]


UNSETTLED = "-1 * log(200 / 2 ** 13999) % (1 / 1000000)"
TOLD = [(LONG_NUMBERS, "log(2)", 1), (TOO_LONG_NUMBERS, "log(2)", 2), (LONG_NUMBERS[:1], UNSETTLED, 2)]


@pytest.mark.parametrize(("statements", "epsilon", "status"), TOLD)
@pytest.mark.parametrize("form", ["text", "json"])
def test_long_numbers_are_told(
    statements: list[str], epsilon: str, status: int, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = (
        "from fractions import Fraction\nfrom faier import Int, exp, flip, geometric, log, mechanism, one, private\n"
    )
    for number, statement in enumerate(statements):
        source += (
            f"@private(epsilon={epsilon}, neighbors=one())\n@mechanism\ndef m{number}(x: Int[0, 1]):\n    {statement}\n"
        )
    (tmp_path / "a.py").write_text(source)
    result = faier(
        capsys, "check", str(tmp_path / "a.py"), "--format", form, "--certificates", str(tmp_path / "proofs")
    )
    assert result.status == status
    assert "internal error" not in result.out + result.err
