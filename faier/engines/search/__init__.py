"""Pairs with constant weights -> the greatest ratio of a word, or both ends of it where a limit is reached.

`engine` is the search over backward vectors; `dominance` says what it may forget, with exact multipliers.
"""
