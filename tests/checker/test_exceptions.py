"""What is raised and caught: the checker follows what a file raises itself, as Python does, and nothing else."""

import pytest
from certificates import certified
from checker.test_meaning import differences

from faier.checker.admission import admitted
from faier.checker.language import read
from faier.checker.outcome import Hole

HEAD = """
from faier import Bool, Int, Vector, flip, geometric, mechanism, uniform


class Full(Exception):
    '''There is no room.'''


class Fuller(Full):
    pass


class Wrong(ValueError):
    pass


class Budget:
    def __init__(self, left):
        self.left = left
        if left > 7:
            raise Full("too much")

    def spend(self, cost):
        self.left -= cost
        if self.left < 0:
            raise Full(f"{cost} of {self.left}")


def checked(x):
    if x > 1:
        raise Fuller
    if x == 1:
        raise Wrong(f"{x}!")
    return 5


def filled(values, last):
    values.append(last)
    if last > 1:
        raise Full("full")
    values.append(9)
    return last


def drawn(p):
    if flip(1 / p):
        raise KeyError(p)
    return uniform(0, 1)


def both(x):
    try:
        return checked(x)
    except Wrong:
        return checked(x + 1)


"""
BODIES = """
try:
    return checked(x)
except Wrong:
    return 7
except Full:
    return 8
---
try:
    return checked(x)
except (KeyError, ValueError):
    return 7
except Exception:
    return 8
---
a = 1
try:
    a = 2
    b = checked(x)
    a = 3
except Full:
    a += 10
except Wrong:
    return a
else:
    a += 20
return a
---
xs = [1]
try:
    y = filled(xs, x)
    xs.append(y)
    filled(xs, x)
except Full:
    xs.append(7)
return xs
---
xs = [1]
try:
    y = filled(xs, x)
    ys = [x]
    y += filled(ys, 2)
except Full:
    y = 0
return y, xs
---
b = Budget(2)
n = 0
for i in range(3):
    try:
        b.spend(x)
        n += 1
    except Full as error:
        n += 10
        break
return n, b.left
---
try:
    b = Budget(x + 6)
except Full:
    return 0
return b.left
---
try:
    return drawn(3) + 2 * drawn(2)
except LookupError:
    return 9
---
try:
    try:
        return checked(x)
    except Wrong:
        raise Full
except Fuller:
    return 1
except Full:
    return 2
---
try:
    return both(x)
except Full:
    return 4
---
for i in range(3):
    try:
        if i == x:
            continue
        if flip(1 / 3):
            raise Full
    except Full:
        break
else:
    i = 8
return i
---
try:
    return [checked(i) for i in range(x)]
except Exception:
    return 1
---
def inner(n):
    nonlocal x
    x += n
    if x > 2:
        raise Full
    return x

try:
    y = inner(1) + inner(1)
except Full:
    y = 0
return x, y
---
try:
    assert x < 2
except AssertionError:
    return 1
return 2
---
d = {}
try:
    d[x] = 1
    d[checked(x)] = checked(0)
except Exception:
    pass
return tuple(d.items())
---
try:
    while True:
        if flip(1 / 2):
            raise Full
except Full:
    return 3
---
k = 0
while True:
    try:
        k += 1
        if k > x:
            raise Full
    except Full:
        return k
---
return x if x < 1 or both(0) else 3
---
try:
    y = (z := x) + checked(x)
except Exception:
    return z
return z + y
---
try:
    n = x + geometric(1 / 2)
    if n < 0:
        raise Wrong('negative')
except ValueError:
    return 'no'
return min(n, 2)
---
try:
    pass
except Full:
    return 1
return 2
---
total = 0
for word in ['12', '1.5', 'x', '', '-', '12x', '7', '+3']:
    try:
        total += int(word)
    except ValueError:
        total += 100
return total + x
---
any(checked(0) == i for i in range(2))
try:
    return any(checked(i) == 5 for i in range(x, 3))
except Full:
    return 1
except Wrong:
    return 2
"""[1:-1].split("\n---\n")


def file(body: str) -> str:
    lines = "\n    ".join(body.split("\n"))
    return f"{HEAD}@mechanism\ndef subject(x: Int[0, 2]):\n    {lines}\n"


@pytest.mark.parametrize("body", BODIES)
def test_what_is_caught_means_the_same(body):
    text = file(body)
    admitted(read(text, {}), {})
    assert differences(text, "subject", 5) == (5, [])


