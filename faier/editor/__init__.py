"""Verdicts while a mechanism is written: what an editor shows of a report, by the language server protocol."""
