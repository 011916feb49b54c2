import argparse
import time

import tensorflow as tf

from data import DateTask
from decode import Translator
from model import Seq2Seq
from loop import Fitter


def main():
    ap = argparse.ArgumentParser(description="dates to ISO form with attention")
    ap.add_argument("--epochs", type=int, default=2)
    ap.add_argument("--teacher", type=float, default=0.8)
    args = ap.parse_args()
    tf.keras.utils.set_random_seed(12)
    task = DateTask(size=320)
    model = Seq2Seq(task.vocab_size, 24)
    fitter = Fitter(model, task, teacher_ratio=args.teacher)
    begin = time.time()
    fitter.fit(args.epochs)
    print("fit took", round(time.time() - begin, 1))
    translator = Translator(model, task)
    for text in task.samples(4):
        print(text, "->", translator.translate(text))
    tokens, scores = translator.greedy_with_scores(task.encode(task.samples(1)), tf.constant(10))
    print("scores", tf.reduce_sum(tf.abs(scores)).numpy(), "tokens", tokens.shape)
    for limit in (4, 6, 8):
        translator.prefix(task.encode(task.samples(2)), limit)
    print("attention kept:", len(translator.maps), "fit log:", fitter.log)
    return fitter, translator


if __name__ == "__main__":
    main()
