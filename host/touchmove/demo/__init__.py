"""`touchmove demo`: hands play games on a simulated board, and the real host watches.

Everything but the board and the hands is what `touchmove run` uses: the same serial port (on a
pty), the same session, log and views. `playing` lets the hands play and compares what came of it,
`command` puts the parts together.
"""
