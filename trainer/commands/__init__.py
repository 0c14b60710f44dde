"""The commands of `trainer`: their options, early checks, and what they print."""
