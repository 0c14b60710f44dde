"""Guards on what is said: who, what, when, how many, and whether it is denied."""
