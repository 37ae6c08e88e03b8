"""Two laws of outputs -> how far apart they are by other measures than their greatest ratio, with certified ends."""
