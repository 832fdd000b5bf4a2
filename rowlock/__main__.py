"""`python -m rowlock` is the command `rowlock`."""

import sys

from rowlock.cli import main

sys.exit(main())
