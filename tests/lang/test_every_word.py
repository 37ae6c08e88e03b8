"""Every word of the vocabulary is asked of everybody who gives it a meaning; a word that nobody knows is refused.

`USED` has a file for each word of the table: a word without one fails, as does an interpreter that does not know it.
"""

from __future__ import annotations

import inspect
import re
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any, get_args

import asked
import pytest
from certificates import certified
from referee import brute
from referee.vocabulary import Vocabulary

import faier as exported
from faier.answers.answer import Answer, Asked, Exact, Reach
from faier.answers.to_answers import related as related_to
from faier.checker.expressions import Evaluation
from faier.checker.file import DRAWS as DRAWS_OF_THE_CHECKER
from faier.checker.file import WORDS
from faier.checker.language import expression, read
from faier.checker.outcome import Hole
from faier.checker.relation import related, rules_of
from faier.hmm.neighbors import automaton
from faier.hmm.wholes import holds
from faier.lang import parse, parse_relation
from faier.lang.syntax import Draw, Return
from faier.lang.vocabulary import DRAWS, MARKS, RELATIONS, TABLE, VOCABULARY, DrawKind, Place, Word
from faier.lang.walk import parts
from faier.limits import DEFAULTS
from faier.report.html_claim import statement
from faier.semantics.denote import outputs
from faier.semantics.explore import explore
from faier.semantics.explore.predicate import truth_of
from faier.semantics.process import Entry

DOCS = Path(__file__).parent.parent.parent / "docs" / "language.md"

# A draw, brought back into bounds where it has none, with the distribution that it must have.
DRAWN: dict[DrawKind, tuple[str, dict[int, Fraction]]] = {
    "flip": ("int(flip(1 / 3))", {0: Fraction(2, 3), 1: Fraction(1, 3)}),
    "uniform": ("uniform(2, 4)", dict.fromkeys((2, 3, 4), Fraction(1, 3))),
    "categorical": ("categorical(1, 0, 3)", {0: Fraction(1, 4), 2: Fraction(3, 4)}),
    "choice": ("choice((2, 2, 4))", {2: Fraction(2, 3), 4: Fraction(1, 3)}),
    "shuffled": ("shuffled([1, 1, 3])[0]", {1: Fraction(2, 3), 3: Fraction(1, 3)}),
    "sample": ("sum(sample([1, 2, 4], 2))", dict.fromkeys((3, 5, 6), Fraction(1, 3))),
    "geometric": (
        "clamp(geometric(1 / 2), -1, 2)",
        dict(zip((-1, 0, 1, 2), map(Fraction, ("1/3", "1/3", "1/6", "1/6")), strict=True)),
    ),
    "laplace": ("int(laplace(1) >= 0)", dict.fromkeys((0, 1), Fraction(1, 2))),
    "gaussian": ("int(gaussian(1) < 0)", dict.fromkeys((0, 1), Fraction(1, 2))),
}
# A relation of the input x with values 0 to 2, and the pairs that it allows.
RELATED = {
    "each": ("each(1)", {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)}),
    "one": ("one(1)", {(0, 1), (1, 0), (1, 2), (2, 1)}),
    "total": ("total(1)", {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)}),
    "edges": ("edges((0, 2))", {(0, 2), (2, 0)}),
    "pairs": ("pairs((0, 2))", {(0, 2)}),
    "where": ("where(lambda a, b: a + b == 3)", {(1, 2), (2, 1)}),
    "added": ("added()", set()),  # of records, not of these
    "moves": ("moves((0, 1))", set()),  # of histograms
}


def _private(body: str, given: str = "x: Int[0, 2]", relation: str = "one()", epsilon: str = "log(9)") -> str:
    claim = f"@private(epsilon={epsilon}, neighbors={relation})\n@mechanism\n"
    return f"{claim}def g({given}):\n    {body}\n"


PRIOR = """@prior
def belief({given}):
    y = {drawn}
    assume(flip(1 / 2) or y)
    secret(y)
    return int(y)


@private(epsilon=log(9), prior=belief)
@mechanism
def g(x: Int[0, 1]):
    return x if flip(3 / 4) else 1 - x
"""
CLAMPED = "clamp(x + geometric(1 / 2), 0, 2)"

MOVED = _private("return [clamp(y + geometric(1 / 2), 0, 2) for y in x]", "x: Vector[Int[0, 2], 2]", "moves((0, 1))")
ADDED = _private("return clamp(len(x) + geometric(1 / 2), 0, 2)", "x: Records[Bool, 2]", "added()")

# Draws that this one does not know yet.
UNREAD: dict[str, set[str]] = {
    "checker": set(),
    "denote": set(),
    "referee": {"laplace", "gaussian"},
}

