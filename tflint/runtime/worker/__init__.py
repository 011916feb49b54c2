"""What runs inside the user's interpreter: the standard library and the framework, nothing of ours.

This package is started as a script, by path, under a name of its own (see ``__main__``), so that
none of its modules can be taken for one of the user's. It is written for Python 3.8 and up.
"""
