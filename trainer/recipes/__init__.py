"""The recipes (TOML), what they may say, and reading them."""
