"""Names that are not there, or not what they seem."""
import faier
from faier import Int, clamp, mechanism

counts = 3


@mechanism
def unknown(x: Int[0, 1], *, setting=1):
    a = cuonts  # error: FA201 `cuonts` is not defined
    b = faier.flipp(1)  # error: FA201 faier has no `flipp`
    c = faier.flip  # error: FA205 `faier.flip` is not a value
    d = flip(1 / 2)  # error: FA202 `flip` is not imported
    e = other  # error: FA201 `other` is not defined
    f = [y for y in [1, 2]] + [y]  # error: FA201 `y` is not defined
    g = clamp  # error: FA205 `clamp` is a function, not a value
    sum = 1
    h = sum([1, 2])  # error: FA205 `sum` is a variable here
    i = faier  # error: FA205 `faier` is a module
    j = len(print)  # error: FA205 Python's `print` is not part
    k = [z for w in [1, 2] for z in [z]]  # error: FA413 `z` is read before it has a value
    m = [z for z in [1] if w for w in [2]]  # error: FA413 `w` is read before it has a value
    n = [z for z in [z]]  # error: FA201 `z` is not defined
    o = [[w for z in [w]] for w in [1] for z in [[z for z in [2]]]]
    return (a, b, c, d, e, f, g, h)


@mechanism
def other_scope():
    other = 1
    return other
