"""Text in, Parquet triples out: sentences -> negations, backtranslations -> triples."""
