class Hook:
    def after_step(self, trainer, loss):
        pass


class LossRecorder(Hook):
    def __init__(self):
        self.values = []

    def after_step(self, trainer, loss):
        self.values.append(loss)


class Patience(Hook):
    def __init__(self):
        self.calls = 0

    def after_step(self, trainer, loss):
        self.calls += 1
        if self.calls % 2 == 0:
            print("patience", self.calls)
