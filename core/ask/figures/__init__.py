"""Questions over published statistics: which table of figures is meant, which of its cells, and what is asked of them.

A table of statistics is a cube (Gray et al., "Data Cube", 1997; the W3C's RDF Data Cube vocabulary): each figure stands
where a place, a time and some categories meet. A question over it names the figure, holds some dimensions to a value
and leaves others open. The words that do so are told here by what they are, not by where they stand.
"""
