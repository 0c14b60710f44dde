"""The terms of the loss, one a file."""
