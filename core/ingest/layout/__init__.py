"""The table finder: which lines of a file are a table, and what the others are.

Files as offices publish them hold titles, notes, units, headers of several lines, group headings, totals and sources,
and often several tables, one below or beside another. The stages:

    grid (records with line numbers) → segments (between blank lines) → blocks (lead, header, rows, tail)
      → tables (header flattened, groups, totals and notes taken out) → Layout (what each line is)

After Christodoulakis et al., "Pytheas" (VLDB 2020), Jiang et al., "Strudel" (EDBT 2021) and Vitagliano et al.,
"Pollock" (VLDB 2023): lines are told by features of their cells and of their neighbours. Weights are rules here, since
the sets those were fitted on have no licence that lets fitted weights be passed on.
"""
