"""Control flow that AutoGraph can't carry"""
