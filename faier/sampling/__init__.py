"""Mechanism files become plain Python that samples: what each name of the vocabulary does when it is run.

Values are exact throughout: a float stands for the simplest fraction that rounds to it, `exp` and `log`
stay symbolic, and the samplers use integers drawn from the operating system's entropy, nothing else. Only
the standard library is imported. Nothing here verifies anything: claims are recorded, not decided.

    simplest     float -> Fraction
    enclosure    intervals around exponentials and logarithms
    terms        normal form of sums and products of them, and of random reals
    symbolic     the exact numbers made of them
    exponentials exp, log, Positive
    entropy      where random bits come from
    digits       random reals whose digits are drawn when somebody asks for them
    reals        laplace, gaussian, and how what is shown of them is rounded
    draws        flip, uniform, categorical, geometric, clamp
    domains      Int, Bool, Vector, Records, Stream, Public, Probability, Real
    runs         mechanism, prior, secret, assume
    claims       private, and the relations each, one, total, edges, pairs, where, added, moves
    editors      what type checkers see in place of the types in domains
"""
