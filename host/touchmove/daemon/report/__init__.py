"""`touchmove report`: what a bug report needs, in one file.

`names` takes players' names out of what is packed, `gathering` finds each part, and `command` packs
them. A part that cannot be had is no reason to have none: it says why instead.
"""
