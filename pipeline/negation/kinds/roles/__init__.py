"""Who does what to whom, reversed: a dog chases a cat, a cat chases a dog."""
