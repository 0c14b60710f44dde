"""Input files and standard input to normalised lines."""
