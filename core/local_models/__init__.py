"""Chat models that run on this machine: which servers answer on the loopback, what they serve, what fits in memory."""
