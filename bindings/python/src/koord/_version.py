"""The version of this package, equal to that of the header that it was made for."""

__version__ = "0.1.0"
