"""A verdict -> a certificate: what an independent checker needs to be convinced of it (see FORMAT.md).

Certificates say what is claimed about which file, and list evidence that `faier.checker` can follow without
searching. The model that the evidence is about is the checker's own, so nothing of faier's compiler is trusted.
"""
