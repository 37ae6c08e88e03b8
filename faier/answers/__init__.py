"""Verdicts -> what is told of them: plain data in which every exact number is a text with its nearest float.

`answer` has the data, and imports nothing that computes; `to_answers` makes it of verdicts. Decides nothing.
"""
