"""Comments of the header as text."""

import re


def lines_of(raw):
    """The inside of a comment, line by line without the stars; none where there is no comment."""
    if raw is None:
        return []
    inside = re.sub(r"^/\*\*<?|\*/$", "", raw.strip())
    lines = [re.sub(r"^\s*\* {0,2}", "", line).rstrip() for line in inside.split("\n")]
    if raw.startswith("/**<"):
        lines = [line.lstrip() for line in lines]  # it stands behind a declaration, and is indented to there
    lines[0] = lines[0].lstrip()
    return [line for line in lines if line] if len(lines) < 3 else "\n".join(lines).strip().split("\n")


def text_of(entry):
    """What the interface says about a thing, as one line; "" where it says nothing."""
    return " ".join(" ".join(entry.get("comment", [])).split())
