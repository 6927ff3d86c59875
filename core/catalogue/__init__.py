"""What a workspace knows about its tables, and all that people said: one module for each kind of state."""
