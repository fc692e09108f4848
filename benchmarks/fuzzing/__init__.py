"""A fuzz of the compiler: seeds, changes to them, trials, and the processes that make them."""
