"""The training loop and its parts: gradients, optimisation, selection, checkpoints."""
