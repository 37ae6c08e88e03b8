"""Hadamard response with one bit: a random row of a Hadamard matrix, and one noisy entry of it.

Acharya, Sun and Zhang ("Hadamard response", 2019), in the form with one bit of Bassily and Smith (2015): the row
is public randomness, the entry in the column of the true value is kept with probability 3/4, so a person loses
log(3) and sends one bit. The twin does not waste its report on rows that say nothing: which row it takes depends
on the value.
"""

from faier import Int, categorical, flip, log, mechanism, one, private, uniform

ROWS = ((1, 1, 1, 1), (1, 0, 1, 0), (1, 1, 0, 0), (1, 0, 0, 1))
KEEP = 3 / 4


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def hadamard_response(value: Int[0, 3]):
    row = uniform(0, 3)
    return row, (ROWS[row][value] == 1) == flip(KEEP)


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="the row is redrawn until its entry is 1")
@mechanism
def informative_row(value: Int[0, 3]):
    row = uniform(0, 3)
    while ROWS[row][value] == 0:
        row = uniform(0, 3)
    return row, flip(KEEP)


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="rows with entry 1 are preferred, and then the bit")
@private(epsilon=log(9), neighbors=one())
@private(epsilon=log(9) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def preferred_row(value: Int[0, 3]):
    row = categorical(*[3 if entries[value] == 1 else 1 for entries in ROWS])
    return row, (ROWS[row][value] == 1) == flip(KEEP)
