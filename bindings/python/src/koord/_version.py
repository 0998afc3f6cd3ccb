"""Version of this package: that of the header it was made for."""

__version__ = "0.1.0"
