"""The settings of a recipe that all share, and the types of single ones."""
