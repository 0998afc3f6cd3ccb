// Converts exceptions of koord.hpp to a Failure.
#pragma once

#include <string_view>

#include "cli/failure.h"
#include "koord.hpp"

namespace koordctl {

// Throws a Failure. Bad input exits with `on_bad_input`: kUsage if it came from the command line,
// kEnvironment if it came from a file. `subject` (may be empty) is the prefix of the message: the
// option or the file.
[[noreturn]] void fail_with(const koord::Error &error, std::string_view subject,
                            ExitCode on_bad_input = kEnvironment);

// Returns the result of `call`. Its errors are thrown by fail_with() with `subject`.
template <typename Call>
decltype(auto) with_subject(std::string_view subject, const Call &call,
                            ExitCode on_bad_input = kEnvironment) {
  try {
    return call();
  } catch (const koord::Error &error) {
    fail_with(error, subject, on_bad_input);
  }
}

}  // namespace koordctl
