"""First lines of generated files."""



def made_from(source):
    """Returns the notice by which Go's tools recognize generated files."""
    return f"Code generated from {source} by make generate (tools/generate). DO NOT EDIT."


TEXT = made_from("include/koord.h")
C = f"/* {TEXT} */\n"
CXX = f"// {TEXT}\n"
JAVA = f"// {TEXT}\n"
PYTHON = f"# {TEXT}\n"
SCRIPT = PYTHON
