"""Processes that do for the app what may go wrong without end: started ahead, limited by the system, ended by kill."""
