"""Processes whose runs end -> all outputs with their probabilities, and the delta that an epsilon needs."""
