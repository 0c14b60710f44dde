"""The settings that every recipe has, and the types of settings."""
