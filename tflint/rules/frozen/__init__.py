"""Values frozen at trace time"""
