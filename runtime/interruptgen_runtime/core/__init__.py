"""What server and client share: pure functions and frozen values, no I/O, clock or randomness."""
