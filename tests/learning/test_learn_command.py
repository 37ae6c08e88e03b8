"""`faier learn` from the command line: what it prints and writes, and what it says of data that is wrong."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy
import pytest
from command_line import faier, write
from hypothesis import HealthCheck, given, settings, strategies
from json_schema import faults

from faier.extras import find_spec
from faier.lang.parse import parse

DIARY = "who,day,state\n" + "".join(f"{who},{day},{day * day % 3 // 2 + day % 2}\n" for who in "ab" for day in range(9))
GROUPS = "sex,mg\nf,1\nf,2\nm,2\nm,4\nm,4\n"
KINDS = [
    "diary.csv --column state --by who --order day",
    "diary.csv --column state --by who --confidence 0.95 --epsilon 1",
    "diary.csv --column state --by who --epsilon log(3) --start records --steps 3",
    "diary.csv --column day --bin 3 --pseudocount 1/2 --name days",
    "groups.csv --secret sex --value mg --epsilon 1/2",
    "groups.csv --secret sex --value mg --mixture 2 --epsilon 1",
    "counts.json --table t --secret sex --value mg",
]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"diary.csv": DIARY, "groups.csv": GROUPS, "counts.json": '{"t": {"f": {"1": 2}, "m": {"3": 1}}}'})


@pytest.mark.parametrize("line", KINDS)
def test_the_same_bytes_in_every_way(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Printed, written, and in a document that fits its schema; and faier reads it."""
    arguments = line.split()
    printed = faier(capsys, "learn", *arguments)
    assert (printed.status, printed.out[:3]) == (0, '"""')
    document = faier(capsys, "learn", *arguments, "--format", "json").json
    assert faults(document, faier(capsys, "schema", "learn").json, strict=True) == []
    (result,) = document["results"]
    assert result["program"] == printed.out
    assert all(note.split()[0] in printed.err for note in result["notes"])
    written = faier(capsys, "learn", *arguments, "--write", "prior.py")
    assert written.status == 0
    assert f"the prior {result['prior']}, " in written.out.replace("\n", " ")
    once = Path("prior.py").read_bytes()
    assert faier(capsys, "learn", *arguments, "--write", "prior.py").status == 0
    assert Path("prior.py").read_bytes() == once
    program = parse(once.decode(), "prior.py")
    assert result["prior"] in [function.name for function in program.functions]
    assert len(program.claims) == ("--epsilon" in line)


def test_what_is_claimed_holds(capsys: pytest.CaptureFixture[str]) -> None:
    """Noise that is enough whatever the prior is enough for these."""
    lines = [f"{line} --steps 3" if "--column" in line and "--steps" not in line else line for line in KINDS]
    claimed = [line for line in lines if "--epsilon" in line]
    for at, line in enumerate(claimed):
        assert faier(capsys, "learn", *line.split(), "--write", f"prior{at}.py").status == 0
    results = faier(capsys, "check", ".", "--format", "json").json["results"]
    assert [result["verdict"] for result in results] == ["proved"] * len(claimed)


