"""Words of labels and values: parted, folded, abbreviated."""
