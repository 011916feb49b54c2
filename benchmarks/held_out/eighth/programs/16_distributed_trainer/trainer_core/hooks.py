class LrHook:
    """Step decay between the inner loops."""

    def after_loop(self, engine, loop):
        engine.lr = engine.cfg.base_lr * engine.cfg.decay ** (loop + 1)


class ReportHook:
    def after_loop(self, engine, loop):
        loss = float(engine.loss_sum.read_value() / max(engine.cfg.steps_per_loop, 1))
        engine.history.append(round(loss, 4))
        engine.loss_sum.assign(0.0)
        print(f"loop {loop} lr {engine.lr:.4f} loss {loss:.4f}")


HOOKS = {"lr": LrHook, "report": ReportHook}
