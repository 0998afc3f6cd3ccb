#!/usr/bin/env python3
"""A header that breaks a rule of the generator is rejected, with the line."""

import os
import tempfile
import unittest

import scratch

scratch.need(libclang=True)
import header  # noqa: E402
from problem import Problem  # noqa: E402

GOOD = """#include <stddef.h>
#include <stdint.h>
#define KOORD_API __attribute__((visibility("default")))
/** A thing. */
typedef struct koord_thing koord_thing;
/** How it went. */
typedef int32_t koord_status;
enum { KOORD_OK = 0, KOORD_E_INVALID = -1 };
/** What failed. */
typedef struct koord_error {
  koord_status code;
} koord_error;
/** How. */
typedef int32_t koord_how;
enum { KOORD_HOW_NOT = 0, KOORD_HOW_SO = 1 /**< so */ };
/** Counts. */
typedef struct koord_info {
  uint32_t struct_size;
  koord_how how;
  char text[8];
} koord_info;
/** Tells. */
KOORD_API int32_t koord_tell(const koord_thing *thing, koord_info *out);
KOORD_API void koord_thing_free(koord_thing *thing);
"""
# Text that is added at the end, the line with the error, and the message.
FAULTS = {
    "a small field of numbers that nobody knows": (
        '/** x */\ntypedef struct koord_x {\n  __attribute__((annotate("of koord_y"))) uint8_t y;\n} koord_x;\n',
        3,
        "y: koord_y is no type of named numbers",
    ),
    "a field too small for its numbers": (
        "/** x */\ntypedef int32_t koord_y;\nenum { KOORD_Y_Z = 256 };\n/** x */\ntypedef struct koord_x {\n"
        '  __attribute__((annotate("of koord_y"))) uint8_t y;\n} koord_x;\n',
        6,
        "y: KOORD_Y_Z does not fit",
    ),
    "a name of others": ("/** x */\ntypedef struct thing thing;\n", 2, "thing: does not begin with koord_"),
    "a constant of others": (
        "/** x */\ntypedef int32_t koord_x;\nenum { KOORD_OTHER = 1 };\n",
        3,
        "KOORD_OTHER: a number of koord_x begins with KOORD_X_",
    ),
    "a flag of others": (
        "/** x */\ntypedef uint32_t koord_x_flags;\nenum { KOORD_X_A = 1, KOORD_Y = 2 };\n",
        3,
        "KOORD_Y: a number of koord_x_flags begins with KOORD_X_",
    ),
    "numbers without a type": ("/** x */\nenum { KOORD_X = 1 };\n", 2, "an enum without a typedef before it"),
    "a macro of others": ("\n#define OTHER 1\n", 2, "OTHER: does not begin with KOORD_"),
    "a function of others": ("\n/** x */\nKOORD_API void tell(void);\n", 3, "tell: does not begin with koord_"),
    "a value that is counted": (
        "/** x */\ntypedef int32_t koord_x;\nenum { KOORD_X_A = 1,\n  KOORD_X_B };\n",
        4,
        "KOORD_X_B: does not state its value",
    ),
    "a type without its values": (
        "/** x */\ntypedef int32_t koord_x;\n",
        2,
        "koord_x: no enum follows with its values",
    ),
    "a type before something else": (
        "/** x */\ntypedef int32_t koord_x;\n/** y */\nKOORD_API void koord_y(void);\n",
        2,
        "koord_x: no enum follows with its values",
    ),
    "a number of another width": (
        "/** x */\ntypedef uint8_t koord_x;\n",
        2,
        "koord_x: is uint8_t; named numbers are int32_t, flags uint32_t",
    ),
    "flags with a sign": ("/** x */\ntypedef int32_t koord_x_flags;\n", 2, "koord_x_flags: is int32_t;"),
    "a field of a width of its own": (
        "/** x */\ntypedef struct koord_x {\n  long a;\n} koord_x;\n",
        3,
        "koord_x.a: is long; fields are numbers of a fixed width",
    ),
    "a pointer in a struct": (
        "/** x */\ntypedef struct koord_x {\n  const char *a;\n} koord_x;\n",
        3,
        "koord_x.a: is const char *;",
    ),
    "an array of numbers": (
        "/** x */\ntypedef struct koord_x {\n  int32_t a[2];\n} koord_x;\n",
        3,
        "koord_x.a: is int32_t[2];",
    ),
    "a fraction": ("/** x */\ntypedef struct koord_x {\n  double a;\n} koord_x;\n", 3, "koord_x.a: is double;"),
    "bits of a number": (
        "/** x */\ntypedef struct koord_x {\n  uint32_t a : 3;\n} koord_x;\n",
        3,
        "koord_x.a: no plain field",
    ),
    "a hole": (
        "/** x */\ntypedef struct koord_x {\n  uint32_t struct_size;\n  int64_t a;\n} koord_x;\n",
        2,
        "koord_x: 4 bytes without a name before a",
    ),
    "a hole at the end": (
        "/** x */\ntypedef struct koord_x {\n  uint32_t struct_size;\n  uint32_t b;\n  int64_t a;\n"
        "  uint32_t c;\n} koord_x;\n",
        2,
        "koord_x: 4 bytes without a name before its end",
    ),
    "a parameter that languages lack": (
        "/** x */\nKOORD_API void koord_x(long a);\n",
        2,
        "a: the type long is not known",
    ),
    "a result that languages lack": (
        "/** x */\nKOORD_API float koord_x(void);\n",
        2,
        "koord_x: the type float is not known",
    ),
    "a function that is not exported": ("/** x */\nvoid koord_x(void);\n", 2, "koord_x: is not KOORD_API"),
    "a name of numbers that is not their type's": (
        "/** x */\nKOORD_API const char *koord_why_get_name(koord_how how);\n",
        2,
        "koord_why_get_name: what names numbers of koord_how is koord_how_get_name",
    ),
    "many parameters": (
        "/** x */\nKOORD_API void koord_x(int32_t a, int32_t b, int32_t c, int32_t d, int32_t e, int32_t f, int32_t g,\n"
        "    int32_t h, int32_t i);\n",
        2,
        "koord_x: 9 parameters, at most 8",
    ),
    "an error that is not told": (
        "/** x */\nKOORD_API koord_status koord_x(int32_t a);\n",
        2,
        "koord_x: koord_status and a last argument koord_error * belong together",
    ),
    "an error that nobody returns": (
        "/** x */\nKOORD_API void koord_x(koord_error *err);\n",
        2,
        "koord_x: koord_status and a last argument koord_error * belong together",
    ),
    "an error in between": (
        "/** x */\nKOORD_API koord_status koord_x(koord_error *err, int32_t a);\n",
        2,
        "koord_x: koord_status and a last argument koord_error * belong together",
    ),
    "rows of one size": (
        "/** x */\nKOORD_API void koord_x(koord_info *rows, size_t count);\n",
        2,
        "koord_x: no stride follows the rows",
    ),
    "padding of another name": (
        "/** x */\ntypedef struct koord_x {\n  uint32_t zero;\n} koord_x;\n",
        3,
        "koord_x.zero: what is left to grow into is reserved",
    ),
    "a function without a word": ("\nKOORD_API void koord_x(void);\n", 2, "koord_x: has no comment"),
    "a struct without a word": ("\ntypedef struct koord_x {\n  int32_t a;\n} koord_x;\n", 2, "koord_x: has no comment"),
    "a handle without a word": ("\ntypedef struct koord_x koord_x;\n", 2, "koord_x: has no comment"),
    "numbers without a word": ("\ntypedef int32_t koord_x;\nenum { KOORD_X_A = 1 };\n", 2, "koord_x: has no comment"),
    "flags without a word": (
        "\ntypedef uint32_t koord_x_flags;\nenum { KOORD_X_A = 1 };\n",
        2,
        "koord_x_flags: has no comment",
    ),
    "a callback without a word": ("\ntypedef void (*koord_x)(void *user);\n", 2, "koord_x: has no comment"),
    "a union": ("/** x */\nunion koord_x { int32_t a; };\n", 2, "koord_x: no type, struct, enum or function"),
    "a variable": ("/** x */\nextern int32_t koord_x;\n", 2, "koord_x: no type, struct, enum or function"),
    "a comment that is nobody's": ("/** x */\ntypedef int32_t koord_x;\nenum { KOORD_X_A =\n  1 /**< y */ };\n", 4, "a comment of no declaration"),
    "what is no C": ("\nint32_t koord_x(;\n", 2, "expected parameter declarator"),
}


