"""A histogram of records, with noise on every bin.

Dwork, McSherry, Nissim and Smith ("Calibrating noise to sensitivity in private data analysis", 2006). A person who
may be added or removed is in one bin: log(2). A person whose value may be any other is in two: log(4). Collections
of broken mechanisms have the histogram with noise of scale epsilon instead of 1/epsilon; here it is base 1/8
instead of 1/2. Leaving out the noise of empty bins is another classic.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

BINS = 3
N = 2


def counts_of(records):
    return [sum([record == value for record in records]) for value in range(BINS)]


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(4) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(2), neighbors=one(), expect="refuted", name="a record that changes is in two bins")
@mechanism
def histogram(records: Vector[Int[0, BINS - 1], N]):
    return tuple([clamp(count + geometric(1 / 2), 0, N) for count in counts_of(records)])


@private(epsilon=log(2), neighbors=one(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def histogram_of_counts(counts: Vector[Int[0, N], BINS]):
    return tuple([clamp(count + geometric(1 / 2), 0, N) for count in counts])


@private(epsilon=log(4), neighbors=one(), expect="refuted", name="the scale of the noise is epsilon, not 1/epsilon")
@private(epsilon=6 * log(2), neighbors=one())
@private(epsilon=6 * log(2) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def scale_upside_down(records: Vector[Int[0, BINS - 1], N]):
    return tuple([clamp(count + geometric(1 / 8), 0, N) for count in counts_of(records)])


@private(epsilon=log(4), neighbors=one(), expect="refuted", name="empty bins have no noise")
@mechanism
def empty_bins_stay_empty(records: Vector[Int[0, BINS - 1], N]):
    return tuple([clamp(count + geometric(1 / 2), 0, N) if count > 0 else 0 for count in counts_of(records)])
