"""What rules of several folders ask of a parsed sentence, and the words that they share."""
