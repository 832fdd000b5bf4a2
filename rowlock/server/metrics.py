"""The counters of the server, for `/metrics` (Prometheus text)."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """One server's counters; each server has its own, so that several fit into one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.rooms = Gauge("rowlock_rooms", "Tables in memory", registry=self.registry)
        self.listeners = Gauge("rowlock_listeners", "Open connections to tables", registry=self.registry)
        self.messages = Counter(
            "rowlock_messages", "Messages received, by type", ["type"], registry=self.registry
        )
        self.refusals = Counter(
            "rowlock_refusals", "Messages and requests refused, by code", ["code"], registry=self.registry
        )
        self.answers = Histogram(
            "rowlock_answer_seconds",
            "From a message's arrival to its receipt, storing included",
            registry=self.registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
        )
        self.blocks = Counter(
            "rowlock_loop_blocks", "Times that something blocked the event loop", registry=self.registry
        )
        self.blocked = Counter(
            "rowlock_loop_blocked_seconds", "Seconds of these blocks", registry=self.registry
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
