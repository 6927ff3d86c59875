"""Questions back to a person after a load: what the files do not say and many answers depend on, answered by clicks.

asked      a question back and its answers
joining    what belongs together: tables that hang on nothing, several ways between two
meaning    words: what a row is called, which amount is meant
questions  what is asked, most wanted first (pure functions of tables and joins)
"""
