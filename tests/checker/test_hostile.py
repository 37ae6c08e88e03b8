"""Hostile and changed certificates: never valid without a proof, never a traceback, never for long."""

import copy
import hashlib
import json
import time
from fractions import Fraction

import pytest
from certificates import certified
from test_certificates import COIN

from faier.checker import FORMAT, Result, check
from faier.checker.amounts import amounts
from faier.checker.budgets import Epsilon, within
from faier.checker.command import main, verify
from faier.checker.forms import ONE, ZERO
from faier.checker.inequality import Range, allowance
from faier.checker.outcome import Budget, Hole

PRIOR = """
from faier import Int, Probability, clamp, flip, geometric, log, mechanism, prior, private, secret


@prior
def contagious(p: Probability):
    sick = flip(p)
    secret(sick)
    return 2 * sick


@private(epsilon=log(4), prior=contagious)
@private(epsilon=log(2), prior=contagious, expect="refuted")
@private(epsilon=log(2), neighbors=each(1), delta=1 / 10)
@private(epsilon=log(3) / 2, neighbors=each(1), delta=1 / 100, expect="refuted")
@private(epsilon=0.6, neighbors=each(1), expect="refuted")
@mechanism
def truncated(count: Int[0, 2]):
    return clamp(count + geometric(1 / 2), 0, 2)
""".replace("import Int", "import each, Int")

HEAD = {
    "format": FORMAT,
    "file": {"path": "coin.py", "sha256": "0" * 64},
    "set": {},
    "claim": {},
    "verdict": "proved",
    "length": None,
    "evidence": {"kind": "enumeration", "boxes": {}},
}

HOSTILE = {
    "nothing": b"",
    "no JSON": b"{",
    "no object": b"[1]",
    "no text": b"\xff\xfe{}",
    "a lone string": b'"valid"',
    "a float": b'{"format": 1.5}',
    "a float without end": b'{"format": 1e999999999}',
    "NaN": b'{"format": NaN}',
    "Infinity": b'{"format": -Infinity}',
    "a number of a million digits": b'{"format": ' + b"9" * 1_000_000 + b"}",
    "nested arrays": b'{"format": ' + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}",
    "nested objects": b'{"a": ' * 100_000 + b"1" + b"}" * 100_000,
    "a key twice": b'{"format": "faier.certificate/1", "format": "faier.certificate/1"}',
    "a null byte": b'{"format": "\x00"}',
    "another format": json.dumps(HEAD | {"format": "faier.certificate/2"}).encode(),
    "no hash": json.dumps(HEAD | {"file": {"path": "coin.py"}}).encode(),
    "more about the file": json.dumps(HEAD | {"file": {"path": "x", "sha256": "0", "more": 1}}).encode(),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_are_invalid(name):
    answer = check(HOSTILE[name], COIN.encode())
    assert answer.answer == "invalid" and answer.reason


@pytest.mark.parametrize(
    "evidence",
    [
        None,
        [],
        {},
        {"kind": 3},
        {"kind": "magic"},
        {"kind": "violation"},
        {"kind": "enumeration"},
        {"kind": "enumeration", "boxes": []},
        {"kind": "enumeration", "boxes": {"0": 0}},
        {"kind": "enumeration", "boxes": {}, "more": 1},
        {"kind": "enumeration", "boxes": {"0": [0, "1/2", 0, 0]}},
    ],
)
def test_evidence_of_the_wrong_shape_is_invalid(evidence):
    proof = certified(COIN)[0]
    document = json.loads(proof.text) | {"evidence": evidence}
    assert proof.answer(json.dumps(document)).answer == "invalid"


def test_every_change_of_a_certificate_is_noticed():
    """Every number, text and structural element of each certificate is changed, dropped, doubled or replaced."""
    survivors = []
    count = 0
    for item in certified(COIN) + certified(PRIOR):
        document = json.loads(item.text)
        assert item.answer().answer == "valid", item.label
        for path, changed in mutations(document):
            count += 1
            answer = item.answer(json.dumps(changed))
            assert isinstance(answer, Result)
            if answer.answer == "valid":
                survivors.append((item.label, path, at(changed, path) if path in KEEPING else "changed"))
    assert count > 500
    assert [survivor for survivor in survivors if not still_proved(*survivor[1:])] == []


KEEPING = {("claim", "decorator"), ("claim", "epsilon"), ("length",)}


