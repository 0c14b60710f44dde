"""Training over a grid of settings and seeds: what to run, figures, table and picture."""
