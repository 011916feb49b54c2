import sys

from recsys.app import App

if __name__ == "__main__":
    App.from_argv(sys.argv[1:]).run()
