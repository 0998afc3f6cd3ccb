"""First lines of generated files."""

TEXT = "Code generated from koord.h by tools/generate. DO NOT EDIT."
C = f"/* {TEXT} */\n"
CXX = f"// {TEXT}\n"
JAVA = f"// {TEXT}\n"
PYTHON = f"# {TEXT}\n"
SCRIPT = PYTHON
