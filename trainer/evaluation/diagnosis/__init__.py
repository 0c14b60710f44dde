"""What an encoder gets wrong, and what changes when it is trained."""
