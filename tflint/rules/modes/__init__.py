"""Running modes and Keras calls"""
