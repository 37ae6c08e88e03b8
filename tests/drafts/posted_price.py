"""The exponential mechanism chooses the price of an auction (McSherry and Talwar)."""

from faier import Int, Vector, categorical, log, mechanism, one, private

PRICES = (1, 2, 3)


def revenue(bids: list[int], price: int) -> int:
    """What the seller earns at this price."""
    return price * sum(1 for bid in bids if bid >= price)


@private(epsilon=log(8), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def posted_price(bids: Vector[Int[0, 3], 3]):
    weights = [2 ** revenue(bids, price) for price in PRICES]
    return PRICES[categorical(*weights)]
