#!/usr/bin/env python3
"""Documentation generated from the header's comments consists of whole sentences and mentions nothing that only C has. Failures are
repaired in the header's sentence, in tools/generate/plain.py, or for Go in internal/generate/prose.go."""

import unittest

import scratch

scratch.need(libclang=False)
import sentences  # noqa: E402

WRONG = {
    "Calls koord_pod_ref.": "a name of C",
    "NULL: none.": "a word of C",
    "Fills *out.": "a pointer",
    "Functions that take a `const Agent *` may run.": "a pointer",
    "Copies up to capacity rows.": "a parameter of C",
    "It is full (;).": "nothing in brackets",
    "Two  blanks.": "a blank too much",
    "It is so;.": "two signs",
    "At most 3 of them or.": "left over before the end",
    "One with distances. and may release it.": "a sentence without its start",
    "and more.": "a start that is none",
    "writes it.": "starts with a small letter",
    "Writes it": "does not end",
}


class Sentences(unittest.TestCase):
    def test_all_languages(self):
        self.assertEqual([f"{path}: {fault}: {text}" for path, fault, text in sentences.all_faults()], [])

    def test_all_are_read(self):
        for language, least in ((sentences.java, 2500), (sentences.python, 1000), (sentences.go, 1200)):
            self.assertGreater(len(list(language())), least, language.__name__)

    def test_faults_are_found(self):
        for text, fault in WRONG.items():
            self.assertIn(fault, " ".join(sentences.faults(text)), text)
        for text in ("All of it: a, b, ...; see X.", "Bit b of word w is 64 * w + b.", '"": none.'):
            self.assertEqual(sentences.faults(text), [])


if __name__ == "__main__":
    unittest.main()
