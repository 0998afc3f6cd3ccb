"""Removes text that only concerns C from the header's comments: how texts, rows and sets are
passed, and locking.
"""

import re

_CHANGES = (
    # Texts that a call writes.
    (r"[;,] (?:and )?text as in koord_\w+(?:; up to \d+ bytes)?", ""),
    (r" Text as in koord_\w+\.", ""),
    # Texts in an arena.
    (r"(?:[;.] (?:[Ii]ts|[Bb]oth|[Tt]exts) |^Texts )[^.;]*\bin the arena of the same call", ""),
    (r"[,:]?(?: both)? in the arena(?: of the same call)?", ""),
    (r" ?\bTexts are in koord_\w+_get_texts\.", ""),
    (r"[;,]?(?: its texts are \(offset, length\))? in koord_\w+_get_texts\b(?: or koord_\w+_get_texts)?", ""),
    (r" ?\b\d+ bytes(?:, final)?\.(?= |$)", ""),
    (r" 64 bytes, this layout for ever\.", ""),
    # Concurrent calls: bindings wait or synchronize.
    (r"\bFunctions that take a `const \w+ \*`", "Calls that only read it"),
    (r"\bfunctions that take a `const \w+ \*`", "calls that only read it"),
    (r"\bCalls that take it as const\b", "Calls that only read it"),
    (r", even functions that take a `\w+ \*`; only koord_\w+_free requires exclusive access", ""),
    # Texts and their buffers.
    (r",? with a NUL,? into text\[0\.\.capacity\)", ""),
    (r",? with a NUL(?=[;.])", ""),
    (r" ?\bNULL with capacity 0: not wanted\.", ""),
    (r" ?`\*(?:needed|length)` (?:\(nullable\) )?receives [^.]*\.", ""),
    # Rows, sets and numbers that a call writes.
    (r"\bCopies up to `capacity` rows, ", "Copies all rows, "),
    (r", `stride` bytes apart", ""),
    (r" ?`rows` may be NULL if `capacity` is 0\.", ""),
    (r" ?`\w+` may be NULL with capacity 0[;.]", ""),
    (r"[;.,]? ?`?\*count`? (?:receives|is written) [^.]*\bNO_SPACE\b[^.]*\.", "."),
    (r"[;.,]? ?\b[Rr]ows as in koord_\w+[^.]*\.", "."),
    (r"[;,]? ?written also on NO_SPACE\b", ""),
    (r" ?\(stride below sizeof a row\)", ""),
    (r" The same holds for the functions below that return rows\b\.?", ""),
    (r",? (?:in)?to all of `words`", ""),
    (r"^(?:nullable; )?`words` words: ", ""),
    (r"^`count` of them, ([\d.]+)", r"\1 of them"),
    (r", `words` words(?=[;.])", ""),
    (r" On errors, also on NO_SPACE, \*\w+ is not changed\.", ""),
    # Nullable arguments that are also marked at the parameter.
    (r" ?`\w+` is never NULL; `\w+`(?: and `\w+`)* are nullable\.", ""),
    (r"(?:^| )`\w+`(?: and `\w+`)* (?:is|are) nullable\.", ""),
    (r"^never NULL[;,.]? ?", ""),
    (r"^nullable[.]?$", ""),
    (r"^nullable: ", "NULL: "),
    (r"^nullable(?=[;.] )", "may be NULL"),
    (r"; nullable: ", "; NULL: "),
    (r"\(nullable: ", "(NULL: "),
    # Ownership of results.
    (r" ?\b[Tt]he caller owns \*?\w+ and may (?:drop|release) the (\w+)", r" The \1 may be closed then"),
    (r" ?\b[Tt]he caller owns (?:\*\w+|both|it)\.", ""),
    (r"[;,] the caller owns (?:\*\w+|both|it)\b", ""),
    (r"\b(\w+)->(\w+)\b", r"\1.\2"),
)
_CHANGES = tuple((re.compile(pattern), replacement) for pattern, replacement in _CHANGES)
_RESTS = ((re.compile(r"(?:^|(?<=[.;,]))[.;,]+(?= |$)"), ""), (re.compile(r"\.\.(?= |$)"), "."), (re.compile(r"  +"), " "))


def plain(text):
    for pattern, replacement in _CHANGES:
        text = pattern.sub(replacement, text)
    text = text.replace("...", "\0")  # protects ellipses from the rule for repeated full stops
    for pattern, replacement in _RESTS:
        text = pattern.sub(replacement, text)
    return text.replace("\0", "...").strip()
