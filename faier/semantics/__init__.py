"""A mechanism file's tree -> exact probabilities, written twice.

`explore` is the fast meaning: it makes the labelled process of a mechanism. `denote` is the short obvious one, by
which everything clever is checked.
"""
