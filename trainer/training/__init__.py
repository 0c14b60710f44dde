"""The training loop and what it needs: gradients, optimisation, selection, checkpoints."""
