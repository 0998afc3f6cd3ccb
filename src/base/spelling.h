// Spellings of enum values in Kubernetes objects, and lookups in tables of them. The first spelling
// of a value is the one that is written; others are accepted.
#pragma once

#include <cstddef>
#include <string_view>

namespace koord {

template <typename Value>
struct Spelling {
  Value value;
  std::string_view text;  // a string literal, so followed by a NUL
};

// Return nullptr if the text or the value has no entry.
template <typename Value, size_t N>
constexpr const Spelling<Value> *find_text(const Spelling<Value> (&table)[N],
                                           std::string_view text) noexcept {
  for (const Spelling<Value> &entry : table)
    if (entry.text == text) return &entry;
  return nullptr;
}
template <typename Value, size_t N>
constexpr const Spelling<Value> *find_value(const Spelling<Value> (&table)[N],
                                            Value value) noexcept {
  for (const Spelling<Value> &entry : table)
    if (entry.value == value) return &entry;
  return nullptr;
}

}  // namespace koord
