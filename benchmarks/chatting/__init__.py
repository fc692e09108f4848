"""What `client.py` measures."""
