"""What a chat asks a person, of whichever class it is -> one view of it for terminal and script."""
