"""The sentence built in another way: "A built B" and "B was built by A"."""
