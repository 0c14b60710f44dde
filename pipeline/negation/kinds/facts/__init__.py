"""What a sentence states, as the rules and checks of all kinds read it."""
