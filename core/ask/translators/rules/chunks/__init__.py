"""The reader of chunks: conditions first, then the shape of the question, each by readers that mark what they used."""
