"""Pictures of what the tables say: drawn once, as SVG, and shown as SVG, HTML, PNG or text."""
