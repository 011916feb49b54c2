"""Retracing and graph size"""
