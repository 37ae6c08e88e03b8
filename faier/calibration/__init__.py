"""How much noise is enough, and that less is not."""
