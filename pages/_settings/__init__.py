"""The settings page: forms for stores, model and workspaces."""
