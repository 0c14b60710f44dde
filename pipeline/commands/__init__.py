"""The commands of `pipeline`: their options, and what they print."""
