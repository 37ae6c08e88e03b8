def f(:  # error: FA004 this is not Python
    pass
