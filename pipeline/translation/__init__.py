"""Translation models: which ones a pivot needs, how sentences are batched, how they are decoded."""
