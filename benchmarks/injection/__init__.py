"""Recall by injection: put pitfalls into real code at random places, and count those that are found."""
