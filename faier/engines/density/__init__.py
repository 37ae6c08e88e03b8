"""Mixtures of densities on the reals -> the greatest ratio of two, and by how much one exceeds another."""
