"""The engines that run translation models."""
