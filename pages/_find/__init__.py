"""What the page Find data is made of."""
