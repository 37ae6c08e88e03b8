"""The least error of all mechanisms that see a query's value and show one of finitely many numbers, with proofs.

A table of exact chances that keeps to the claim has the error at most; multipliers show that no table has less.
"""
