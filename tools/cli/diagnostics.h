// Prints diagnostics of the library to standard error.
#pragma once

#include <cstddef>
#include <cstdint>

#include "koord.hpp"

namespace koordctl {

// A context for calls of the library. It prints the first warnings always, and the rest if
// `verbose`.
class Diagnostics {
 public:
  explicit Diagnostics(bool verbose);
  Diagnostics(const Diagnostics &) = delete;  // libkoord holds a pointer into it
  Diagnostics &operator=(const Diagnostics &) = delete;
  operator const koord_context *() const { return context_; }

 private:
  static void print(void *user, int32_t level, const char *message, size_t length);

  static constexpr size_t kWarnings = 20;  // an input may cause one per line
  bool verbose_;
  size_t warnings_ = 0;
  koord::Context context_;
};

}  // namespace koordctl