UMBRELLA = '#include "koord/thing.h"\n'


def read(text, umbrella=UMBRELLA, **more):
    more = {f"koord/{name.replace('__', '/')}.h": written for name, written in more.items()}
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "koord/experimental"))
        for name, written in {"koord.h": umbrella, "koord/thing.h": text, **more}.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(written)
        return header.read(os.path.join(folder, "koord.h"))


class Rules(unittest.TestCase):
    def test_a_valid_header_is_read(self):
        made = read(GOOD)
        self.assertEqual([len(part) for part in made.values()], [1, 0, 0, 2, 2, 1, 0, 2])
        self.assertEqual(
            made["structs"][1]["fields"][2], {"name": "text", "type": "char", "length": 8, "offset": 8, "size": 8}
        )
        self.assertEqual(made["enums"][1]["values"][1], {"name": "KOORD_HOW_SO", "value": 1, "comment": ["so"]})

    def test_macros_have_comments(self):
        made = read(
            GOOD + "/** Most. */\n#define KOORD_MOST 3\n#define KOORD_LEAST 1 /**< least */\n#define KOORD_ANY SIZE_MAX\n"
            "/** Both\n *  of them. */\n#define KOORD_BOTH(a, b) ((a) + (b))\n#define KOORD_NOBODYS(a) a\n"
        )
        self.assertEqual(
            [(one["name"], one["value"], one.get("comment")) for one in made["macros"]],
            [("KOORD_MOST", "3", ["Most."]), ("KOORD_LEAST", "1", ["least"]), ("KOORD_ANY", "SIZE_MAX", None)],
        )
        said = {"name": "KOORD_BOTH", "header": "thing", "parameters": ["a", "b"], "comment": ["Both", "of them."]}
        self.assertEqual(made["macro_calls"], [said])

    def test_a_comment_may_be_shared(self):
        made = read(
            GOOD
            + "/** x */\nKOORD_API void koord_x(void);\nKOORD_API void koord_y(\n    int32_t a);\n"
            + "KOORD_API void koord_z(void);\n"
        )
        self.assertEqual([one.get("described_with") for one in made["functions"][2:]], [None, "koord_x", "koord_x"])

    def test_faults_are_refused_with_their_line(self):
        for name, (text, line, said) in FAULTS.items():
            with self.subTest(name):
                with self.assertRaises(Problem) as refused:
                    read(GOOD + text)
                self.assertIn(f"thing.h:{GOOD.count(chr(10)) + line}: ", str(refused.exception))
                self.assertIn(said, str(refused.exception))

    def test_halves(self):
        umbrella = UMBRELLA + '#ifdef KOORD_EXPERIMENTAL\n#include "koord/experimental/more.h"\n#endif\n'
        more = "/** More. */\nKOORD_API int32_t koord_more(koord_how how);\n"
        made = read(GOOD, umbrella, experimental__more=more)
        self.assertEqual([one.get("experimental", False) for one in made["headers"]], [False, True])
        self.assertEqual([one["header"] for one in made["functions"]], ["thing", "thing", "more"])

    def test_each_half_has_its_folder(self):
        more = "/** More. */\nKOORD_API int32_t koord_more(koord_how how);\n"
        umbrella = UMBRELLA + '#ifdef KOORD_EXPERIMENTAL\n#include "koord/more.h"\n#endif\n'
        with self.assertRaisesRegex(Problem, "more.h:1: is experimental: "):
            read(GOOD, umbrella, more=more)
        with self.assertRaisesRegex(Problem, "more.h:1: is stable: "):
            read(GOOD, UMBRELLA + '#include "koord/experimental/more.h"\n', experimental__more=more)

    def test_a_header_that_nobody_includes_is_refused(self):
        with self.assertRaisesRegex(Problem, "koord.h:1: does not include koord/more.h"):
            read(GOOD, more="")
        with self.assertRaisesRegex(Problem, "koord.h:1: does not include koord/experimental/more.h"):
            read(GOOD, experimental__more="")

    def test_a_stable_header_uses_no_experimental_one(self):
        more = "#ifndef KOORD_EXPERIMENTAL\n#error experimental\n#endif\n"
        with self.assertRaisesRegex(Problem, "more.h:2: experimental"):
            read('#include "more.h"\n' + GOOD, more=more)

    def test_other_files_are_not_headers(self):
        with self.assertRaises(Problem):
            read("\n")


if __name__ == "__main__":
    unittest.main()
