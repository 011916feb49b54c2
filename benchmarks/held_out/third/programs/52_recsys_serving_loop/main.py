import time

import tensorflow as tf

from service import Catalogue, Session


def main(pages=4):
    cat = Catalogue()
    session = Session(cat)
    user = tf.constant([0.5, -0.2, 0.1, 0.9])
    began = time.time()
    for _ in range(pages):
        page = session.next_page(user)
        if page:
            cat.block(page[0])
        time.sleep(0.01)
    cat.refresh(tf.random.normal((30, 4)))
    print(cat.snapshot().endswith(".npy"), time.time() - began > 0)
    return cat, session


if __name__ == "__main__":
    main()
