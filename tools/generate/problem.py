"""What is wrong with the header, and where: the one way in which the generator refuses."""


class Problem(Exception):
    def __init__(self, place, text):
        super().__init__(f"{place}: {text}")


def place_of(thing):
    """ "koord.h:12", without the folder: messages are the same wherever the tree lies. Of a cursor or a
    diagnostic."""
    location = thing.location
    name = location.file.name.rpartition("/")[2] if location.file else "?"
    return f"{name}:{location.line}"