WRONG: list[tuple[str | bytes, str, int, str]] = [
    ("a,b\n1,2\n3\n", "", 3, "this record has 1 cell, the header has 2"),
    ("a,b\n1,2\n3,4,5\n", "", 3, "this record has 3 cells"),
    ('a,b\n1,2\n3,"4\n5,6\n', "", 3, "a quote is opened here and never closed"),
    ('a,b\n1,"2" x\n', "", 2, "this line is no record"),
    ('a,b\n1,"two\nlines"\n3\n', "", 4, "this record has 1 cell"),
    ("a,b\n", "", 1, "a header and no record"),
    ("", "", 0, "the file is empty"),
    ("\n \n", "", 0, "the file is empty"),
    (b"a,b\n1,\xe9t\xe9\n", "", 2, "this is not UTF-8: byte 0xe9 on line 2"),
    (b"a,b\n1,2\n\0", "", 3, "line 3 holds a zero byte"),
    (b"PK\x03\x04rest", "", 0, "a spreadsheet or a zip archive"),
    ("a,c\n1,2\n1,3\n", "", 1, "there is no column 'b': the columns are a, c"),
    ("b,b\n1,2\n1,3\n", "", 1, "2 columns are called 'b'"),
    ("a,b\n1,2\n1,2\n", "", 0, "'b' always is 2"),
    ("a,b\n1,\n2,NA\n", "", 0, "the column 'b' holds no value"),
    ("a,b\n1,2\n2,3\n", "--by a", 0, "no record follows another one"),
    ("a,b\n1,x\n2,y\n", "", 0, "nothing ever follows 'y'"),
    ("a,b\n1,0.5\n2,1.5\n3,0.5\n", "", 0, "numbers that are no integers"),
    ("a,b\n1,x\n,y\n", "--order a", 3, "this record has no 'a'"),
    ("a,b\n1,x\ntwo,y\n", "--order a", 3, "'a' is 'two' here, which is not a number"),
    ("a,b\n2024-01-01,x\n2024-13-01,y\n", "--order a", 3, "which is not a date"),
    ("a,b\n1,x\n1,y\n", "--order a", 3, "twice in the file, also on line 2"),
    ("a,b\n1,x\n2,y\n", "--bin 2", 2, "'b' is 'x' here, which is no number"),
    ("a,b\n1,x\n2,y\n1,x\n", "--epsilon 0", 0, "no noise is enough"),
    ("a,b\n1,x\n2,y\n1,x\n", "--epsilon 1 --counted z", 0, "'z' is no state"),
    ("a,b\n1,2\n", "--encoding klingon", 0, "there is no encoding 'klingon'"),
]


