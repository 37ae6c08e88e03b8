"""What does not stand at the top level."""
import pandas  # error: FA104 `pandas` cannot be imported
import faier, numpy  # error: FA104 `numpy` cannot be imported
from fractions import Fraction, Decimal  # error: FA104 fractions has no `Decimal`
from faier import Int, flipp, mechanism, flip  # error: FA104 faier has no `flipp`
from faier import *  # error: FA104 `import *` hides
from . import other  # error: FA104 `.` cannot be imported
from __future__ import annotations  # error: FA104 Python wants this import at the very beginning
import scipy  # error: FA104 `scipy` cannot be imported

N = 3
N = 4  # error: FA203 `N` is defined twice: first on line 11
Int = 3  # error: FA203 `Int` is defined twice
"a string"  # error: FA103 a string here does nothing
A = 3
C, D = 1, 2, 3  # error: FA411 3 values for 2 names
N += 1  # error: FA103 a constant is assigned once
print(N)  # error: FA103 nothing runs at the top level
del N  # error: FA103 only imports, constants and functions
LATER = EARLIER + 1  # error: FA204 `EARLIER` is used before it is defined
EARLIER = 1
USES_LATER = LATER + A + C
ROOT = math.sqrt(2)  # error: FA102 `.sqrt(...)` is not part of the language
if N:  # error: FA103 nothing runs at the top level
    X = 1
for i in range(3):  # error: FA103 nothing runs at the top level
    pass
USES_X = X + i
class Thing(dict):  # error: FA101 a class of a mechanism file is an Enum
    pass
async def run():  # error: FA103 `async` is not part of the language
    pass
with open("x") as f:  # error: FA103 only imports, constants and functions
    pass
return  # error: FA103 `return` stands outside a function


def helper():
    return flip(1 / 2)


RANDOM = flip(1 / 2)  # error: FA209 the constant `RANDOM` cannot be random
CALLS = helper()  # error: FA209 the constant `CALLS` cannot be random
FUNCTION = helper
WORD = flip  # error: FA205 `flip` is a function, not a value
UNKNOWN = EARLEIR  # error: FA201 `EARLEIR` is not defined
USES_UNKNOWN = UNKNOWN + 1
HUGE = 10 ** 10 ** 10  # error: FA501 bits
ZERO = 1 / 0  # error: FA402 division by zero
OUTSIDE = (1, 2)[2]  # error: FA401 index 2 is out of range
ROUNDED = 0.1 + 0.2  # error: FA407 this number is 3/10
WRONG = "a" + 1  # error: FA409 is not defined
helper.attribute = 3  # error: FA103 a constant is a name with a value


def helper():  # error: FA203 `helper` is defined twice
    return 1


if __name__ != "__main__":  # error: FA103 nothing runs at the top level
    print(helper())