def still_proved(path, value):
    """Changes that still prove what is then claimed.

    These are another place of the file; 0.60 instead of 0.6; the same claim as if it came from a command line; a
    bound on the length of what is proved; other unknowns, or another violation, that are real too.
    """
    if path == ("claim", "decorator"):
        return value is None
    if path == ("claim", "epsilon"):
        return value == "0.60"
    if path == ("length",):
        return isinstance(value, int)
    return path == ("file", "path") or path[:2] in {
        ("evidence", name) for name in ("parameters", "outputs", "left", "right")
    }


def mutations(document):
    for path in paths(document):
        for replacement in replacements(at(document, path)):
            changed = copy.deepcopy(document)
            if replacement is DROP:
                del at(changed, path[:-1])[path[-1]]
            else:
                at(changed, path[:-1])[path[-1]] = replacement
            yield path, changed


DROP = object()


def replacements(value):
    yield DROP
    for other in (None, True, 7, -1, "", "1/2", "log(5)", [], {}, [value], {"x": value}, 10**4000):
        if other != value or type(other) is not type(value):
            yield other
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value - 2)
    elif isinstance(value, str):
        yield from (value + "0", value[:-1], value[::-1] if value != value[::-1] else value + "1")
    elif isinstance(value, list):
        yield from ([*value, 0], value * 2 if value else [0])
    elif isinstance(value, dict):
        yield {**value, "more": 1}


def paths(value, here=()):
    if isinstance(value, dict):
        for key, inside in value.items():
            yield (*here, key)
            yield from paths(inside, (*here, key))
    elif isinstance(value, list):
        for index, inside in enumerate(value):
            yield (*here, index)
            yield from paths(inside, (*here, index))


def at(document, path):
    for step in path:
        document = document[step]
    return document


@pytest.mark.parametrize(
    "source",
    [
        "",
        "# coding: utf-7",
        "#\n# vim: set fileencoding=rot13 :",
        "def f(",
        "\x00",
        "x = " + "(" * 300 + ")" * 300,
        "x = 10 ** 10 ** 10",
        "x = [0] * 10 ** 12",
        "import os",
    ],
)
def test_hostile_mechanism_files_are_never_valid(source):
    import hashlib

    text = json.dumps(HEAD | {"file": {"path": "x.py", "sha256": hashlib.sha256(source.encode()).hexdigest()}})
    assert check(text.encode(), source.encode()).answer in ("invalid", "holey")


@pytest.mark.parametrize(
    "body",
    [
        "a = (x,)\n    for _ in range(100):\n        a = (a, a)\n    return a",
        "a = [x]\n    for _ in range(100):\n        a = [a, a]\n    return a == [a, a]",
        "return [[[0] * 1000] * 1000] * 1000 == [[[0] * 1000] * 1000] * 1000",
        "return " + "[" * 6 + "x" + "".join(f" for y{i} in range(9)" for i in range(2)) + "]" + "] * 1000" * 5,
        "y = 1 / 3\n    for _ in range(100):\n        y = y * y + 1\n    return y",
        "return ((1 / 3) ** 9999) ** 9999 > x",
    ],
)
def test_work_on_values_is_bounded(body):
    """What a short text makes of values may be much larger than the text."""
    source = f"from faier import Bool, each, mechanism\n\n\n@mechanism\ndef m(x: Bool):\n    {body}\n"
    claim = {"mechanism": "m", "decorator": None, "epsilon": "1", "delta": None}
    file = {"path": "x.py", "sha256": hashlib.sha256(source.encode()).hexdigest()}
    proof = HEAD | {"file": file, "claim": claim | {"neighbors": "each(1)", "prior": None, "pairs": None}}
    answer = check(json.dumps(proof).encode(), source.encode(), steps=100_000)
    assert answer.answer in ("invalid", "holey")


def test_work_is_bounded():
    proof = certified(COIN)[0]
    answer = proof.answer(steps=3)
    assert answer.answer == "holey" and "more steps" in answer.reason


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", "valid"), ("UTF_8", "valid"), ("utf-7", "holey")])
def test_a_file_that_python_reads_otherwise_is_not_taken_for_its_text(encoding, expected):
    source = f"# coding: {encoding}\n" + COIN
    proof = json.loads(certified(COIN)[0].text)
    proof["file"]["sha256"] = hashlib.sha256(source.encode()).hexdigest()
    assert check(json.dumps(proof).encode(), source.encode()).answer == expected


