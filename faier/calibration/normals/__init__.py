"""Data that is normal, or a mixture of normals, given each secret: what theorems ask for, and what is needed."""
