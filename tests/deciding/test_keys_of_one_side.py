"""Keys that one side alone has: what is shown of them with the chance of the noise's tail, and what shows more."""

import keys_random
import pytest
from asked import subject_of
from flint import fmpq

from faier.deciding.question import Question
from faier.deciding.side_by_side import Told, told
from faier.exact import Epsilon, compare, compare_epsilon
from faier.lang import parse
from faier.limits import Limits

HEAD = """\
from collections import Counter, defaultdict
from faier import Bool, Int, Records, Stream, Vector, added, clamp, flip, gaussian, geometric, laplace, mechanism, one

R = 1 / 4


def listed(keys):
    for key in keys:
        yield key


"""
COUNTED = "t = Counter(xs)"
OTHER = """
u = {}
for x in xs:
    u[x] = u.get(x, 0) + 1
t = {0: 0}
for x in xs:
    t[x] = t.get(x, 0) + 1
"""
READ = """
t = defaultdict(int)
for x in xs:
    t[x] += 1
"""


def asked(body: str, header: str = "xs: Records[Int[0, 1], 9]", relation: str = "added()") -> Told | None:
    lines = "".join(f"    {line}\n" for line in body.strip().split("\n"))
    program = parse(f"{HEAD}@mechanism\ndef shown({header}):\n{lines}", "a.py", {})
    return told(Question(program, subject_of(program, "shown", relation, None), None, fmpq(1, 100)), Limits())


SHOWN = {
    "what a loop adds to a list": f"""
{COUNTED}
out = []
for k, c in sorted(t.items()):
    if c + geometric(R) > 2:
        out.append(k)
return out
""",
    "what a loop yields": f"""
{COUNTED}
for k, c in sorted(t.items()):
    if c + geometric(R) > 2:
        yield k
""",
    "a key that was read before": f"""
{READ}
z = t[2]
out = []
for k, c in sorted(t.items()):
    if c + geometric(R) > 2:
        out.append(k)
return out
""",
    "a name that each item has": f"""
{COUNTED}
return sorted([(k, noisy) for k, c in t.items() if (noisy := c + geometric(R)) > 2])
""",
}


@pytest.mark.parametrize("body", SHOWN.values(), ids=SHOWN.keys())
def test_what_is_shown_of_a_key_has_the_chance_of_the_tail(body):
    known = asked(body)
    assert known is not None and known.quiet and known.otherwise is not None
    assert compare_epsilon(known.otherwise, Epsilon(fmpq(0), fmpq(2), fmpq(2))) == 0
    assert compare(known.alone, fmpq(1, 20)) == 0


LOSE_MORE = {
    "a key that reading has made on both sides": f"""
{READ}
z = t[2]
for k, c in sorted(t.items()):
    if k == 2:
        return len(xs)
return 0
""",
    "the turn counted by a name in a comprehension": f"""
{COUNTED}
i = 0
return [k for k, c in sorted(t.items()) if ((i := i + 1) == 1 and k == 1) or c + geometric(R) > 2]
""",
    "how long a list is meanwhile": """
b = []
return [k for k in sorted(set(xs)) if (geometric(R) > 2 and not b.append(k)) or len(b) == 1]
""",
    "a key of another table, in the turn of a key that is always there": f"""
{OTHER}
for k, c in sorted(t.items()):
    if k == 0:
        return 1 in u
return 0
""",
    "an error of such a key": f"""
{OTHER}
for k, c in sorted(t.items()):
    if k == 0:
        try:
            return u[1] + geometric(R)
        except KeyError:
            return 100
return 0
""",
    "how many come of a generator": f"""
{COUNTED}
n = 0
for k in listed([k for k, c in sorted(t.items()) if c + geometric(R) > 2]):
    n += 1
if n < 2:
    return len(xs)
return 0
""",
    "a draw of both sides that is handed on": """
z = geometric(R)
ns = [(k, z) for k in sorted({1 for x in xs if x == 1})]
out = []
if z > 3:
    for k, n in ns:
        if n > 3:
            out.append(k)
elif z > 2:
    for k, n in ns:
        if 2 < n < 4:
            out.append(k)
return out, z
""",
    "keys that are equal, of which the first one is shown": """
t = defaultdict(int)
for x in xs:
    t[x == 1] += 1
    t[1] += 1
out = []
for k, c in sorted(t.items()):
    if c + geometric(R) > 2:
        out.append(k)
return out
""",
}


