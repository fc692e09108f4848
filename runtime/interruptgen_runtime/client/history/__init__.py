"""Events and answers -> the messages of a thread, and the messages that a request repeats."""
