"""Which conversion followed a click? Event-level reports of browsers, randomized over all that could be reported.

The Attribution Reporting API (WICG, 2021-2025): for a click at most one of a few reports is sent, trigger data in a
reporting window, or none; with probability 1/4 here, much less in browsers, one of all possible reports is drawn
instead. No report is one of them. The twins randomize only reports that exist, or only the trigger data.
"""

from faier import Int, flip, log, mechanism, one, private, uniform

FAKE = 1 / 4
REPORTS = (None, ("cart", 1), ("cart", 2), ("sale", 1), ("sale", 2))


@private(epsilon=log(16), neighbors=one())
@private(epsilon=log(16) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def event_report(happened: Int[0, 4]):
    return REPORTS[uniform(0, 4)] if flip(FAKE) else REPORTS[happened]


@private(epsilon=log(16), neighbors=one(), expect="refuted", name="clicks without a conversion never send a report")
@mechanism
def conversions_only(happened: Int[0, 4]):
    if happened == 0:
        return None
    return REPORTS[uniform(0, 4)] if flip(FAKE) else REPORTS[happened]


@private(epsilon=log(16), neighbors=one(), expect="refuted", name="the window is the true one")
@mechanism
def true_window(happened: Int[0, 4]):
    if not flip(FAKE):
        return REPORTS[happened]
    if happened == 0:
        return REPORTS[uniform(0, 4)]
    return REPORTS[1 + 2 * uniform(0, 1) + (happened - 1) % 2]
