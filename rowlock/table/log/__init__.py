"""The log of a table: its first entry, the records in it, a log made from a record."""
