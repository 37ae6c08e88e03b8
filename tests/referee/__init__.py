"""An independent referee for faier: it runs a mechanism file as plain Python and enumerates everything.

It imports nothing of faier. `vocabulary` is the stub that a mechanism file imports, `chance` enumerates
the random paths of a run, `domain` the inputs and the neighbor relations, `brute` compares, and
`generate` writes random mechanism files.
"""
