"""Views of the tables: catalogue, overview, one sentence, samples, page, data card."""
