"""The commands of `trainer`: options, checks before any work, what they print."""
