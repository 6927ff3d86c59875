"""The rules' words: cue words as data, and the chunks that a question is cut into."""
