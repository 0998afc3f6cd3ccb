"""Hooks of MkDocs: the pages follow CommonMark as code hosts do, and Python-Markdown differs in lists.

Tabs are headings between comments, so that a code host shows sections:

    <!-- tabs -->

    ### Debian 12
    ...
    <!-- end tabs -->
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import notebooks  # noqa: E402

TABS = re.compile(r"^<!-- tabs -->\n(.*?)^<!-- end tabs -->$", re.S | re.M)
TAB = re.compile(r"^#+ +(.+)\n", re.M)
MARKER = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])( *)")


def with_tabs(text):
    """Turns the sections between the comments into tabs of pymdownx.tabbed."""
    def tabs(match):
        _, *parts = TAB.split(match.group(1))
        titled = zip(parts[::2], parts[1::2])
        return "\n".join(f'=== "{title}"\n\n' + re.sub(r"^(?=.)", "    ", body.strip("\n"), flags=re.M) + "\n" for title, body in titled)
    return TABS.sub(tabs, text)


def with_wide_lists(text):
    """Indents the content of list items by four columns for each level, and puts an empty line in front of lists.

    CommonMark indents by the width of the marker, Python-Markdown by four.
    """
    import markdown_it  # not needed by tests of the rest

    parser = markdown_it.MarkdownIt("commonmark").enable("table")
    lines = text.split("\n")
    cut, added = [0] * len(lines), [0] * len(lines)  # columns to remove from and to add to a line
    empty_before = set()
    depth = 0
    for token in parser.parse(text):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            if depth == 0 and token.map[0] > 0 and lines[token.map[0] - 1].strip():
                empty_before.add(token.map[0])
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
        elif token.type == "list_item_open":
            first, end = token.map
            head = lines[first][cut[first]:]
            marker = MARKER.match(head)
            width = marker.end() if len(marker.group(1)) <= 4 else marker.end() - len(marker.group(1)) + 1
            for number in range(first, end):
                if number > first:
                    cut[number] += width
                    added[number] += 4
    out = []
    for number, line in enumerate(lines):
        if number in empty_before:
            out.append("")
        if added[number] and line.strip():
            indent = len(line) - len(line.lstrip(" "))
            line = " " * added[number] + line[min(indent, cut[number]):]
        out.append(line)
    return "\n".join(out)


def on_page_markdown(markdown, **_):
    return with_tabs(with_wide_lists(notebooks.linked_pages(markdown)))
