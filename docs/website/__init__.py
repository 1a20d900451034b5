"""The site that ``make site`` builds from README.md, docs/, docstrings and notebooks."""
