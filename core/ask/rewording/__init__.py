"""Questions in everyday turns of phrase, said in the plain words that the grammar knows."""
