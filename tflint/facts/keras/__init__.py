"""What Keras models are called with, how often, and what they are made of."""
