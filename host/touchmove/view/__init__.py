"""Pure pictures of the table: what lamps, pages, terminals and files show is a function of it."""
