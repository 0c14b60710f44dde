"""What runs a translation model."""