def test_a_file_with_nothing_to_read_yet_is_none(tmp_path, monkeypatch):
    """/proc/kmsg is a regular file that gives nothing, not even an end, while nobody writes to it."""
    (tmp_path / "waiting.json").write_text("{}")
    monkeypatch.setattr("faier.checker.command.os.fdopen", lambda *_: Waiting())
    assert verify(str(tmp_path / "waiting.json")).answer == "invalid"


class Waiting:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def read(self, _):
        return None


def test_files_that_are_none(tmp_path, capsys):
    certificate = tmp_path / "certificate.json"
    certificate.write_text(json.dumps(HEAD))
    assert verify(str(tmp_path / "absent.json")).answer == "invalid"
    assert verify(str(tmp_path)).answer == "invalid"
    assert "not there" in verify(str(certificate)).reason
    certificate.write_text(json.dumps(HEAD | {"file": {"path": "/dev/zero", "sha256": "0" * 64}}))
    assert verify(str(certificate)).answer == "invalid"
    assert main([]) == 2
    assert main([str(certificate)]) == 1
    assert "invalid" in capsys.readouterr().out


def test_the_lines_of_the_command(tmp_path, capsys):
    """Mechanism files are found by their text, beside the certificate or among those that are named."""
    source = "from faier import Bool, flip, log, mechanism, one\n\n\n@mechanism\ndef coin(a: Bool):\n    return {}\n"
    text, other = source.format("a if flip(3 / 4) else not a"), source.format("1")
    claim = {"mechanism": "coin", "decorator": None, "epsilon": "log(3)", "delta": None, "neighbors": "one()"}
    document = HEAD | {
        "file": {"path": "coin.py", "sha256": hashlib.sha256(text.encode()).hexdigest()},
        "claim": claim | {"prior": None, "pairs": None},
    }
    (tmp_path / "proofs").mkdir()
    good, hole, bad = (tmp_path / "proofs" / name for name in ("good.json", "hole.json", "bad.json"))
    good.write_text(json.dumps(document))
    hole.write_text(json.dumps(document | {"evidence": {"kind": "none", "why": "no way"}}))
    bad.write_text(json.dumps(document | {"claim": claim | {"epsilon": "log(2)", "prior": None, "pairs": None}}))

    def said(*names):
        status = main([str(name) for name in names])
        return status, capsys.readouterr().out.replace(str(tmp_path), "").splitlines()

    elsewhere, wrong = tmp_path / "elsewhere.py", tmp_path / "wrong.py"
    elsewhere.write_text(text)
    wrong.write_text(other)
    about = "the mechanism file is not the one that the certificate is about"
    assert said(good) == (1, ["invalid /proofs/good.json  coin.py: the mechanism file is not there"])
    assert said(good, wrong) == (1, [f"invalid /proofs/good.json  coin.py: {about}"])
    what = ["        epsilon=log(3) neighbors=one()"]
    typed = ["        not a claim of the file: it was given on the command line"]
    valid = ["valid   /proofs/good.json  coin.py::coin proved", *what, *typed]
    holey = ["holey   /proofs/hole.json  coin.py: no way", *what, *typed]
    assert said(good, elsewhere) == said(wrong, good, elsewhere) == said(elsewhere, wrong, good) == (0, valid)
    assert said(good, hole, elsewhere) == (3, valid + holey)
    status, lines = said(good, hole, bad, elsewhere)
    assert status == 1 and [line.split()[0] for line in lines if line[0] != " "] == ["valid", "holey", "invalid"]
    assert said(tmp_path / "proofs", elsewhere)[1] == [*lines[-3:], *valid, *holey]
    (tmp_path / "proofs" / "coin.py").write_text(text)
    assert said(good) == (0, valid)
    (tmp_path / "empty").mkdir()
    assert main(["-v", str(good)]) == main([str(elsewhere)]) == main([str(tmp_path / "empty")]) == 2
    assert capsys.readouterr().err.startswith("usage: ")


