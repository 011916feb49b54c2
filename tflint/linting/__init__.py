"""The pipeline: which files and rules, groups and processes, what is kept, what is suppressed."""
