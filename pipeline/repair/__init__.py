"""Finding damaged shards and making them again."""
