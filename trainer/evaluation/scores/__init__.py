"""Scores of an encoder: STS, ranking, geometry, transfer."""
