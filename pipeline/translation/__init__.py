"""Round trips through a pivot language: models, batches, decoding, and repair of the text."""
