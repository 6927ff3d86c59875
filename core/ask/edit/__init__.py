"""The reading of a question (core.ask.form) as something that a person can see and change, part by part.

changes     changes of a query: what is shown, of what, per what, in which order (pure functions)
conditions  changes of its conditions, also of those inside others
moved       a comparison taken to another column
tables      changes of the tables that it goes over
formulas    figures put together of two columns or figures
afresh      what a reading may begin with
written     the same changes as lines, for the command line
portions    percentages of groups, opened to be changed and closed to be asked
roles       one table twice: start and end station
offers      what may be chosen for each part
check       whether a changed query fits the tables
said        what words of the question that were left over may mean
suggested   changes that words of the question speak for
learned     what the changes say of the question's words
translator  a changed reading on the way that every question goes: path, SQL, guard, rows, sentence
"""
