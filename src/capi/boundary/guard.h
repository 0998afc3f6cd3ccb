// The one door between C++ and C: whatever is thrown behind it becomes a status and a message.
#pragma once

#include <string_view>
#include <utility>

#include "koord.h"

namespace koord::capi {

// Writes code and message into `err` (nullable) and returns the code. The message is made one line
// and cut to what fits, never inside a UTF-8 sequence.
koord_status fail(koord_error *err, koord_status code, std::string_view message) noexcept;

// Turns the exception being handled into a failure; call it only inside a catch clause.
koord_status fail_with_current_exception(koord_error *err) noexcept;

// Runs `body`. It returns nothing: what goes wrong is thrown, what is refused is a value it writes.
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
