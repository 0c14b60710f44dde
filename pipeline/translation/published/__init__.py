"""The translation models of Firefox, as Mozilla publishes them."""
