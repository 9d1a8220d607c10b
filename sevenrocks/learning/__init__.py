"""Learning by playing: lessons with questions, and training the count. What is right, and why, the engine says."""
