// What koord.hpp throws, as a Failure.
#pragma once

#include <string_view>

#include "cli/failure.h"
#include "koord.hpp"

namespace koordctl {

// Bad input ends with `on_bad_input`: kUsage when it came from the command line, kEnvironment when
// it came from a file. `subject` (may be empty) leads the message: the option or the file.
[[noreturn]] void fail_with(const koord::Error &error, std::string_view subject,
                            ExitCode on_bad_input = kEnvironment);

// What `call` returns; its errors are about `subject`, as fail_with() has it.
template <typename Call>
decltype(auto) about(std::string_view subject, const Call &call,
                     ExitCode on_bad_input = kEnvironment) {
  try {
    return call();
  } catch (const koord::Error &error) {
    fail_with(error, subject, on_bad_input);
  }
}

}  // namespace koordctl
