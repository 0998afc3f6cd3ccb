"""First lines of generated files."""



def made_from(source):
    """A form that Go's tools know generated files by."""
    return f"Code generated from {source} by make generate (tools/generate). DO NOT EDIT."


TEXT = made_from("include/koord.h")
C = f"/* {TEXT} */\n"
CXX = f"// {TEXT}\n"
JAVA = f"// {TEXT}\n"
PYTHON = f"# {TEXT}\n"
SCRIPT = PYTHON
