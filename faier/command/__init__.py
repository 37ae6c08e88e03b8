"""Arguments in, text and an exit status out: the only package that prints or exits."""
