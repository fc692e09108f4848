"""Models of others -> what a run asks of a model; each in a package that needs an extra."""
