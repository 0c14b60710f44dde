"""The opposite word: a cheap hotel, an expensive hotel."""
