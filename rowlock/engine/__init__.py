"""The rules. Standard library only; no clock, no chance, no files, no network."""
