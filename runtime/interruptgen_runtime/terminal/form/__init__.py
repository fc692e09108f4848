"""A JSON Schema -> questions to a person -> the value that they describe together."""
