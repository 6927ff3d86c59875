"""A reader that asks of each word only which place of a question it fills, wherever it stands."""
