"""How many examples a property test tries."""

from hypothesis import settings

USUAL = 100
"""What hypothesis tries by itself."""


def tries(most: int, **more: int) -> settings:
    """So many, and with a profile of few (`make quick`) no more than that."""
    profile = settings.default
    assert profile is not None
    few = profile.max_examples < USUAL
    steps = {name: min(count, getattr(profile, name)) if few else count for name, count in more.items()}
    return settings(max_examples=min(most, profile.max_examples) if few else most, **steps)
