"""Programs that analyse, and ours for others: the analysis part of the program protocol (docs/engines.md)."""
