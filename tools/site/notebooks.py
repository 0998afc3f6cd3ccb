"""Notebooks as pages: Markdown by nbconvert, from the stored outputs. No notebook runs here; the tests of the Python package do that."""
import html
import re

# Charts have no dark colours of their own. The pages set the scheme of pictures (theme/assets/site.css).
DARK = "<style>@media (prefers-color-scheme: dark) { svg { filter: invert(0.9) hue-rotate(180deg) } }</style>"
TITLE = re.compile(r"<title>(.*?)</title>", re.S)


def picture(svg):
    """Returns a picture with dark colours, and its description."""
    title = TITLE.search(svg)
    if "prefers-color-scheme" not in svg:
        svg = re.sub(r"(<svg\b[^>]*>)", lambda match: match[1] + DARK, svg, count=1)
    return svg, html.unescape(title[1]) if title else "Chart"


def page(text, titles, name):
    """Returns the page for the Markdown of nbconvert. Titles are the descriptions of pictures by file."""
    def described(match):
        return f"![{re.sub(r'[][]', '', titles[match[1]])}]({match[1]})"
    text = re.sub(r"!\[\w*\]\(([^)]+)\)", lambda match: described(match) if match[1] in titles else match[0], text)
    # Frames of pandas get the styles of the site's tables.
    text = re.sub(r"<style scoped>.*?</style>\n?", "", text, flags=re.S).replace('<table border="1" class="dataframe">', "<table>")
    link = f'<p><a href="{name}" download>This page as a notebook</a>. The tests run it and compare its outputs.</p>'
    title, _, rest = text.partition("\n")
    return f"{title}\n\n{link}\n{rest}"


def linked_pages(text):
    """Returns a page whose links to notebooks lead to their pages."""
    return re.sub(r"(\]\([^)\s#]+)\.ipynb(\)|#)", r"\1.md\2", text)


def write(path, folder):
    """Writes the page of a notebook and its pictures into a folder."""
    import nbconvert  # not needed by tests of the rest

    resources = {"unique_key": path.stem, "output_files_dir": f"{path.stem}_files"}
    text, resources = nbconvert.MarkdownExporter().from_filename(str(path), resources=resources)
    titles = {}
    for name, data in resources["outputs"].items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".svg"):
            svg, titles[name] = picture(data.decode("utf-8"))
            data = svg.encode("utf-8")
        place.write_bytes(data)
    (folder / path.name).with_suffix(".md").write_text(page(text, titles, path.name), encoding="utf-8")
