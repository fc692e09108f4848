"""The rooms of `corpus.py`: entries in, what became of each of them out."""
