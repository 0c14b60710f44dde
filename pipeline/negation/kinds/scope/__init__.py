"""A denial of one part: built by monks, built, but not by monks."""