HOLES = """
try:
    return list(4 // i for i in [x, 1])
except ZeroDivisionError:
    return 0
---
try:
    return sorted([x, 1], key=lambda n: 4 // n)
except ZeroDivisionError:
    return 0
---
try:
    return sum(checked(i) for i in range(x, 3))
except Exception:
    return 0
---
try:
    return sorted([x, 1, 0], key=checked)[0]
except Exception:
    return 0
---
try:
    return checked(x)
except Exception:
    return 0
finally:
    x = 1
---
try:
    return checked(x)
except:
    return 0
---
try:
    return checked(x)
except BaseException:
    return 0
---
error = 1
try:
    return checked(x)
except Exception as error:
    pass
return error
---
try:
    raise Full(f'{1 // x}')
except Exception:
    return 0
---
try:
    raise Full(f'{x:d}')
except Exception:
    return 0
---
try:
    raise Full(checked(x))
except Exception:
    return 0
---
n = 2 ** 20000
try:
    raise Full(f'{n}')
except Full:
    return 0
---
try:
    raise Full from Exception()
except Exception:
    return 0
---
raise
---
try:
    if x:
        raise Full
    ys = [1]
except Full:
    pass
return ys
---
try:
    def inner(n):
        return n
    return inner(x)
except Exception:
    return 0
---
Wrong = 1
try:
    return checked(x)
except Wrong:
    return 0
---
try:
    return Full
except Exception:
    return 0
---
try:
    return checked(x)
except TypeError or ValueError:
    return 0
"""[1:-1].split("\n---\n")


@pytest.mark.parametrize("body", HOLES)
def test_what_else_goes_wrong_is_a_hole(body):
    from faier.checker.claims import claim_of
    from faier.checker.fed_process import Joint
    from faier.checker.outcome import Budget
    from faier.checker.outputs import distributions

    text = file(body)
    with pytest.raises(Hole):
        known = read(text, {})
        admitted(known, {})
        told = {"mechanism": "subject", "epsilon": "0", "neighbors": "each(1)"}
        claim = claim_of(known, {"decorator": None, "delta": None, "prior": None, "pairs": None} | told)
        joint = Joint(known, claim, Budget(100_000))
        for x in range(3):
            distributions(joint, joint.given({"x": x}))


PARTS = """
def steps(n):
    for i in range(n):
        if i == 1:
            raise Full
        yield i

---
def steps(n):
    for i in range(n):
        try:
            yield i
        except Full:
            pass

---
def steps(n):
    class Own(Exception):
        pass
    return [n]

---
class Told(Exception):
    def __init__(self, n):
        self.n = n


def steps(n):
    return [n]

---
class Told(Exception):
    n = 3


def steps(n):
    return [n]

---
class KeyError(Exception):
    pass


def steps(n):
    return [n]

---
class Told(BaseException):
    pass


def steps(n):
    return [n]

---
class Told(Full, ValueError):
    pass


def steps(n):
    return [n]

"""[1:-1].split("\n---\n")


@pytest.mark.parametrize("part", PARTS)
def test_generators_that_raise_and_other_exceptions_are_holes(part):
    from faier.checker.claims import claim_of
    from faier.checker.fed_process import Joint
    from faier.checker.outcome import Budget
    from faier.checker.outputs import distributions

    body = "n = 0\ntry:\n    for i in steps(x):\n        n += 1\nexcept Full:\n    n += 10\nreturn n"
    text = file(body).replace("@mechanism", part + "\n\n@mechanism")
    with pytest.raises(Hole):
        known = read(text, {})
        admitted(known, {})
        told = {"mechanism": "subject", "epsilon": "0", "neighbors": "each(1)"}
        claim = claim_of(known, {"decorator": None, "delta": None, "prior": None, "pairs": None} | told)
        joint = Joint(known, claim, Budget(100_000))
        distributions(joint, joint.given({"x": 2}))


STREAM = """
from faier import Int, Stream, each, geometric, log, mechanism, private


class Full(Exception):
    pass


def charged(x, spent):
    if spent > 1:
        raise Full("nothing is left")
    return x + geometric(1 / 2) > 1


@private(epsilon=EPSILON, neighbors=each(1))
@mechanism
def subject(xs: Stream[Int[0, 2]]):
    spent = 0
    for x in xs:
        try:
            yield charged(x, spent)
            spent += 1
        except Full:
            yield 0
"""


def test_certificates_of_files_that_catch_are_valid():
    for epsilon in ("log(4)", "log(2)"):
        text = STREAM.replace("EPSILON", epsilon)
        (item,) = certified(text)
        assert item.proved == (epsilon == "log(4)")
        assert item.answer().answer == "valid"
