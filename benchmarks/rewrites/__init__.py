"""Rewrites that keep what a program means, and what tflint finds in it before and after."""
