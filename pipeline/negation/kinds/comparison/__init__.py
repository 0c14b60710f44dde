"""The comparison reversed: larger than, smaller than."""
