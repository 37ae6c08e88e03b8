"""Sums over the records of a chain of any length: read off one step of the prior, and bounded for all days at once."""
