"""The parts that bots share, and that other rooms may import."""
