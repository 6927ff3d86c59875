"""From linked words to a query: chunks are read in a fixed order, each claiming what it used."""
