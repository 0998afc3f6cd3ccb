"""Tables of the figures that bench/figures.py measures, and their places in README.md and docs/internals/performance.md.

A place is the text between <!-- figures: NAME --> and <!-- end -->. It is always written as a whole.
"""
import os
import re
import statistics

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RECORD = os.path.join(ROOT, "bench", "figures.json")
PAGES = {
    "README.md": ("short",),
    "docs/internals/performance.md": ("session", "pick", "cluster", "merge", "cycle"),
}
COLUMNS = "| call | original | libkoord | factor |\n| --- | --- | --- | --- |\n"
# Rows of the table in README.md: the start of the peer's name, and the case.
SHORT = (
    ("Koordinator", "pick/FullPCPUs/256cpu-8numa/8"),
    ("kubelet 1.38", "pick/packed/256cpu-8numa/8"),
    ("Koordinator", "evaluate/None"),
    ("Koordinator", "reserve/Restricted"),
    ("kubelet 1.38", "merge/8/2/true"),
    ("kubelet 1.38", "merge/8/2/false"),
)
PLACE = re.compile(r"<!-- figures: (\S+) -->\n(.*?)<!-- end -->", re.S)
MARKER = re.compile(r"<!-- (figures: \S+|end) -->")
POLICY = {"None": "no NUMA policy", "Restricted": "Restricted"}


def number(value):
    for bound, digits in ((10, 2), (100, 1)):
        if value < bound:
            return f"{value:.{digits}f}"
    return f"{value:,.0f}"


def spread(values, shown=number):
    """Returns the median and the quartiles."""
    text = shown(statistics.median(values))
    if len(values) < 2:
        return text
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{text} ({shown(low)} to {shown(high)})"


def duration(values):
    for unit, scale in (("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1)):
        if statistics.median(values) >= scale or scale == 1:
            return f"{spread(values, lambda value: number(value / scale))} {unit}"
    raise AssertionError


def factor(sample):
    """Returns the median and the quartiles of the ratios of all rounds. In a round both sides ran one after the other."""
    ratios = [original / libkoord for original, libkoord in zip(sample["original"], sample["libkoord"])]
    return spread(ratios, lambda value: f"{value:,.0f}" if value >= 10 else f"{value:.1f}")


def title(peer, case):
    kind, *parts = case.split("/")
    if kind == "pick":
        policy, machine, cpus = parts
        of, numa_nodes = re.fullmatch(r"(\d+)cpu-(\d+)numa", machine).groups()
        text = f"{policy}, {cpus} of {of} CPUs, {numa_nodes} NUMA nodes"
    elif kind == "evaluate":
        text = f"Filter and Score of a node, {POLICY[parts[0]]}"
    elif kind == "reserve":
        text = f"Reserve, {POLICY[parts[0]]}"
    elif kind == "merge":
        nodes, resources, preferred = parts
        text = f"merge, {nodes} NUMA nodes, {resources} resources, {'single nodes' if preferred == 'true' else 'nothing'} preferred"
    else:
        pod, limit = parts
        text = f"cycle, {pod}, {'all nodes' if limit == '0' else f'until {limit} nodes pass'}"
    return f"{peer}: {text}"


def row(sample):
    return (f"| {title(sample['peer'], sample['case'])} | {duration(sample['original'])} | {duration(sample['libkoord'])} "
            f"| {factor(sample)} |\n")


def rows(record, *kinds):
    return "".join(row(sample) for sample in record["samples"] if sample["case"].split("/")[0] in kinds)


def short_rows(record):
    return "".join(row(sample) for start, case in SHORT for sample in record["samples"]
                   if sample["peer"].startswith(start) and sample["case"] == case)


def machine(record):
    low, high = (number(bound(record["load"])) for bound in (min, max))
    return f"{record['cpus']} CPUs of {record['machine']}, load average {low} to {high}"


def rounds(record):
    return f"{record['rounds']} round{'s' if record['rounds'] > 1 else ''}"


def session(record):
    compilers = "; ".join(f"{peer} with {go}" for peer, go in record["go"].items())
    return (f"{machine(record)}, {record['date']}, {rounds(record)}. libkoord: commit {record['commit']}.\n"
            f"Compiled: {compilers}.\n")


def short_session(record):
    return f"{machine(record)}, {record['date']}. Medians and quartiles of CPU time in {rounds(record)}:\n"


def places(record):
    """Returns the text of every place by name."""
    return {
        "session": session(record),
        "short": short_session(record) + "\n" + COLUMNS + short_rows(record),
        "pick": COLUMNS + rows(record, "pick"),
        "cluster": COLUMNS + rows(record, "evaluate", "reserve"),
        "merge": COLUMNS + rows(record, "merge"),
        "cycle": COLUMNS + rows(record, "cycle"),
    }


def check_markers(page, text):
    """Raises ValueError unless each marker of a place has its end, and the page has each of its places once."""
    names, begun = [], None
    for marker in MARKER.findall(text):
        if (marker == "end") == (begun is None):
            raise ValueError(f"{page}: '{marker}' after '{begun or 'end'}': a place begins with <!-- figures: NAME --> "
                             "and ends with <!-- end -->")
        begun = None if marker == "end" else marker
        if begun:
            names.append(begun.partition(": ")[2])
    if begun:
        raise ValueError(f"{page}: '{begun}' has no <!-- end -->")
    if sorted(names) != sorted(PAGES[page]):
        raise ValueError(f"{page}: has the places {names}, expected {list(PAGES[page])}")


def with_figures(page, text, record):
    """Returns the text of a page with the figures of this record."""
    check_markers(page, text)
    new = places(record)
    return PLACE.sub(lambda place: f"<!-- figures: {place[1]} -->\n\n{new[place[1]]}\n<!-- end -->", text)


def write_pages(record):
    for page in PAGES:
        path = os.path.join(ROOT, page)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        text = with_figures(page, text, record)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def print_tables(record):
    for name, text in places(record).items():
        if not name.startswith("short") and text != COLUMNS:
            print(f"{name}:\n\n{text}")
