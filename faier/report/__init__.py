"""What was found out -> something to read, one module for each format.

Each reads a `Report` of plain data and returns text; none of them prints, decides or computes. `explain` reads
the texts in `explanations`.
"""
