"""Data files become prior programs: chains that are counted, hidden chains that are fitted, values given a secret.

    table        a file -> rows under a header, or what is wrong with it, on which line
    sequences    rows -> series of records that follow each other
    chains       series -> how often each record follows each, and the stationary distribution
    boxes        counts -> intervals in which all probabilities lie, with a stated confidence
    hidden       series -> a hidden Markov model, by hmmlearn
    groups       rows -> how often each value comes with each secret
    normals      values -> a mixture of normal parts
    listing      names and tables as text of a program
    programs     what was learned -> the text of a prior, and of a mechanism with a claim

Counts stay exact. What is fitted is rounded to decimals, which are exact from then on. Nothing is decided here.
"""
