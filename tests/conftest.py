"""Settings for all tests."""

from hypothesis import HealthCheck, settings

# machines are shared and noisy: time says nothing about correctness
settings.register_profile("rowlock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("rowlock")
