"""Short and long forms, figures and words: "is not" and "isn't", "5 km" and "5 kilometers"."""
