"""`faier bound --sample`: runs are drawn, and what is found of them is a lower end that the definition confirms."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command_line import faier, write
from flint import fmpq
from referee import brute
from referee.brute import Tight as Worst
from referee.contest import number, question, wrong_witness
from referee.generate import generate

from faier.deciding import by_sampling, in_turn, plan
from faier.deciding.by_sampling import sampled
from faier.deciding.finding import Finding, Sampled, nothing
from faier.deciding.question import question_of
from faier.deciding.replay import Mismatch
from faier.deciding.store import Store
from faier.engines.verdict import Coverage, Tight, Witness
from faier.exact import Number
from faier.lang import parse
from faier.lang.values import Sequence
from faier.limits import LimitReached, Limits
from faier.semantics import denote
from faier.semantics.denote import draws

LOUDEST = """from faier import Int, Vector, clamp, geometric, log, mechanism, one, private


@private(epsilon=log(2), neighbors=one(1))
@mechanism
def loudest(levels: Vector[Int[0, MOST], 3]):
    best, where = -1, 0
    for at in range(3):
        noisy = clamp(levels[at] + geometric(1 / 2), 0, 3)
        if noisy > best:
            best, where = noisy, at
    return where
"""

PARTS = """from faier import Int, Probability, Stream, clamp, each, flip, geometric, log, mechanism
from faier import prior, private, secret


@prior
def coin(p: Probability):
    ill = flip(p)
    secret(ill)
    return 1 if ill else 0


@private(epsilon=log(2), prior=coin)
@private(epsilon=log(2), neighbors=each(1))
@mechanism
def free(n: Int[0, 3]):
    return n + geometric(1 / 2)


@private(epsilon=1, neighbors=each(1))
@mechanism
def above(answers: Stream[Int[0, 2]]):
    for answer in answers:
        yield clamp(answer + geometric(1 / 2), 0, 2) >= 1
"""


@pytest.fixture(autouse=True)
def fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not so many inputs are tried as usual."""
    for name, count in (("ANY", 6), ("NEAR", 5), ("FIRST", 3), ("FURTHER", 3)):
        monkeypatch.setattr(by_sampling, name, count)


def of(text: str, number: int = 0, length: int | None = None) -> Sampled:
    program = parse(text, "k.py", {})
    return sampled(replace(question_of(program, program.claims[number]), epsilon=None, length=length), 0, Limits())


@pytest.mark.parametrize("seed", [1, 27, 30, 53])
def test_what_is_found_of_random_mechanisms_is_true(seed: int) -> None:
    """The referee has both probabilities, and nothing that is greater than what it knows."""
    made = generate(seed)
    outcome, compared = brute.judge(brute.load(made.text()), made.mechanism, **question(made, 0))
    found = of(made.text(), length=made.length)
    assert found.witness is not None and isinstance(outcome, Worst)
    assert found.witness.ratio is None or number(found.witness.ratio) <= outcome.ratio
    assert not list(wrong_witness(compared, found.witness, number(found.witness.ratio)))


def test_priors_streams_and_noise_without_bounds_are_drawn() -> None:
    assert of(PARTS, 1) == of(PARTS, 1)
    given, free, above = (of(PARTS, number, 3) for number in range(3))
    assert given.witness is not None and given.witness.ratio is not None
    assert dict(given.witness.parameters)
    assert free.witness is not None and free.witness.ratio == 2
    assert above.witness is not None and above.witness.ratio is not None
    assert 2 < above.witness.ratio <= 2**3
    assert len(above.witness.output) <= 3


ADDED = """from faier import Int, Vector, clamp, geometric, log, mechanism, one, private


@private(epsilon=log(2), neighbors=one(1))
@mechanism
def added(counts: Vector[Int[0, 2], CELLS]):
    shown = []
    for count in counts:
        shown.append(clamp(count + geometric(1 / 2), 0, 2))
    return shown
"""


def test_a_list_that_is_added_to_is_computed_by_its_items() -> None:
    wide = of(ADDED.replace("CELLS", "12")).witness
    assert wide is not None and wide.ratio == 2 and wide.ended
    (shown,) = wide.output
    assert isinstance(shown, Sequence) and shown.kind == "list" and len(shown.items) == 12


