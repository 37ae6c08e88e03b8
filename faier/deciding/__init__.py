"""Questions about mechanisms -> verdicts: what is compared, which engine answers, the witness recomputed by `denote`.

A claim that compares nothing is refused, not proved. What takes longer than its limits is undecided, with what was
covered. Nothing here reads files, starts processes or words an answer.
"""
