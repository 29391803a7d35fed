"""Whole games from a seed: hands, sensors, the firmware itself, a bad cable and the host.

`python -m tests.simulation --help`; what is true to life in it: docs/explanation/simulation.md.
"""