def test_items_in_turn_have_the_probabilities_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_turn, "SMALL", 0)
    found = of(ADDED.replace("CELLS", "3")).witness
    assert found is not None and found.ratio == 2
    program = parse(ADDED.replace("CELLS", "3"), "k.py", {})
    for side, chance in ((found.left, found.probability_left), (found.right, found.probability_right)):
        output = denote.Shown(found.output)
        assert denote.probability(program, "added", dict(side), output, True, Limits()) == chance


def test_engines_go_on_from_it() -> None:
    text = LOUDEST.replace("MOST", "2")
    found = of(text)
    program = parse(text, "k.py", {})
    asked = replace(question_of(program, program.claims[0]), epsilon=None)
    before, after = (plan.bound(replace(asked, start=start), Store(), Limits()) for start in (None, found.witness))
    assert before.tight is not None and after.tight is not None and found.witness is not None
    assert (before.tight.lower, before.tight.upper) == (after.tight.lower, after.tight.upper)
    assert found.witness.ratio is not None and before.tight.upper is not None
    assert found.witness.ratio <= before.tight.upper


def test_where_exploring_is_too_much_the_sampled_event_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, count in (("ANY", 1), ("NEAR", 0), ("FIRST", 1), ("FURTHER", 0)):
        monkeypatch.setattr(by_sampling, name, count)
    program = parse(LOUDEST.replace("MOST", "2"), "k.py", {})
    asked = replace(question_of(program, program.claims[0]), epsilon=None)
    found = sampled(asked, 0, Limits())
    finding = found.below(plan.bound(asked, Store(), Limits(states=40)))
    assert finding.reason is not None and finding.tight is not None and found.witness is not None
    assert (finding.tight.lower, finding.tight.upper, finding.tight.attained) == (found.witness.ratio, 2, False)
    assert finding.coverage.all


def test_ends_that_contradict_each_other_are_no_answer() -> None:
    witness = Witness((), (), (1,), True, fmpq(1, 2), fmpq(1, 4), fmpq(2))
    found = Sampled(witness, 1, 0)
    ends = Tight(fmpq(1), fmpq(3, 2), False, None)
    with pytest.raises(Mismatch):
        found.below(Finding(ends, Coverage(1, True), "search", "a limit"))
    met = found.below(Finding(replace(ends, upper=fmpq(2)), Coverage(1, True), "search", "a limit"))
    assert met.tight is not None and met.tight.attained and met.reason is None
    infinite = replace(found, witness=replace(witness, ratio=None, probability_right=fmpq(0)))
    assert infinite.below(nothing("a limit")) == Finding(
        Tight(None, None, True, infinite.witness), Coverage(1, True), "search"
    )
    assert Sampled(None, 0, 0).below(nothing("a limit")) == nothing("a limit")


def test_runs_are_drawn_with_the_chances_of_the_distribution() -> None:
    program = parse(LOUDEST.replace("MOST", "2"), "k.py", {})
    inputs = {"levels": Sequence("list", (0, 2, 1))}
    drawer = denote.Drawer(program, "loudest", None, Random(1), Limits())
    counts = Counter(drawer.shown(inputs) for _ in range(400))
    for output, chance in denote.outputs(program, "loudest", inputs).items():
        assert isinstance(chance, fmpq)
        assert abs(counts[output] / 400 - float(chance.p) / float(chance.q)) < 0.1


LARGE = """from faier import Int, Vector, clamp, geometric, log, mechanism, one, private


@private(epsilon=log(2), neighbors=one(2))
@mechanism
def total(ages: Vector[Int[0, 2], 4]):
    return clamp(10 * sum(ages) + geometric(1 / 2), 0, 80)
"""


