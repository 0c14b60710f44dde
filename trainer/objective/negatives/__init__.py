"""Negatives besides the other anchors' positives: drawn, kept from past batches, or written."""
