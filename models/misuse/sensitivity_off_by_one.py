"""Noise for a sensitivity that is one too small.

The number of rows of a join, where one person is in up to two rows; the noise is for one. What is claimed for it
would be right for each row, and is half of what a person loses. The remedy is wider noise, or a limit of one row
per person, taken before counting.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

PEOPLE = 2
ROWS = 2


@private(epsilon=log(2), neighbors=one(), expect="refuted", name="a person is in two rows, the noise is for one")
@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(4) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def sensitivity_off_by_one(rows_of: Vector[Int[0, ROWS], PEOPLE]):
    return clamp(sum(rows_of) + geometric(1 / 2), 0, PEOPLE * ROWS)


@private(epsilon=log(2), neighbors=one())
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def one_row_each(rows_of: Vector[Int[0, ROWS], PEOPLE]):
    return clamp(sum([min(rows, 1) for rows in rows_of]) + geometric(1 / 2), 0, PEOPLE)


@private(epsilon=log(16 / 9), neighbors=one())
@private(epsilon=log(16 / 9) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def wider_noise(rows_of: Vector[Int[0, ROWS], PEOPLE]):
    return clamp(sum(rows_of) + geometric(3 / 4), 0, PEOPLE * ROWS)


@private(epsilon=log(2), neighbors=one(), expect="refuted", name="the number of groups that are left is shown exactly")
@mechanism
def limited_after_counting(rows_of: Vector[Int[0, ROWS], PEOPLE]):
    return min(sum(rows_of), 1), clamp(min(sum(rows_of), 1) + geometric(1 / 2), 0, 1)
