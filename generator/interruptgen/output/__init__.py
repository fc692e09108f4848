"""The output folder: how it differs from what a build says, and bringing it up to date."""
