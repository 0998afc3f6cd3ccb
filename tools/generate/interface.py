"""Writes abi/interface.json, the declarations of the header, for reviewers of changes and for the
generators.
"""

import json

from marks import TEXT


def write(interface):
    """Returns the JSON text. Objects with only names, numbers and short texts are on one line."""
    parts = [f'"about": {_json(TEXT)}']
    for name, entries in interface.items():
        parts.append(f"{_json(name)}: [\n" + ",\n".join(_entry(one, "") for one in entries) + "\n]")
    return "{" + ",\n".join(parts) + "\n}\n"


def _entry(entry, indent):
    if not isinstance(entry, dict):
        return indent + _json(entry)
    inner = indent + "  "
    text, was_long = "", False
    for key, value in entry.items():
        is_long = isinstance(value, list) and (len(value) > 1 or any(isinstance(one, dict) for one in value))
        if text:
            text += ",\n" + inner if is_long or was_long else ", "
        text += f"{_json(key)}: "
        if is_long:
            text += "[\n" + ",\n".join(_entry(one, inner + "  ") for one in value) + f"\n{inner}]"
        else:
            text += _json(value)
        was_long = is_long
    return indent + "{" + text + "}"


def _json(value):
    return json.dumps(value, ensure_ascii=False)


def parse(text):
    interface = json.loads(text)
    del interface["about"]
    return interface
