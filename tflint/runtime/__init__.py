"""What runs in the user's interpreter: standard library only, Python 3.8 and up, nothing of ours."""
