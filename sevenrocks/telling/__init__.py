"""What happened, and what can be done, in words and choices for every face: no screen, nothing but views and events."""
