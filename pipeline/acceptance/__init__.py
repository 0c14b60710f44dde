"""Why a candidate paraphrase is refused, and which one is taken: pure functions of text."""
