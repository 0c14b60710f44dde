"""What an encoder gets wrong, and what training changes."""
