"""The terms of the loss, one per file."""
