# SPDX-License-Identifier: MIT
"""What the oracle's games have in common."""


class Chance(Exception):
    """Dice decide what happens now: a script ends here."""


class Table:
    bags = ()  # keys of the state whose lists are bags

    def check(self, seat, text):
        """The error code, in the order of NOTATION, or None."""
        if not self.understands(text):
            return "bad_move"
        if not self.asked():
            return "over"
        if self.is_stale(text):
            return "stale"
        if seat not in self.asked() or self.is_late(text):
            return "not_asked"
        return None if self.allows(seat, text) else "illegal"

    def is_stale(self, text):
        return False

    def is_late(self, text):
        """It answers something that nobody is asked now."""
        return False

    def allows(self, seat, text):
        return text in self.legal(seat)
