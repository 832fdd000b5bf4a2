"""The parts that formats share: lots, table sizes, draws, places and standings."""
