// Turns failed calls of koord.h into exceptions.

#pragma once

#include <new>
#include <stdexcept>

#include "koord.h"

// Running out of memory is not a result to compare with a recorded one.
inline void must_have_memory(koord_status status) {
  if (status == KOORD_E_NO_MEMORY) throw std::bad_alloc();
}

inline void must(koord_status status, const koord_error &error) {
  must_have_memory(status);
  if (status != KOORD_OK) throw std::runtime_error(error.message);
}
