"""A diary of activities, drawn from a chain with the chances below and a fixed seed: `python generate.py > diary.csv`.

The seeds' recordings are not public, so this stands for them. About one record in fifty is missing, and one person's
watch was off for ten minutes.
"""

import random

CHANCES = {
    "rest": {"rest": 0.7, "run": 0.05, "walk": 0.25},
    "run": {"rest": 0.2, "run": 0.5, "walk": 0.3},
    "walk": {"rest": 0.35, "run": 0.1, "walk": 0.55},
}
MINUTES = 240

dice = random.Random(2017)
print("person,minute,activity")
for person in ("ann", "bob", "eve"):
    state = "rest"
    for minute in range(MINUTES):
        if not (person == "bob" and 90 <= minute < 100):
            print(f"{person},{minute},{'' if dice.random() < 0.02 else state}")
        state = dice.choices(list(CHANCES[state]), list(CHANCES[state].values()))[0]
