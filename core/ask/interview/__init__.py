"""Questions back to a person after a load: what the files do not say and many answers depend on, answered by clicks.

questions  what is asked, most wanted first (pure functions of tables and joins)
"""
