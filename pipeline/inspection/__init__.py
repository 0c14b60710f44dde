"""Looking at the tables: catalogue, overview, one sentence, page, data card."""
