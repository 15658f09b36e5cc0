"""How long a test waits for what must happen, before it fails. A busy or slow machine needs less, so that no test depends on its speed.

tests/support/patience.h has the same for C++.
"""
import time

PATIENCE = 120  # seconds


def until(what, *arguments, seconds=PATIENCE):
    """Asks what(*arguments) until it is true, or the time is over; its last answer."""
    end = time.monotonic() + seconds
    while not (answer := what(*arguments)) and time.monotonic() < end:
        time.sleep(0.05)
    return answer
