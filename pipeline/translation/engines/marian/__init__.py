"""Marian's student models, as Firefox downloads them, read in place and run by torch."""
