"""The same rules at speed: tables written by running the engine, and a kernel that plays over them."""

import sys

if sys.platform == "emscripten":  # in a browser, where bots pass through here before they import numpy
    from rowlock import arrays

    arrays.stand_in()
