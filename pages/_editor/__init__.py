"""The reading of a question as controls: what is shown, of what, where, per what, sorted how, joined through what."""
