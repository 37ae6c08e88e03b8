"""How likely an event is, between certified ends: the draws of a run are axes, which are cut into cells whose chances
are known. On each box of cells the run is followed with intervals (`enclosing`), until it surely is in the event, or
surely is not; boxes that are neither are cut on (`weighing`). Events are `patterns`; floats guess them (`guessing`).
"""
