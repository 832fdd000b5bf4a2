"""Any move is as good as any other."""

LINE = "Plays whatever comes to mind. Even a child wins."
RUNG = 1


def value(crosses: bool, skips: int, gain: int) -> float:
    return 0.0
