# Written by hand.
