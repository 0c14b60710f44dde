"""Shards, manifests and journals on disk: writing, reading, locks, checks."""
