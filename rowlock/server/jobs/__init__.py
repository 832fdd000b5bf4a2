"""Longer work beside the event loop: queues, reviews, uploads, forgetting."""
