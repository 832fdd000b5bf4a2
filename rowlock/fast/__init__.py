"""The same rules at speed: tables written by running the engine, and a kernel that plays over them."""
