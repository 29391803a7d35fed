"""Touch scripts: a game as the sensors saw it, in plain text (docs/reference/touch-script.md)."""
