// Logs unusual but usable input. Silent unless the caller sets a function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace koord {

enum class LogLevel : int32_t { kInfo = 1, kWarning = 2 };

struct Log {
  void (*function)(void *user, int32_t level, const char *message, size_t length) = nullptr;
  void *user = nullptr;

  void write(LogLevel level, std::string_view message) const {
    if (function != nullptr)
      function(user, static_cast<int32_t>(level), message.data(), message.size());
  }
  void warn(std::string_view message) const { write(LogLevel::kWarning, message); }
};

}  // namespace koord
