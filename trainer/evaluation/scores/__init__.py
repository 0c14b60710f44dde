"""Figures of an encoder: STS, ranking, geometry, transfer."""
