import structlog_lite as slog


class LogMixin:
    @property
    def logger(self):
        return slog.get(type(self).__name__)

    def say(self, msg, *args):
        self.logger.info(msg, *args)
