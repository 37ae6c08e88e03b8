"""A bounded sum with records that may be missing, and the wrong sensitivity for it.

Values are clipped to LOW..HIGH. To replace a record moves the sum by HIGH - LOW, to add one by HIGH: libraries that
know both notions must not take the one for the other. Here a clipped value is 1, 2 or 3, so replacing one moves the sum
by two and adding one by three steps of the noise, each worth log(2).
"""

from faier import Int, Records, added, clamp, geometric, log, mechanism, one, private

LOW, HIGH = 1, 3
N = 3
ALPHA = 1 / 2


@private(epsilon=HIGH * log(2), neighbors=added())
@private(epsilon=HIGH * log(2) - 1 / 1000000, neighbors=added(), expect="refuted")
@private(epsilon=(HIGH - LOW) * log(2), neighbors=one())
@private(epsilon=(HIGH - LOW) * log(2) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=(HIGH - LOW) * log(2), neighbors=added(), expect="refuted", name="the range for the sensitivity")
@mechanism
def sum_added(records: Records[Int[0, 4], N]):
    total = sum(clamp(record, LOW, HIGH) for record in records)
    return clamp(total + geometric(ALPHA), 0, N * HIGH)
