"""Readings of a house in watts, drawn with the numbers below and a fixed seed: `python generate.py > readings.csv`.

Nobody was measured: the recordings of the paper are not public.
"""

import random

MEANS, DEVIATIONS, STAYS = (200, 1500), (50, 300), (0.95, 0.8)

dice = random.Random(1303)
print("minute,watts")
state = 0
for minute in range(480):
    print(f"{minute},{dice.gauss(MEANS[state], DEVIATIONS[state]):.1f}")
    state = state if dice.random() < STAYS[state] else 1 - state
