"""The recipes (TOML files), what they may say, and reading them."""
