// Locates the shared conformance data for tests that use it if it exists.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace koord::testing {

// Returns the directory named by KOORD_SHARED, or ../shared beside the checkout if it exists.
std::optional<std::string> shared_directory();
// Reads a whole file. Throws std::runtime_error with the path if that fails.
std::string read_file(const std::string &path);

}  // namespace koord::testing

// Defines `shared`, or skips the test with a line that names the missing data.
#define KOORD_NEED_SHARED(shared)                                                     \
  const auto shared##_or_none = ::koord::testing::shared_directory();                 \
  if (!shared##_or_none)                                                              \
    GTEST_SKIP() << "shared data not found: set KOORD_SHARED or put it in ../shared"; \
  const std::string &shared = *shared##_or_none
