"""What a program is: the Keras it is written for, what never runs in it, its loops and objects."""
