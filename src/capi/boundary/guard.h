// The boundary between C++ and C: every exception becomes a status and a message.
#pragma once

#include <string_view>
#include <utility>

#include "koord.h"

namespace koord::capi {

// Writes code and message into `err` (nullable) and returns the code. The message is made one line
// and cut to the space, never inside a UTF-8 sequence.
koord_status fail(koord_error *err, koord_status code, std::string_view message) noexcept;

// Converts the exception being handled to a failure. Call it only inside a catch clause.
koord_status fail_with_current_exception(koord_error *err) noexcept;

// Runs `body`. Errors are thrown by it; refusals are values that it writes.
template <typename Body>
koord_status guarded(koord_error *err, Body &&body) noexcept {
  try {
    std::forward<Body>(body)();
    return KOORD_OK;
  } catch (...) {
    return fail_with_current_exception(err);
  }
}

}  // namespace koord::capi
