"""Marian's student models, read as Firefox downloads them and run by torch."""
