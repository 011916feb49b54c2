"""What traced code prints, writes, draws and checks, and where it could stand instead."""
