"""The same training over a grid of settings and several seeds: what to run, figures, pictures."""
