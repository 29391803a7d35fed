"""Bytes to events and back, without I/O. The contract is docs/reference/wire.md."""
