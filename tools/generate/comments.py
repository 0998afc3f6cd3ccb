"""Extracts the text of comments in the header."""

import re


def lines_of(raw):
    """Returns the lines of a comment without its stars, or none if there is no comment."""
    if raw is None:
        return []
    inside = re.sub(r"^/\*\*<?|\*/$", "", raw.strip())
    lines = [re.sub(r"^\s*\* {0,2}", "", line).rstrip() for line in inside.split("\n")]
    if raw.startswith("/**<"):
        lines = [line.lstrip() for line in lines]  # it follows a declaration and is indented to it
    lines[0] = lines[0].lstrip()
    return [line for line in lines if line] if len(lines) < 3 else "\n".join(lines).strip().split("\n")


def text_of(entry):
    """Returns the comment of an entry as one line, or "" if it has none."""
    return " ".join(" ".join(entry.get("comment", [])).split())
