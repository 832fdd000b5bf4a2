"""Settings for all tests."""

from hypothesis import HealthCheck, settings

# machines are shared and noisy: time says nothing about correctness
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# a change is judged by the same examples every time; `--hypothesis-profile=explore` looks for new ones
settings.register_profile("rowlock", settings.get_profile("explore"), derandomize=True)
# `make quick` looks at a few of them
settings.register_profile("quick", settings.get_profile("rowlock"), max_examples=10, stateful_step_count=20)
settings.load_profile("rowlock")
