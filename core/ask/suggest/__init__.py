"""Questions worth asking: to start with, and after an answer."""