@pytest.mark.parametrize(("data", "options", "line", "message"), WRONG)
def test_what_is_wrong_is_told_with_its_line(
    data: str | bytes, options: str, line: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("data.csv").write_bytes(data.encode() if isinstance(data, str) else data)
    arguments = ["data.csv", "--column", "b", *options.split(), "--write", "prior.py"]
    told = faier(capsys, "learn", *arguments)
    assert (told.status, told.err) == (2, "")
    assert message in told.out
    assert "help: " in told.out
    (error,) = faier(capsys, "learn", *arguments, "--format", "json").json["errors"]
    assert (error["path"], error["line"] or 0) == ("data.csv", line)
    assert not Path("prior.py").exists()


def _saved(array: Any) -> bytes:
    file = io.BytesIO()
    numpy.save(file, array)
    return file.getvalue()


DAYS = ("day,state\n", [(1, "up"), (2, "up"), (3, "down"), (5, "up"), (6, "down"), (7, None), (8, "down"), (9, "up")])
FORMS: list[tuple[str, bytes]] = [
    ("r.json", json.dumps([{"day": day, "state": state} for day, state in DAYS[1]]).encode()),
    ("c.json", json.dumps({"day": [day for day, _ in DAYS[1]], "state": [state for _, state in DAYS[1]]}).encode()),
    ("l.json", json.dumps(DAYS[1]).encode()),
    ("o.jsonl", b"".join(json.dumps({"day": day, "state": state}).encode() + b"\n\n" for day, state in DAYS[1])),
    ("l.ndjson", b"".join(json.dumps(row).encode() + b"\n" for row in DAYS[1])),
    ("t.npy", _saved(numpy.array([[str(day), state or ""] for day, state in DAYS[1]]))),
    ("b.npy", _saved(numpy.array([[str(day), state or ""] for day, state in DAYS[1]], dtype="S4"))),
    (
        "f.npy",
        _saved(numpy.array([(f"2024-01-0{d}", s or "") for d, s in DAYS[1]], [("day", "M8[D]"), ("state", "U4")])),
    ),
]


@pytest.mark.parametrize(("name", "data"), FORMS)
def test_the_same_records_in_every_form(name: str, data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (f"{day},{'' if state is None else state}\n" for day, state in DAYS[1])
    write(Path(), {"days.csv": DAYS[0] + "".join(lines)})
    Path(name).write_bytes(data)
    named = not name.startswith(("l", "t", "b"))
    columns = ["--column", "state", "--order", "day"] if named else ["--column", "2", "--order", "1"]
    (found,) = faier(capsys, "learn", name, *columns, "--format", "json").json["results"]
    (known,) = faier(capsys, "learn", "days.csv", "--column", "state", "--order", "day", "--format", "json").json[
        "results"
    ]
    same = ("records", "sequences", "steps", "missing", "gaps", "states", "first", "next")
    assert [found.get(fact) for fact in same] == [known.get(fact) for fact in same]
    assert (known["records"], known["sequences"], known["missing"], known["gaps"]) == (7, 3, 1, 1)


def test_one_column_of_values(capsys: pytest.CaptureFixture[str]) -> None:
    Path("list.json").write_text("[1, 0, null, 1, 1, 0]")
    Path("list.npy").write_bytes(_saved(numpy.array([1, 0, numpy.nan, 1, 1, 0])))
    for name in ("list.json", "list.npy"):
        (found,) = faier(
            capsys, "learn", name, "--column", "1", "--start", "records", "--pseudocount", "1", "--format", "json"
        ).json["results"]
        assert (found["records"], found["sequences"], found["missing"]) == (5, 2, 1)


@pytest.mark.parametrize(
    ("name", "data", "line", "message"),
    [
        ("a.json", b'{"b": [1, 2], "a": [1]}', None, "the column 'a' has 1 value, another one has 2"),
        ("a.json", b"[[1, 2], [1]]", None, "a row has 1 value, the first one has 2"),
        ("a.json", b'[{"b": 1}, 2]', None, "not a list of records"),
        ("a.json", b'[{"b": [1]}]', None, "which is no single value"),
        ("a.json", b"7", None, "not a list of records"),
        ("a.jsonl", b'{"b": 1}\n{"b": 2\n', 2, "this is no JSON"),
        ("a.jsonl", b'{"b": 1}\n{"b": {}}\n', 2, "which is no single value"),
        ("a.npy", _saved(numpy.zeros((2, 2, 2))), None, "its shape is 2 x 2 x 2"),
        ("a.npy", _saved(numpy.zeros(0)), None, "its shape is 0"),
        ("a.npy", _saved(numpy.array([{}, []], dtype=object)), None, "the array cannot be read"),
        ("a.npy", b"\x93NUMPY", None, "the array cannot be read"),
    ],
)
def test_what_is_no_table(
    name: str, data: bytes, line: int | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_bytes(data)
    told = faier(capsys, "learn", name, "--column", "b")
    assert (told.status, told.err) == (2, "")
    assert message in told.out
    assert "help: " in told.out
    (error,) = faier(capsys, "learn", name, "--column", "b", "--format", "json").json["errors"]
    assert error["line"] == line


def test_gaps_of_days_are_told_as_days(capsys: pytest.CaptureFixture[str]) -> None:
    days = (1, 2, 3, 4, 6, 7)
    write(Path(), {"days.csv": "day,state\n" + "".join(f"2024-05-0{day},{day % 2}\n" for day in days)})
    told = faier(capsys, "learn", "days.csv", "--column", "state", "--order", "day", "--write", "prior.py")
    assert "1 gap (records more or less than 1d apart) ended a" in told.out
    half = "".join(f"2024-05-01T{hour:02}:{minute},{hour % 2}\n" for hour in (1, 2, 4) for minute in ("00", "30"))
    write(Path(), {"days.csv": "day,state\n" + half})
    told = faier(capsys, "learn", "days.csv", "--column", "state", "--order", "day", "--write", "prior.py")
    assert "less than 30min apart)" in " ".join(told.out.split())


@pytest.mark.parametrize(
    "line",
    [
        "diary.csv",
        "diary.csv --column state --secret who --value day",
        "diary.csv --secret who",
        "diary.csv --column state --mixture 2",
        "diary.csv --secret who --value day --hidden 2",
        "diary.csv --column state --hidden 2 --confidence 0.9",
        "diary.csv --column state --confidence 95",
        "diary.csv --column state --pseudocount -1",
        "diary.csv --column state --pseudocount 1 --confidence 0.9",
        "diary.csv --column state --step soon",
        "diary.csv --column state --where day",
        "diary.csv --column state --name flip",
        "diary.csv --column state --write prior.csv",
        "diary.csv --column state --write no/prior.py",
        "diary.csv --column state --counted 1",
        "diary.csv --column state --bin 0",
    ],
)
def test_misuse(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = faier(capsys, "learn", *line.split())
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(("Error", "Usage"))
    document = faier(capsys, "learn", *line.split(), "--format", "json").json
    assert [error["code"] for error in document["errors"]] == ["FA809"]
    assert faults(document, faier(capsys, "schema", "learn").json, strict=True) == []


@pytest.mark.parametrize("option", ["--hidden", "--mixture"])
def test_a_missing_extra_is_named(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("faier.extras.find_spec", lambda name: None if name == "numpy" else find_spec(name))
    columns = ["--column", "state"] if option == "--hidden" else ["--secret", "who", "--value", "day"]
    told = faier(capsys, "learn", "diary.csv", *columns, option, "2")
    assert told.status == 2
    assert "pip install 'faier[learn]'" in told.err


DIALECTS: list[tuple[str | bytes, tuple[str, ...]]] = [
    ("who;state\na;x\na;y\na;x\n", ()),
    ("who\tstate\r\na\tx\r\na\ty\r\na\tx\r\n", ()),
    ("\ufeffwho,state\na,x\na,y\na,x\n", ()),
    ("who,state\na,x\na,y\na,x\n".encode("utf-16"), ()),
    ('"who","state"\n"a","x"\n"a","y"\n"a","x"', ()),
    ("state\nx\ny\nx\n\n\n", ()),
    ("state\nx\ny\nx\n\ny\n", ()),
    ("who state\na x\na y\na x\n", ("--delimiter", " ")),
    ("who,state\na, x \na,y\n\na,x\n", ()),
]


@pytest.mark.parametrize(("data", "options"), DIALECTS)
def test_dialects(data: str | bytes, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    Path("data.csv").write_bytes(data.encode() if isinstance(data, str) else data)
    (result,) = faier(capsys, "learn", "data.csv", "--column", "state", *options, "--format", "json").json["results"]
    assert (result["states"], result["counts"]) == (["x", "y"], [[0, 1], [1, 0]])


def test_without_a_header(capsys: pytest.CaptureFixture[str]) -> None:
    Path("data.csv").write_text("a,x\na,y\na,x\n")
    (result,) = faier(
        capsys, "learn", "data.csv", "--no-header", "--column", "2", "--by", "1", "--format", "json"
    ).json["results"]
    assert (result["prior"], result["counts"]) == ("chain_2", [[0, 1], [1, 0]])


PIECES = strategies.sampled_from(
    ['"', ",", "\n", "\r", "a", "b", "1", "-2", "0.5", ";", "\t", " ", "é", "\0", "NA", "''"]
)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=strategies.lists(PIECES, max_size=30), headed=strategies.booleans(), latin=strategies.booleans())
def test_no_data_breaks_it(pieces: list[str], headed: bool, latin: bool, capsys: Any) -> None:
    """Whatever a file holds, a program comes of it or an error that names the file."""
    text = ("a,b\n" if headed else "") + "".join(pieces)
    Path("data.csv").write_bytes(text.encode("latin-1" if latin else "utf-8"))
    for options in (["--column", "b"], ["--secret", "a", "--value", "b"]):
        told = faier(capsys, "learn", "data.csv", *options, "--epsilon", "1")
        assert told.status in (0, 2), told.err
        assert told.out.startswith('"""' if told.status == 0 else "error[FA81")