USED: dict[str, str] = {
    **dict.fromkeys(("Int", "mechanism", "private", "log", "clamp"), _private(f"return {CLAMPED}")),
    "Bool": _private("return x if flip(3 / 4) else not x", "x: Bool"),
    "Vector": _private("return [clamp(y + geometric(1 / 2), 0, 2) for y in x]", "x: Vector[Int[0, 2], 2]"),
    "Stream": _private("for y in x:\n        yield y if flip(3 / 4) else not y", "x: Stream[Bool]"),
    "Public": _private("return (x if flip(3 / 4) else not x) if y else y", "x: Bool, y: Public[Bool]"),
    "Probability": PRIOR.format(given="p: Probability", drawn="flip(p)"),
    "Real": PRIOR.format(given="p: Real[1 / 4, 1 / 2]", drawn="flip(p)"),
    "Positive": "EPS = Positive(1)\n\n\n"
    + _private("return x if flip(exp(EPS) / (1 + exp(EPS))) else not x", "x: Bool", epsilon="EPS"),
    "exp": _private("return clamp(x + geometric(exp(-1)), 0, 2)", epsilon="2"),
    **dict.fromkeys(("prior", "secret", "assume"), PRIOR.format(given="", drawn="flip(1 / 2)")),
    **{kind: _private(f"return ({drawn}, {CLAMPED})") for kind, (drawn, _) in DRAWN.items()},
    **{
        kind: _private(f"return {CLAMPED}", relation=text)
        for kind, (text, _) in RELATED.items()
        if kind not in ("added", "moves")
    },
    "moves": MOVED,
    **dict.fromkeys(("Records", "added"), ADDED),
}


def _file(body: str) -> str:
    """The body, with what it uses imported."""
    words = [word for word in VOCABULARY if re.search(rf"\b{word}\b", body)]
    return f"from faier import {', '.join(words)}\n\n\n{body}"


def test_rows_are_of_the_closed_types() -> None:
    names = [word.name for word in TABLE]
    assert len(set(names)) == len(names)
    for place, kinds in (("draw", DRAWS), ("mark", MARKS), ("relation", RELATIONS)):
        assert [word.name for word in TABLE if word.place == place] == list(kinds)
    assert {word.place for word in TABLE} == set(get_args(Place))
    assert all((word.support is not None) == (word.place == "draw") for word in TABLE)


def test_everybody_lists_the_same_words() -> None:
    assert sorted(exported.__all__) == sorted(VOCABULARY)
    assert set(WORDS) == set(VOCABULARY)
    assert set(Vocabulary(brute.Tape(), Fraction(3)).names()) == set(VOCABULARY) - UNREAD["referee"]
    assert set(USED) == set(VOCABULARY)
    assert (set(DRAWN), set(RELATED)) == (set(DRAWS), set(RELATIONS))


def test_samplers_take_the_parameters_of_the_table() -> None:
    for word in TABLE:
        if word.place in ("draw", "function", "mark", "relation"):
            least, most = word.arity
            taken = [each.kind for each in inspect.signature(getattr(exported, word.name)).parameters.values()]
            assert (most is None) == (inspect.Parameter.VAR_POSITIONAL in taken), word.name
            assert least <= len(taken) == len(word.parameters), word.name


@pytest.mark.parametrize("word", TABLE, ids=lambda word: word.name)
def test_the_documentation_has_the_word_as_the_table_does(word: Word) -> None:
    text = DOCS.read_text()
    if word.place in ("draw", "relation", "type") or word.name == "clamp":
        heading = ", ".join(f"`{form}`" for form in word.forms or (word.form,))
        assert f"| {heading} | {word.help} |" in text
    else:
        assert re.search(rf"`@?{word.name}\b|\b{word.name}\(", text)


@pytest.mark.parametrize("word", sorted(set(VOCABULARY) - UNREAD["checker"]))
def test_a_claim_that_uses_the_word_is_proved_and_checked(word: str) -> None:
    """By the search (explored), and by the checker."""
    text = _file(USED[word])
    assert re.search(rf"\b{word}\b", text)
    (found,) = certified(text)
    assert found.proved
    assert found.answer().answer == "valid", found.answer()


@pytest.mark.parametrize(
    "word",
    sorted(
        set(VOCABULARY) - {"Probability", "Real", "exp", "Positive", "Stream"} - UNREAD["referee"] - UNREAD["denote"]
    ),
)
def test_the_referee_finds_the_same_tight_factor(word: str) -> None:
    """It executes the file as Python, along every path. It has no reals, and no limit of lengths."""
    text = _file(USED[word])
    about = {"prior": "belief"} if "prior=belief" in text else {"neighbors": re.findall(r"neighbors=(.*)\)\n", text)[0]}
    found, expected = asked.tight(text, "g", **about), brute.tight(text, "g", **about)
    assert isinstance(expected, brute.Tight)
    assert found.tight is not None
    assert str(found.tight.upper) == str(expected.ratio)


@pytest.mark.parametrize("kind", DRAWS)
def test_everybody_draws_the_same(kind: DrawKind) -> None:
    drawn, expected = DRAWN[kind]
    text = _file(_private(f"return {drawn}"))
    if kind not in UNREAD["denote"]:
        denoted = outputs(parse(text, "k.py"), "g", {"x": 0})
        assert {shown[0]: Fraction(str(weight)) for (shown, _), weight in denoted.items()} == expected
    names: dict[str, Any] = {}
    exec(text, names)
    assert {names["g"](0) for _ in range(300)} == set(expected)


