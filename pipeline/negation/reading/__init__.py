"""From a parse to the facts that the rules need about a clause."""
