"""Gluon blocks"""
