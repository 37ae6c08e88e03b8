"""Requests about files -> answers, in worker processes with hard limits; many side by side, shared out, recalled.

What a worker says about one file depends on nothing but that request. A lost worker loses one job.
"""
