// What every fuzz target checks: promises of the library that hold for any input.
#pragma once

#include <string>
#include <string_view>

#include "koord.h"

namespace koord::fuzz {

// Says which promise was broken and aborts, which libFuzzer and the replay program both report.
[[noreturn]] void broken(const char *file, int line, std::string_view promise,
                         std::string_view detail);

// Text for people: not empty, one line, UTF-8, no control bytes.
void check_line(std::string_view text);
// Well-formed UTF-8 without control bytes other than those in `allowed`.
void check_text(std::string_view text, std::string_view allowed);

// What holds of the result of any call that took `err`, a bug of the library being none of them.
void check_result(koord_status status, const koord_error &err);

// A context whose log function holds remarks to check_line; lives as long as the process.
const koord_context *checked_log();

// Runs `read` on input that may be anything: the library's Error is an answer, all else a bug.
// Returns whether it was read.
bool reads(void (*read)(std::string_view), std::string_view input);

}  // namespace koord::fuzz

#define FUZZ_CHECK_WITH(condition, detail)                                         \
  do {                                                                             \
    if (!(condition)) koord::fuzz::broken(__FILE__, __LINE__, #condition, detail); \
  } while (false)
#define FUZZ_CHECK(condition) FUZZ_CHECK_WITH(condition, "")
