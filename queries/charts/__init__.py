"""Pictures of what the tables say: drawn once, as SVG, and shown as SVG, HTML, PNG or text.

Belongs here: what a chart shows and how it is drawn; data in one module, drawing in another.
Does not: options of commands (``commands/charts/``).
"""
