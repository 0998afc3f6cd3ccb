"""First lines of generated files."""

_TEXT = "Code generated from koord.h by tools/generate. DO NOT EDIT."
C = f"/* {_TEXT} */\n"
CXX = f"// {_TEXT}\n"
JAVA = f"// {_TEXT}\n"
PYTHON = f"# {_TEXT}\n"