def test_a_value_is_drawn_with_few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    plain = draws.Draws._total

    def counted(self: draws.Draws, *given: Any) -> Number:
        asked.append(given)
        return plain(self, *given)

    monkeypatch.setattr(draws.Draws, "_total", counted)
    program = parse(LARGE, "k.py", {})
    drawer = denote.Drawer(program, "total", None, Random(1), Limits())
    found = Counter(drawer.shown({"ages": Sequence("list", (0, 0, 0, 0))})[0] for _ in range(200))
    assert len(asked) < 200 * 9
    assert abs(found[(0,)] / 200 - 2 / 3) < 0.1
    assert abs(found[(1,)] / 200 - 1 / 6) < 0.1


def test_a_draw_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    drawer = denote.Drawer(parse(LARGE, "k.py", {}), "total", None, Random(1), Limits())
    monkeypatch.setattr(Limits, "spend", lambda limits, steps: None)
    drawer.limits = Limits(deadline=0.0)
    with pytest.raises(LimitReached):
        drawer.shown({"ages": Sequence("list", (0, 0, 0, 0))})


def test_outputs_of_what_is_too_large_are_computed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_sampling, "STATES", 40)
    found = of(LARGE)
    assert found.reason is not None and found.witness is not None
    assert found.witness.ratio == 2**20


def test_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"k.py": PARTS})
    ran = faier(capsys, "bound", "k.py::free", "--neighbors", "each(1)", "--sample", "--seed", "3", "--format", "json")
    (result,) = ran.json["results"]
    assert result["sampled"]["seed"] == 3
    assert result["sampled"]["epsilon"]["exact"] == "log(2)"
    assert result["sampled"]["outputs"] > 0
    assert faier(capsys, "bound", "k.py", "--sample", "--delta", "1/4").status == 2
    assert faier(capsys, "bound", "k.py", "--seed", "1").status == 2


SORTED = """from faier import Int, Vector, clamp, flip, geometric, log, mechanism, one, private


@private(epsilon=log(2), neighbors=one(1))
@mechanism
def lengths(xs: Vector[Int[0, 20], 10]):
    ends = []
    for x in xs:
        if flip(1 / 4):
            x = 20 - x
        ends.append(clamp(x + geometric(1 / 2), 0, 20))
    return SORTED
"""


def chance_of(x: int, shown: int) -> fmpq:
    """That x, which is 20 - x once in four times, is shown so with noise."""

    def near(x: int) -> fmpq:
        return fmpq(2 if shown in (0, 20) else 1, 3 * 2 ** abs(x - shown))

    return (3 * near(x) + near(20 - x)) / 4


@pytest.mark.parametrize(
    ("form", "kind"), [("sorted(ends)", "list"), ("tuple(sorted(ends))", "tuple"), ("list(sorted(ends))", "list")]
)
def test_of_what_is_sorted_items_that_are_alike_are_looked_at(
    form: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, size in (("ANY", 1), ("FIRST", 1), ("FURTHER", 0), ("STATES", 40), ("STEPS", 60_000)):
        monkeypatch.setattr(by_sampling, name, size)
    witness = of(SORTED.replace("SORTED", form)).witness
    assert witness is not None
    (shown,) = witness.output
    assert isinstance(shown, Sequence)
    assert shown.kind == kind and len(set(shown.items)) == 1
    (at, *_) = shown.items
    for side, probability in (
        (witness.left, witness.probability_left),
        (witness.right, witness.probability_right),
    ):
        (xs,) = dict(side).values()
        assert isinstance(xs, Sequence) and isinstance(at, int)
        assert probability == prod((chance_of(x, at) for x in xs.items if isinstance(x, int)), start=fmpq(1))


def test_drawing_ends_where_nothing_can_be_greater(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "from faier import Int, Vector, geometric, log, mechanism, one, private\n\n\n"
    text += "@private(epsilon=log(2), neighbors=one(1))\n@mechanism\ndef ages(age: Vector[Int[0, 1000], 12]):\n"
    write(tmp_path, {"a.py": text + "    return [years + geometric(1 / 2) for years in age]\n"})
    ran = faier(capsys, "bound", str(tmp_path / "a.py"), "--no-cache", "--sample", "--format", "json")
    (result,) = ran.json["results"]
    assert result["epsilon"]["exact"] == "log(2)" and result["coverage"]["all"]
    assert result["sampled"]["reason"] is None and result["sampled"]["outputs"] < 12
