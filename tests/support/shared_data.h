// Where the shared conformance data is, for tests that use it where it exists.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace koord::testing {

// The directory KOORD_SHARED names, else ../shared beside the checkout, if it is there.
std::optional<std::string> shared_directory();
// Reads a whole file; throws std::runtime_error with its path when it cannot.
std::string read_file(const std::string &path);

}  // namespace koord::testing

// Defines `shared` or skips the test with a line that says what is missing.
#define KOORD_NEED_SHARED(shared)                                                     \
  const auto shared##_or_none = ::koord::testing::shared_directory();                 \
  if (!shared##_or_none)                                                              \
    GTEST_SKIP() << "shared data not found: set KOORD_SHARED or put it in ../shared"; \
  const std::string &shared = *shared##_or_none
