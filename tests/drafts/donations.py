"""Apple's client: at most two donations a day leave the device, a random subset of its records."""

from faier import Int, Vector, flip, log, mechanism, one, private, uniform


class DonationQueue:
    MAX_PER_DAY = 1

    def __init__(self):
        self._records = []

    def __len__(self):
        return len(self._records)

    def __iter__(self):
        yield from self._records

    def put(self, record):
        self._records.append(record)

    def sample(self):
        chosen = []
        while self._records and len(chosen) < self.MAX_PER_DAY:
            chosen.append(self._records.pop(uniform(0, len(self) - 1)))
        self._records.clear()
        return chosen


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3 / 2), neighbors=one(), expect="refuted")
@mechanism
def donate(emoji_used: Vector[Int[0, 1], 2]):
    queue = DonationQueue()
    for used in emoji_used:
        queue.put(used if flip(3 / 4) else 1 - used)
    return queue.sample()
