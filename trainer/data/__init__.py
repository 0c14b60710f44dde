"""From tables of triples to batches of token ids."""
