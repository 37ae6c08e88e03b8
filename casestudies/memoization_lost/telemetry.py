"""Telemetry: every day an application reports one private setting, memoized so that days do not add up.

The report is a randomized response that is drawn once and kept, as in RAPPOR (2014) and in operating systems
since. What keeps it is a file. Files get lost: with a new installation, a cleared cache, a second device.
"""

from faier import Bool, Public, Stream, Vector, each, flip, log, mechanism, one, private

DAYS = 4
TRUTH = 3 / 4


def response(setting):
    return setting == flip(TRUTH)


@private(epsilon=log(3), neighbors=one(), name="as designed")
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def memoized(setting: Bool):
    kept = response(setting)
    for _ in range(DAYS):
        yield kept


@private(epsilon=log(3), neighbors={"setting": one()}, expect="refuted", name="the file gets lost")
@private(epsilon=4 * log(3), neighbors={"setting": one()}, name="lost every day")
@mechanism
def lost(setting: Bool, lost_before: Public[Vector[Bool, DAYS]]):
    kept = response(setting)
    for lost_today in lost_before:
        if lost_today:
            kept = response(setting)
        yield kept


@private(epsilon=log(3), neighbors={"setting": one()}, name="restored from the account")
@mechanism
def restored(setting: Bool, lost_before: Public[Vector[Bool, DAYS]]):
    account = response(setting)
    for _ in lost_before:
        yield account


@private(epsilon=log(3), neighbors=each(1), expect="refuted", name="no memory at all")
@mechanism
def forgetful(settings: Stream[Bool]):
    for setting in settings:
        yield response(setting)