# What a belief does on the way to a fair coin, and whether the checker may accept a proof of it.
WITHOUT_A_TRACE = [
    ("Real[0, 1]", "pass", "valid"),
    ("Real[0, 1]", "flip(2 * q)", "invalid"),
    ("Real[0, 1]", "while flip(q):\n        pass", "holey"),
    ("Real[0, 1]", "while flip(1 - q):\n        pass", "holey"),
    ("Probability", "while flip(1 - q):\n        pass", "valid"),
    ("Real[0, 1]", "while flip(2 * q * (1 - q)):\n        pass", "valid"),
    ("Probability", "while flip(2 * q * (1 - q)):\n        pass", "valid"),
    ("Real[0, 1]", "while flip(1 - q * (1 - q)):\n        pass", "holey"),
    ("Probability", "while flip(1 - q * (1 - q)):\n        pass", "valid"),
    ("Real[0, 1]", "while flip(1 - q * q):\n        pass", "holey"),
    ("Real[1 / 9, 1]", "while flip(1 - q * q):\n        pass", "valid"),
    ("Real[0, 1]", "categorical(q, q)", "holey"),
    ("Real[1 / 2, 1]", "categorical(q, q)", "valid"),
    ("Real[1 / 2, 1]", "categorical(-q, q - 2)", "invalid"),
    ("Real[0, 1]", "flip(q / q / 2)", "holey"),
    ("Real[0, 1]", "flip(q / (1 + q))", "valid"),
    ("Real[0, 1]", "flip((2 * q - 1) * (1 / (q - Fraction(1, 2))) / 2)", "holey"),
    ("Real[0, 1]", "flip(q ** -1 * q / 2)", "holey"),
    ("Real[1 / 2, 2]", "clamp(geometric(q), 0, 1)", "invalid"),
    ("Real[0, 1]", "clamp(geometric(q), 0, 1)", "holey"),
    ("Probability", "clamp(geometric(q), 0, 1)", "valid"),
]


@pytest.mark.parametrize("delta", [None, "1 / 100"])
@pytest.mark.parametrize(("parameter", "statement", "answer"), WITHOUT_A_TRACE)
def test_unknowns_that_leave_no_trace(parameter, statement, answer, delta):
    words = "Bool, Probability, Real, categorical, clamp, flip, geometric, log, mechanism, prior, private, secret"
    source = (
        f"from fractions import Fraction\nfrom faier import {words}\n"
        f"@prior\ndef p(q: {parameter}):\n    {statement}\n    s = flip(1 / 2)\n    secret(s)\n    return s\n"
        f"@private(epsilon=log(3), {'' if delta is None else f'delta={delta}, '}prior=p)\n"
        "@mechanism\ndef m(v: Bool):\n    return v if flip(3 / 4) else not v\n"
    )
    claim = {"mechanism": "m", "decorator": 0, "epsilon": "log(3)", "delta": delta}
    certificate = {
        "format": FORMAT,
        "file": {"path": "m.py", "sha256": hashlib.sha256(source.encode()).hexdigest()},
        "set": {},
        "claim": claim | {"neighbors": None, "prior": "p", "pairs": None},
        "verdict": "proved",
        "length": None,
        "evidence": {"kind": "enumeration", "boxes": {}},
    }
    assert check(json.dumps(certificate).encode(), source.encode()).answer == answer


def test_a_violation_where_a_draw_has_no_probability():
    """At EPS = 2 the first draw would be True with probability e^2 / 4 > 1."""
    source = (
        "from faier import Bool, Positive, exp, flip, log, mechanism, one, private\nEPS = Positive(1)\n"
        "@private(epsilon=EPS, neighbors=one())\n@mechanism\ndef m(v: Bool):\n"
        "    if flip(exp(EPS) / 4):\n        return v\n    return not v\n"
    )
    claim = {"mechanism": "m", "decorator": 0, "epsilon": "EPS", "delta": None, "neighbors": "one()"}

    def answer(at):
        violation = {"kind": "violation", "left": {"v": True}, "right": {"v": False}, "at_epsilon": at}
        certificate = {
            "format": FORMAT,
            "file": {"path": "m.py", "sha256": hashlib.sha256(source.encode()).hexdigest()},
            "set": {},
            "claim": claim | {"prior": None, "pairs": None},
            "verdict": "refuted",
            "length": None,
            "evidence": violation | {"outputs": [{"shown": [True], "ended": True}]},
        }
        return check(json.dumps(certificate).encode(), source.encode()).answer

    assert answer("4/3") == "valid"
    assert answer("2") == "invalid"


def test_a_root_of_a_high_degree_is_not_taken_beside_an_unknown_epsilon() -> None:
    with pytest.raises(Hole):
        allowance(Epsilon(ZERO, ((Fraction(2), Fraction(1, 200_000)),), ONE))


def test_exponents_of_a_certificate_are_bounded() -> None:
    """Denominators that have nothing in common would be multiplied."""
    for power in (f"1/{10**4000 + 1}", f"{10**4000}/1"):
        with pytest.raises(Hole):
            amounts((Range("^EPS", exponential=True),), {}, Budget(100)).read([["1/1", "0/1", power]])


