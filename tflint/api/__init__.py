"""What is known of TensorFlow, Keras, MXNet, NumPy and Python: data, and nothing of ours."""
