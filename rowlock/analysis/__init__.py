"""What games teach: what a choice is worth."""
