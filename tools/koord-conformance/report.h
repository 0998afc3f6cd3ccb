// The tally of one replay: the number of passed cases, and a line for each failed one.

#pragma once

#include <cstddef>
#include <iostream>
#include <string>

struct Report {
  // Counts a passed case.
  void pass() { ++passed; }

  // Counts a failed case and prints it.
  void fail(const std::string &id, const std::string &expected, const std::string &got) {
    ++failed;
    std::cout << "FAIL " << id << "\n  expected: " << expected << "\n  got:      " << got << '\n';
  }

  // Counts a case by comparing the two texts.
  void check(const std::string &id, const std::string &expected, const std::string &got) {
    if (expected == got)
      pass();
    else
      fail(id, expected, got);
  }

  size_t passed = 0;
  size_t failed = 0;
};
