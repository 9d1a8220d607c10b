"""The terminal app. Importing this package loads nothing; `sevenrocks.tui.app` loads Textual."""
