"""`touchmove say` and `touchmove token`: what an arbiter types at another terminal.

`client` asks the program that runs, `command` is what is typed.
"""
