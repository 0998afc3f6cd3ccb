"""abi/interface.json: what the header declares, for people who read a change of it and for all that is made from it."""

import json


def write(interface):
    """As text: what holds nothing but names, numbers and short texts is one line."""
    parts = [f"{_json(name)}: [\n" + ",\n".join(_entry(one, "") for one in entries) + "\n]" for name, entries in interface.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _entry(entry, indent):
    if not isinstance(entry, dict):
        return indent + _json(entry)
    inner = indent + "  "
    text, line = "", indent + "{"
    for position, (key, value) in enumerate(entry.items()):
        line += f"{_json(key)}: "
        if _is_long(value):
            line += "[\n" + ",\n".join(_entry(one, inner + "  ") for one in value) + f"\n{inner}]"
        else:
            line += _json(value)
        if position + 1 < len(entry):
            following = list(entry.values())[position + 1]
            text, line = text + line, ",\n" + inner if _is_long(value) or _is_long(following) else ", "
    return text + line + "}"


def _is_long(value):
    return isinstance(value, list) and (len(value) > 1 or value[:1] != [] and isinstance(value[0], dict))


def _json(value):
    return json.dumps(value, ensure_ascii=False)


def parse(text):
    return json.loads(text)
