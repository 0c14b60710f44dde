"""Guards on how English is built: tenses, articles, questions, the order of words."""
