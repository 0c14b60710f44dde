"""Diagnosis of sentence encoders: what they take for meaning, and where they fail."""
