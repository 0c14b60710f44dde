"""Negatives other than the other anchors' positives: drawn, from past batches, or written."""
