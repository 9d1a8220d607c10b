"""Drawing the layout without Textual: where each tile goes (geometry), and the cells that show it (paint)."""
