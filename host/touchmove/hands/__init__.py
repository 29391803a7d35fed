"""A model of human hands: how people move pieces, from a seed."""
