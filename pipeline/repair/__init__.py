"""Finds damaged shards and makes them again."""
