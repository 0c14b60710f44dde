"""Shards, manifests and journals on disk: writing, reading, locking, verifying."""
