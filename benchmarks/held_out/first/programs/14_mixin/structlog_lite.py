import logging


def get(name):
    logging.basicConfig(level=logging.INFO)
    return logging.getLogger(name)
