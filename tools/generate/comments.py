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


#: Marks the beginning of each item of a list in a text of one line, and the text after a list.
ITEM, AFTER = "\u2022", "\u00b6"


def marked(lines):
    """Returns the lines of a comment with marks for its lists: items begin with "- "."""
    found, in_list, before = [], False, ""
    for line in lines:
        if line.startswith("- ") and (in_list or not before or before[-1] in ".:"):
            found.append(f"{ITEM} {line[2:]}")
            in_list = True
        elif in_list and line and not line.startswith("  "):
            found.append(f"{AFTER} {line}")
            in_list = False
        else:
            found.append(line)
        before = line
    return found


def parts(text):
    """Divides a marked text: a text, or a list of texts for the items of a list."""
    found = []
    for part in re.split(f"(?=[{ITEM}{AFTER}])", text):
        said = part.strip(f"{ITEM}{AFTER} ")
        if not said:
            continue
        if part[0] != ITEM:
            found.append(said)
        elif found and isinstance(found[-1], list):
            found[-1].append(said)
        else:
            found.append([said])
    return found
