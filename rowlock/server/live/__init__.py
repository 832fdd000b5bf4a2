"""Tables in use: rooms, their bots and timers, the lobby, the other processes."""
