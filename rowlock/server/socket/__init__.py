"""The WebSocket of a table: the connection, and the models of what goes out."""
