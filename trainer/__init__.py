"""Triples in, sentence encoder out.

Reads the `triples` table that `pipeline` writes (or any table with that schema) and never imports
`pipeline`; the two share `schemas`.
"""

RESUME = "run the same command again to resume (`trainer fit` needs --resume)."
"""What to do after an interruption."""
