"""Training of the small translation models in `pipeline/demo/models`."""
