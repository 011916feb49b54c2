"""``python -m tflint``."""

from tflint.cli import main

if __name__ == "__main__":
    main()
