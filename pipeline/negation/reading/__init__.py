"""From a parse to what the rules need to know of the clause."""
