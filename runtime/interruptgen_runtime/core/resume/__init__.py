"""Answers to a pause -> what may run, or the errors; all of it before anything runs."""
