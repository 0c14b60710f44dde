"""Four sentences and their candidates, few enough to check by hand what is shown of them."""

ROOF = "The roof of the barn was mended by our neighbour in April."
SONG = "They sang an old song for their mother."
SHOP = "The shop closes at 6 on Friday."
SENTENCES = {
    ROOF: (
        "The roof of the barn was not mended by our neighbour in April.",
        [
            ("de", "The roof of the barn was put right by one neighbour in April.", -0.5),
            ("de", "The roof of the barn was mended by a neighbour in April.", -0.2),
            ("ru", "In April our neighbour repaired the roof of the barn.", -0.9),
        ],
    ),
    SONG: (
        "They did not sing an old song for their mother.",
        [("ru", "They sang a rather old tune to their mother.", -0.4)],
    ),
    SHOP: (
        "The shop does not close at 6 on Friday.",
        [("de", "The shop closes at 7 on Friday.", -0.1)],
    ),
    "A walk in the rain": (None, [("de", "A walk through the rain", -0.3)]),
}  # fmt: skip

KILN = "The kiln in the yard was built by a potter from Leeds."
VARIED = {
    KILN: (
        "The kiln in the yard was not built by a potter from Leeds.",
        [
            ("de", "A potter from Leeds built the kiln in the yard.", -0.2),
            ("ru", "The kiln in this yard was built by a potter from Leeds.", -0.3),
            ("ru", "It is a potter from Leeds that built the kiln in the yard.", -0.5),
        ],
    ),
}
"""A sentence with a near copy by rule, and with paraphrases that are contradicted."""
YARD = "The kiln in the courtyard was built by a potter from Leeds."
"""The near copy."""
