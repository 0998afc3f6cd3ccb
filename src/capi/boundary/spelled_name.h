#pragma once

#include <cstddef>
#include <cstdint>

#include "base/spelling.h"

namespace koord::capi {

// Returns the text of a number from outside, or "Unknown" if the table has none.
template <typename Value, size_t N>
const char *spelled_name(const Spelling<Value> (&table)[N], int32_t number) {
  const auto *entry = find_value(table, static_cast<Value>(number));
  return entry != nullptr ? entry->text.data() : "Unknown";
}

}  // namespace koord::capi
