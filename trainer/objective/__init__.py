"""From the rows of a batch to its loss: vectors, negatives, perturbations, terms."""
