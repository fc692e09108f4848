"""The options of `interruptgen answer` -> answers to a saved pause, and what came of them."""
