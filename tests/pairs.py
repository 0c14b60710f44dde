"""Two sentences, of which one has near copies, paraphrases and two kinds of contradiction."""

GATE = "The old gate near the large garden was painted green by our neighbour."
LAMP = "The lamp in the narrow hall was lit by the nurse."
SENTENCES = {
    GATE: (
        "The old gate near the large garden was not painted green by our neighbour.",
        [
            ("de", "The old gate near the big garden was painted green by our neighbour.", -0.3),
            (
                "de",
                "The old gate that was near the large garden was painted green by our neighbour.",
                -0.2,
            ),
            (
                "de",
                "The old gate by the large garden 7 was painted green by our neighbour.",
                -0.1,
            ),
            ("ru", "Our neighbour coloured the old gate green near the large garden.", -0.5),
        ],
    ),
    LAMP: (
        "The lamp in the narrow hall was not lit by the nurse.",
        [("de", "The lamp in the narrow hall was turned on by the nurse.", -0.1)],
    ),
}
OTHERS = {
    GATE: [("alternative", "The old gate near the large garden was painted blue by our neighbour.")]
}
