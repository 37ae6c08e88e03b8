"""Pairs whose runs need not end -> a cycle of letters whose turns raise the ratio without end, where there is one.

`engine` finds it, `check` holds it against the pair, exactly.
"""
