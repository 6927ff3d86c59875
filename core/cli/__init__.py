"""Parts of the command line; `core/__main__.py` has its commands."""
