"""Words to queries: the rules need no model; a chat model is a second translator."""
