"""The shapes of tables and games, key by key: the types of plain data that leaves the house."""
