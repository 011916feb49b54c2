"""Results and errors dropped by the graph"""
