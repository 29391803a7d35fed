"""Many boards for many hours: nothing is lost, nothing is wrong, nothing grows.

`python -m tests.soak --help`; what came of it: docs/explanation/measured.md.
"""
