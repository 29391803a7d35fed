"""`touchmove log`: verify, export, import, show, back up, prune and rebuild what was heard."""
