"""Python side effects"""
