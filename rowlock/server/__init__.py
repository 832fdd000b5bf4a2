"""The server: tables for friends and bots, nothing lost, dice anyone can verify. See docs/protocol.md."""