@pytest.mark.parametrize("kind", sorted(set(RELATIONS) - {"added", "moves"}))
def test_everybody_relates_the_same(kind: str) -> None:
    text, expected = RELATED[kind]
    source = _file(_private(f"return {CLAMPED}", relation=text))
    program, every = parse(source, "k.py"), [(left, right) for left in range(3) for right in range(3)]
    relation, _ = parse_relation(text, program, "g")
    function, truth = program.function("g"), truth_of(program)
    assert {(a, b) for a, b in every if holds(relation, function, {"x": a}, {"x": b}, truth)} == expected
    letters = automaton(relation, function, truth)
    assert {(a, b) for a, b, _ in letters.letters(letters.start, Entry("x"))} == expected
    file = read(source, {})
    rules = rules_of(file, file.functions["g"], expression(text))
    assert {(a, b) for a, b in every if related(file, rules, {"x": a}, {"x": b})} == expected
    names: dict[str, Any] = {}
    exec(source, names)
    assert names["g"].__claims__[0]["neighbors"].name == kind


# A new word of which only the table knows.

CAUCHY = Word("cauchy", ("b",), "draw", "double-sided noise", support="endless")
NOISY = (
    "from faier import Int, Positive, clamp, each, exp, cauchy, mechanism, private\n\nEPS = Positive(1)\n\n\n"
    + _private("return clamp(x + cauchy(exp(-EPS)), 0, 3)", "x: Int[0, 3]", "each(1)", "EPS")
)


@pytest.fixture
def _cauchy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VOCABULARY, "cauchy", CAUCHY)


@pytest.mark.usefixtures("_cauchy")
def test_a_draw_outside_of_the_closed_type_is_not_read() -> None:
    with pytest.raises(KeyError, match="cauchy"):
        parse(NOISY, "k.py")


@pytest.mark.usefixtures("_cauchy")
def test_no_interpreter_takes_a_new_draw_for_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DRAWS, "cauchy", "cauchy")
    plain = NOISY.replace("exp(-EPS)", "1 / 2").replace("epsilon=EPS", "epsilon=9")
    program = parse(plain, "k.py")
    (returned,) = program.functions[0].body
    assert isinstance(returned, Return)
    assert returned.value is not None
    assert [part.kind for part in parts(returned.value) if isinstance(part, Draw)] == ["cauchy"]
    with pytest.raises(AssertionError, match="cauchy"):
        explore(program, "g", DEFAULTS)
    with pytest.raises(AssertionError, match="cauchy"):
        outputs(program, "g", {"x": 0})
    for text in (plain, NOISY):
        with pytest.raises(AssertionError, match="cauchy"):
            asked.check(program := parse(text, "k.py"), program.claims[0])
        with pytest.raises(ImportError, match="cauchy"):
            exec(text, {})
        with pytest.raises(ImportError, match="cauchy"):
            brute.load(text)
        with pytest.raises(Hole, match="cauchy"):
            read(text, {})
    monkeypatch.setattr("faier.checker.file.WORDS", WORDS | {"cauchy"})
    monkeypatch.setitem(DRAWS_OF_THE_CHECKER, "cauchy", (1, 1, ()))
    file = read(plain, {})
    with pytest.raises(Hole, match="cauchy"):
        Evaluation(file, file.functions["g"], {"x": 0}, pick=lambda options: options[0][0]).value(
            expression("clamp(x + cauchy(1 / 2), 0, 3)")
        )


def test_no_reader_takes_a_new_relation_for_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VOCABULARY, "near", Word("near", ("d",), "relation", "not far"))
    monkeypatch.setitem(RELATIONS, "near", "near")
    monkeypatch.setattr("faier.checker.file.WORDS", WORDS | {"near"})
    text = _file(_private(f"return {CLAMPED}", relation="near(1)"))
    with pytest.raises(AssertionError, match="near"):
        parse(text, "k.py")
    file = read(text, {})
    with pytest.raises(Hole, match="this neighbor relation"):
        rules_of(file, file.functions["g"], expression("near(1)"))
    with pytest.raises(AssertionError, match="near"):
        statement(_answered("near(1)", ("near", 1)))


@pytest.mark.parametrize("kind", RELATIONS)
def test_a_report_says_every_relation_in_words(kind: str) -> None:
    text, _ = RELATED[kind]
    source = USED[kind] if kind in ("added", "moves") else _private(f"return {CLAMPED}", relation=text)
    program = parse(_file(source), "k.py")
    said = related_to(program.claims[0].subject.relation)
    assert said is not None
    assert said[0] == kind
    words = statement(_answered(text, said))
    assert words.startswith("For two data sets ")
    assert (escape(text) in words) == (kind in ("edges", "pairs", "where", "moves"))


def _answered(text: str, relation: Any) -> Answer:
    one = Exact("1", 1.0)
    question = Asked("k.py", 1, 0, "g", "", one, "0", text, None, relation=relation)
    return Answer(question, "proved", Reach(1, True), "search", 0.0, one)
