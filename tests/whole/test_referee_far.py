"""The referee where noise is kept: draws are cut far out, and what was cut is known."""

from fractions import Fraction
from math import log

import pytest
from referee import brute, one_draw
from referee.far import Far, agree, far
from referee.kept import generate

FLOOR = Fraction(1, 2**18)
TEXT = one_draw.FILE.read_text()


@pytest.fixture(scope="module")
def loaded():
    return brute.load(TEXT, floor=FLOOR)


def found(loaded, name):
    mechanism = loaded.mechanism(name)
    return far(brute.law_of(loaded, mechanism, brute.inputs_of(mechanism), one_draw.inputs_of(name), 12, waits=True))


@pytest.mark.parametrize("name", one_draw.NAMES)
def test_a_draw_that_is_used_twice_is_one_value(loaded, name):
    truth, known = one_draw.truth(name), found(loaded, name)
    assert list(agree(truth, known)) == []
    assert known.lost < Fraction(1, 20)
    assert sum(known.found.values()) + known.lost == 1
    assert name in one_draw.ENDLESS or sum(truth.values()) == 1


def test_the_family_has_every_mechanism_of_the_file():
    assert set(one_draw.NAMES) == {
        name for name, it in brute.load(TEXT).names.items() if isinstance(it, brute.Mechanism)
    }


def test_the_exact_referee_says_the_same_where_it_can():
    """Noise that is drawn as late and coarsely as it is looked at has no cut: its laws are those by hand."""
    loaded, same = brute.load(TEXT), 0
    for name in one_draw.NAMES:
        mechanism = loaded.mechanism(name)
        try:
            law = brute.law_of(loaded, mechanism, brute.inputs_of(mechanism), one_draw.inputs_of(name), 12, waits=True)
        except (brute.Failed, brute.Unsupported):
            continue
        assert law == one_draw.truth(name), name
        same += 1
    assert same > 25


def test_disagreement_is_noticed():
    truth = one_draw.truth("two_thresholds")
    (first, weight), (second, other), _ = truth.items()
    known = Far({**truth, first: weight - Fraction(1, 100)}, Fraction(1, 100))
    assert list(agree(truth, known)) == []
    assert list(agree({**truth, first: weight + Fraction(1, 1000)}, known))
    assert list(agree({**truth, first: weight - Fraction(2, 100)}, known))
    assert list(agree({**truth, ((("bool", 5),), True): Fraction(1, 50)}, known))
    missing = dict(truth)
    del missing[second]
    assert list(agree(missing, known))
    assert list(agree({**truth, second: other + Fraction(1, 150)}, known))


# Known answers


def enclosed(body, neighbors, length=1, floor=FLOOR):
    text = "from faier import Int, Stream, Vector, each, geometric, mechanism, one\n\n\n@mechanism\n" + body
    loaded = brute.load(text, floor=floor)
    return brute.enclosed(brute.compared(loaded, "subject", neighbors=neighbors, length=length))


NOISY_MAX = """def subject(counts: Vector[Int[0, 2], 2]):
    best, winner = counts[0] + geometric(1 / 2), 0
    other = counts[1] + geometric(1 / 2)
    return 1 if other > best else 0
"""

ABOVE_THRESHOLD = """def subject(answers: Stream[Int[0, 2]]):
    limit = 1 + geometric(1 / 4)
    for answer in answers:
        yield answer + geometric(1 / 2) >= limit
"""


@pytest.mark.parametrize(("neighbors", "factor"), [("each(1)", "44/17"), ("one(1)", "28/17")])
def test_noisy_maximum(neighbors, factor):
    found = enclosed(NOISY_MAX, neighbors, floor=FLOOR / 2**6)
    assert found.least <= Fraction(factor) <= found.most < found.least * Fraction(1001, 1000)


@pytest.mark.parametrize(("length", "epsilon"), [(1, 0.6190392084), (2, 1.2939210410)])
def test_above_threshold(length, epsilon):
    found = enclosed(ABOVE_THRESHOLD, "each(1)", length)
    assert log(found.least) <= epsilon <= log(found.most) < epsilon + 1.2


def test_what_is_lost_of_a_secret_is_known():
    text = """from faier import Int, flip, geometric, mechanism, prior, secret


@prior
def belief():
    sick = flip(1 / 3)
    secret(sick)
    return 1 if sick else 0


@mechanism
def subject(x: Int[0, 1]):
    return x + geometric(1 / 2)
"""
    found = brute.compared(brute.load(text, floor=FLOOR), "subject", prior="belief")
    for pair in found:
        assert sum(pair.p.values()) == sum(pair.q.values()) == 1
    assert 1.99 < brute.enclosed(found).least <= 2


# The generator


def test_the_same_seed_gives_the_same_file():
    assert [generate(seed).text() for seed in range(30)] == [generate(seed).text() for seed in range(30)]


def test_generated_files_keep_noise_in_every_way():
    files = [generate(seed) for seed in range(600)]
    for made in files:
        compile(made.text(), str(made.seed), "exec")
    assert set().union(*(made.features for made in files)) >= {
        *("scalar", "vector", "stream", "belief", "nothing", "stops", "shown on the way", "early return"),
        *("list of noise", "changed", "item changed", "swap", "branch", "unused", "unpacked", "loop", "tournament"),
        *("while", "noise shown", "tuple shown", "list shown", "max of noise", "min of noise", "abs of noise", "gap"),
        *("conditional noise", "multiple of noise", "max of a list", "clamped later", "counted in a list"),
        *("noise against noise", "fresh noise", "chain", "any of a list", "helper noise", "helper around"),
        *("helper larger", "helper between", "helper copies", "helper closer"),
    }


def test_few_random_paths_have_nearly_all_of_the_probability():
    private = []
    for seed in range(30):
        made = generate(seed)
        of = {"prior": made.prior} if made.prior else {"neighbors": made.relations[0]}
        found = brute.compared(brute.load(made.text(), floor=made.floor), made.mechanism, length=made.length, **of)
        assert all(sum(side.values()) == 1 for pair in found for side in (pair.p, pair.q))
        assert all(far(side).lost < Fraction(1, 50) for pair in found for side in (pair.p, pair.q)), seed
        enclosing = brute.enclosed(found)
        private.append(enclosing.least > 1 and enclosing.most is not None)
    assert sum(private) > 5
