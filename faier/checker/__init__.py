"""The independent checker: a certificate and its mechanism file -> valid, invalid or holey.

This folder needs nothing but Python's standard library and imports nothing else of faier; it can be copied out and
run by itself (`python -S checker CERTIFICATE...`). It reads the mechanism file with its own small interpreter,
written from the description of the language, and follows the steps that a certificate lists. It does not search,
and no float is in it. The formats are described in `certificate/FORMAT.md`.
"""

from .checking import FORMAT, Result, check

__all__ = ["FORMAT", "Result", "check"]
