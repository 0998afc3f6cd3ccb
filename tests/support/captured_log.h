// A Log that stores its messages.
#pragma once

#include <string>
#include <vector>

#include "base/log.h"

namespace koord::testing {

struct CapturedLog {
  std::vector<std::string> messages;

  Log log() { return Log{&CapturedLog::keep, this}; }

 private:
  static void keep(void *user, int32_t, const char *message, size_t length) {
    static_cast<CapturedLog *>(user)->messages.emplace_back(message, length);
  }
};

}  // namespace koord::testing
