"""Pairs whose runs need not end, and long ones -> a factor that holds for outputs of every length, by a coupling.

`engine` finds bounds and flows, `check` holds them against the pair, exactly. `enclosure` is for long series that
end, `spread` takes unknowns out of a pair.
"""
