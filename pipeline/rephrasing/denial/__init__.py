"""What is said without a denial, or denied in other words: "is closed" and "is not open"."""
