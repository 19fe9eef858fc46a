"""ctxlayer: a context layer that tells the truth while it is edited."""

__version__ = "0.1.0"
