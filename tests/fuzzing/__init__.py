"""Inputs that a fuzzer makes: what is done with them, how they are changed, and where they start."""
