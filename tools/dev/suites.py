"""Output that programs share which test many modules or versions and may lack their sources: tables, and the exit status."""
UNAVAILABLE = 77  # exit status


class Unavailable(Exception):
    """Sources, Go or modules cannot be fetched."""


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1] if lines else 'no message'


def print_table(rows):
    """Prints rows of equal length as a table of Markdown. The first row is the heading."""
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print('| ' + ' | '.join(str(cell).ljust(width) for cell, width in zip(row, widths)) + ' |')
        if row is rows[0]:
            print('| ' + ' | '.join('-' * width for width in widths) + ' |')


def finish(rows, good, skipped=()):
    """Prints the table and the parts that were skipped. Returns the exit status: 1 for failures, 77 if a part was skipped."""
    print_table(rows)
    if not good:
        return 1
    if skipped:
        print('SKIPPED: ' + '; '.join(skipped))
        return UNAVAILABLE
    return 0
