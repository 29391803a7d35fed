"""The only I/O. Each file knows one medium, and none knows another."""
