"""What exceptions tell those who catch them: both semantics say what Python does, or refuse."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

ERRORS = """
class Spent(Exception):
    pass


class Short(Spent):
    code: int = 7
    left: int

    def __init__(self, left, *, need=2):
        super().__init__(f"{left} of {need}", left)
        self.left, self.need = left, need
        self.gap = need - left

    @property
    def half(self):
        return self.gap // 2

    def over(self, n):
        return self.gap > n


class Bare(ValueError):
    def __init__(self, left, why="none"):
        self.left = left
        self.why = why


class Said(Exception):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def __str__(self):
        return f"said {self.n}"


def spend(x):
    if x == 0:
        raise Short(x, need=3)
    if x == 1:
        raise Bare(x, why="one")
    if x == 2:
        raise Spent
    if x == 3:
        raise Spent("all", x)
    if x == 4:
        raise KeyError("x")
    if x == 5:
        raise ValueError(f"bad {x}") from None
    if x == 6:
        raise Short(left=x)
    return x


"""

ACCEPTED = [
    """    told = []
    for n in range(x):
        try:
            try:
                spend(n)
            except Short as e:
                told.append(str(e))
                raise ValueError(str(e) + "!") from None
            except Spent as e:
                told.append(n)
        except ValueError as e:
            told.append(e.args)
        except Exception as e:
            told.append("other")
    return told
""",
    """    try:
        return spend(x)
    except (Spent, ValueError, LookupError) as e:
        return str(e), f"<{e}>", e.args
""",
    """    try:
        return spend(x)
    except Short as short:
        return short.left, short.gap, short.half, short.code, short.over(2), type(short).__name__
    except Exception as e:
        return e.__class__.__name__, len(e.args), [str(one) for one in e.args]
""",
    """    e = 0
    try:
        e = spend(x)
    except Short as short:
        e = short.left
    except Exception:
        e = -1
    return e
""",
    """    try:
        try:
            return spend(x)
        except (Spent, KeyError) as e:
            raise ValueError(f"again: {e}") from e
    except ValueError as e:
        return str(e), e.args
    except Exception as e:
        return "other " + str(e)
""",
    """    seen = []
    for y in (x, 0):
        try:
            try:
                seen.append(spend(y))
            except Exception:
                seen.append("inner")
                raise
            finally:
                try:
                    spend(2)
                except Spent as inner:
                    seen.append(inner.args)
        except Short as outer:
            seen.append(outer.gap)
        except Exception as outer:
            seen.append(str(outer))
    return seen
""",
    """    def risky(y):
        try:
            return spend(y)
        except Bare as bare:
            return bare.left, bare.why, bare.args, str(bare)
    try:
        return risky(x)
    except Exception as e:
        return str(e)
""",
    """    try:
        if flip(1 / 3):
            spend(x)
        else:
            raise Said(uniform(0, 1))
    except Said as said:
        return str(said), said.args, said.n
    except Exception as e:
        return f"{e}"
    return "none"
""",
    """    try:
        spend(x)
    except Spent as e:
        held = e.args
    except Exception as e:
        held = e.args[:1]
    else:
        held = ()
    return held
""",
    """    def each():
        for y in range(x, 7):
            try:
                yield spend(y)
            except Exception as e:
                yield str(e)
    return list(each())
""",
    """    try:
        try:
            spend(x)
        except KeyError as e:
            raise
        except Spent as e:
            if x == 0:
                raise
            return "kept " + str(e)
    except Exception as e:
        return str(e)
""",
    """    shown = "none"
    try:
        raise Bare(uniform(0, 1))
    except Bare as e:
        try:
            spend(x)
        except Exception as other:
            shown = f"{e} then {other}"
        return shown, e.left
""",
]

REFUSED = {
    "after the handler": """    e = 1
    try:
        spend(x)
    except Exception as e:
        pass
    return e
""",
    "kept": """    kept = []
    try:
        spend(x)
    except Exception as e:
        kept.append(e)
    return str(kept[0]) if kept else ""
""",
    "by Python itself": """    try:
        return 1 // x
    except ZeroDivisionError as e:
        return str(e)
""",
    "by Python itself, after one of the file": """    try:
        try:
            spend(0)
        except Spent:
            return 1 // x
    except (ZeroDivisionError, ValueError) as e:
        return str(e)
""",
    "an assertion": """    try:
        assert x > 1, "small"
    except AssertionError as e:
        return str(e)
""",
    "what may change": """    values = [x]
    try:
        raise Spent(values)
    except Spent as e:
        values.append(1)
        return str(e)
""",
    "a name that is given another value": """    try:
        spend(x)
    except Exception as e:
        e = 3
        return e
""",
    "in a function that is a value": """    told = lambda: ""
    try:
        spend(x)
    except Exception as e:
        told = lambda: str(e)
    return told()
""",
    "changed": """    try:
        spend(x)
    except Short as e:
        e.left = 8
        return e.left
    except Exception:
        return 0
""",
    "by name twice": """    try:
        spend(x)
    except Exception as e:
        try:
            spend(1)
        except Exception as e:
            pass
        return str(e)
""",
    "a field that it has not": """    try:
        spend(x)
    except Exception as e:
        return e.left
""",
}

HEADER = "@mechanism\ndef f(x: Int[0, 7]):\n"


@pytest.mark.parametrize("body", ACCEPTED)
def test_what_is_told(body: str) -> None:
    assert_as_python(f"{ERRORS}{HEADER}{body}", written=False)


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused(body: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{ERRORS}{HEADER}{body}", written=False)
