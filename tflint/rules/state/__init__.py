"""TFL2: state created while tracing."""
