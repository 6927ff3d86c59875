"""Who or what comes first: questions for what there is most of, where they stand in everyday words."""
