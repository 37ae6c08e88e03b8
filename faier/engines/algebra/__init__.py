"""Ratios with unknown reals or an unknown epsilon -> polynomial inequalities, and what holds for all values.

`obligations` makes the inequalities of a pair, `engine` answers them, `supremum` finds the least factor that satisfies
them. A proof is a set of boxes with Bernstein forms or isolated roots; a violation is a point.
"""