def test_signs_of_long_sums_of_large_powers_count_for_more() -> None:
    terms = [[f"{(-1) ** at}/1", f"{4_999_000 + at}/1000"] for at in range(200)]
    numbers = amounts((), {}, Budget(1_000_000))
    with numbers.budget.counting(), pytest.raises(Hole, match="more steps"):
        numbers.at_least_zero(numbers.read(terms))
    few = amounts((), {}, Budget(1_000))
    with few.budget.counting():
        assert few.at_least_zero(few.read([["1/1", f"{at}/2"] for at in range(9)]))


LONG = f"({10**4000 + 1})"

# Epsilons of a few words that stand for numbers which nothing could hold, or for very many.
EPSILONS = [
    "20001 * log(3) / 997",
    "EPS + 20001 * log(3) / 997",
    "EPS + 999999937 * log(3) / 997",
    "EPS - 999999937 * log(3) / 997 + 999999937 * log(9) / 1994",
    f"EPS + log({LONG}) * {LONG}",
    f"EPS + log({LONG}) * 9999",
    f"log({LONG}) * 9999 + EPS * {LONG} / 7",
    f"log({LONG}) * {LONG} / 997 - log({LONG} + 1) * {LONG} / 997 + 1",
    f"EPS + log(1 + 1 / {LONG}) * {LONG} / 991",
    f"{LONG} + EPS",
    "EPS * 9999 / 9973",
    "EPS * 10001 / 10007 + log(7) / 991",
    "sum([log(i) for i in range(2, 90000)])",
    "sum([log(i) / i for i in range(2, 3000)])",
    "sum([1 for i in range(3000) for j in range(3000) for k in range(3000) if False])",
    "EPS + 4999 + 1 / 3 ** 8000",
]


@pytest.mark.parametrize(
    ("noise", "epsilon"),
    [("exp(-EPS)", epsilon) for epsilon in EPSILONS] + [("1 / 3", text) for text in EPSILONS if "sum" not in text],
    ids=lambda text: text[:40],
)
def test_no_epsilon_keeps_the_checker_busy(noise: str, epsilon: str) -> None:
    source = (
        "from faier import Int, Positive, clamp, each, exp, geometric, log, mechanism, private\nEPS = Positive(1)\n"
        f"@mechanism\ndef m(v: Int[0, 2]):\n    return clamp(v + geometric({noise}), 0, 2)\n"
    )
    claim = {"mechanism": "m", "decorator": None, "epsilon": epsilon, "delta": None, "neighbors": "each(1)"}
    certificate = HEAD | {
        "file": {"path": "m.py", "sha256": hashlib.sha256(source.encode()).hexdigest()},
        "claim": claim | {"prior": None, "pairs": None},
    }
    begin = time.process_time()
    answer = check(json.dumps(certificate).encode(), source.encode())
    assert time.process_time() - begin < 60
    assert answer.reason or answer.answer == "valid"


def halved(base: Fraction, amount: Fraction) -> Fraction:
    """The rational below base^amount that certificates of the first edition are about, by powers alone."""
    number, low = base**amount.numerator, ZERO
    high = max(number, ONE)
    for _ in range(256):
        middle = (low + high) / 2
        middle = Fraction((middle.numerator << 256) // middle.denominator, 1 << 256)
        low, high = (middle, high) if middle**amount.denominator <= number else (low, middle)
    return low


def test_roots_are_those_that_boxes_are_named_for() -> None:
    for base in (Fraction(2), Fraction(3), Fraction(9), Fraction(1, 3), Fraction(17, 10), Fraction(16, 81)):
        for amount in (Fraction(1, 2), Fraction(3, 4), Fraction(-5, 2), Fraction(7, 3), Fraction(20, 19), Fraction(4)):
            logs = ((base, amount), (Fraction(5), Fraction(1, 3)))
            found = allowance(Epsilon(ZERO, logs))
            assert found == halved(base, amount) * halved(Fraction(5), Fraction(1, 3))


def test_large_roots_are_near() -> None:
    for amount in (Fraction(20001, 997), Fraction(40_001, 10), Fraction(40_001, 9)):
        below = allowance(Epsilon(ZERO, ((Fraction(3), amount),)))
        assert within(below, ONE, Epsilon(ZERO, ((Fraction(3), amount),)))
        assert not within(below * (1 + Fraction(1, 2**200)), ONE, Epsilon(ZERO, ((Fraction(3), amount),)))
    assert allowance(Epsilon(ZERO, ((Fraction(3), Fraction(10**9, 7)),))) > 10**2000
