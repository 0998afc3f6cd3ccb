"""An error in the header with its location, the only exception with which the generator refuses."""


class Problem(Exception):
    def __init__(self, place, text):
        super().__init__(f"{place}: {text}")


def place_of(thing):
    """Returns "koord.h:12" for a cursor or a diagnostic, without the folder, so that messages are
    independent of the tree's location.
    """
    location = thing.location
    name = location.file.name.rpartition("/")[2] if location.file else "?"
    return f"{name}:{location.line}"
