"""Writes. A public function is one transaction, keyword-only, takes ids, values, the actor and ``now``."""
