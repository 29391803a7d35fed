"""The daemon: one board's session, from the bytes of its port to what everybody sees.

`agreement` is what holds before the first move, as one line of the log. `history` is the fold: the
lines of the log in, the link, the table and the finished games out; it is pure, and the same
whether the lines come live or from the log. `session` puts it between the port, the log and the
lamps, `views` shows it, and `running` gives it time and a person at the keyboard.
"""