@pytest.mark.parametrize("body", LOSE_MORE.values(), ids=LOSE_MORE.keys())
def test_nothing_is_told_of_what_loses_more(body):
    assert asked(body) is None


@pytest.mark.parametrize(
    ("test", "alone"),
    {
        "max(z, 2) > 2": fmpq(1, 20),
        "max(1, z) <= 1": None,
        "not max(1, z) <= 1": fmpq(1, 5),
        "max(2, z) >= 1": None,
        "round(z + 0.4) > 2": fmpq(1, 5),
        "3 <= z < 5": fmpq(3, 64),
        "z > 3 and z < 4": fmpq(0),
        "c - geometric(R) >= 3": fmpq(1, 20),
        "z > 2 or z < -2": fmpq(1, 20) + fmpq(1, 320),
    }.items(),
)
def test_of_a_comparison_the_chance_is_exact_where_it_is_one_of_the_draw(test, alone):
    known = asked(f"""
{COUNTED}
out = []
for k, c in sorted(t.items()):
    z = c + geometric(R)
    if {test}:
        out.append(k)
return out
""")
    if alone is None:
        assert known is None or compare(known.alone, fmpq(1, 2)) > 0
    else:
        assert known is not None and compare(known.alone, alone) == 0


def test_of_two_rows_of_which_one_replaces_the_other_each_side_has_its_own_keys():
    known = asked("return [k for k, c in sorted(Counter(xs).items()) if c + geometric(R) > 2]", relation="one()")
    assert known is not None and compare(known.alone, fmpq(1, 20)) == 0


@pytest.mark.parametrize("noise", ["geometric(exp(-EPS))", "laplace(1 / EPS)"])
def test_a_chance_that_depends_on_the_unknown_epsilon_is_not_told(noise):
    chosen = f"    return [k for k, c in sorted(Counter(xs).items()) if c + {noise} > 5]\n"
    text = f"{HEAD}EPS = Positive(1)\n\n\n@mechanism\ndef shown(xs: Records[Int[0, 1], 9]):\n{chosen}"
    program = parse(text.replace("added, clamp", "Positive, added, clamp, exp"), "a.py", {})
    subject = subject_of(program, "shown", "added()", None)
    assert told(Question(program, subject, Epsilon.positive("EPS"), fmpq(1, 2)), Limits()) is None


def test_tails_that_are_very_far_out_are_left():
    assert asked(f"{COUNTED}\nreturn [k for k, c in sorted(t.items()) if c + geometric(R) > 10**12]") is None


def test_there_may_be_no_keys_at_all():
    assert asked("for k in sorted({x for x in xs if x > 7}):\n    pass\nreturn 0") is not None


def test_what_raises_for_a_key_is_looked_for_in_all_inputs():
    known = asked(f"""
{COUNTED}
for k, c in sorted(t.items()):
    n = 1 // (k - 1 + 0 * geometric(R))
    if c + geometric(R) > 2:
        return k
return 5
""")
    assert known is None or not (known.quiet or known.anywhere)


@pytest.mark.parametrize("seed", range(8))
def test_random_programs_lose_no_more_than_is_told(seed):
    assert not keys_random.wrong(seed)


def test_keys_may_be_tuples_with_nothing_in_them() -> None:
    found = asked("kept = [k for k in sorted(set((1,) if x else () for x in xs)) if geometric(1 / 4) > 9]\nreturn kept")
    assert found is not None
    assert 0 < found.alone < fmpq(1, 1000)
