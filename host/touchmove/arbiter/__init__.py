"""Sees touches, says moves: which legal moves explain what the sensors showed."""
