"""A query and its rows as a sentence that answers: cells, clauses, then one module for each kind of answer."""
