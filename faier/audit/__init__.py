"""Samples of an implementation, held against what its model says exactly."""
