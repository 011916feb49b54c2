"""State created while tracing"""
