"""Seven Rocks, the partnership domino game."""
