"""Read some rows."""

import tensorflow as tf
from inputs import Windows, keep, make_dataset, next_sum, total

settings = {"width": 2, "names": ["height", "weight"], "separator": ";", "noise": 0.1}
rows = (["1;2", "3;4", "5;6", "7;8"], [0, 1, 1, 2])
data = make_dataset(rows, settings)
total(data, settings["names"])
next_sum(iter(data), 2)
list(data.unbatch().filter(keep))
series = {"price": tf.range(20.0), "volume": tf.range(20.0), "day": tf.range(20)}
list(Windows(5, 2, ["price", "volume"]).over(tf.data.Dataset.from_tensors(series)))
