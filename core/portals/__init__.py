"""Open-data portals behind one protocol, the search from a question to files on them, and fetching these safely.

Nothing here contacts a host by itself: each call is for an address that a person gave and a button that they pressed.
"""
