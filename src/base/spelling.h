// A value of an enum as Kubernetes objects spell it, and how a table of them is searched: the first
// spelling of a value is the one that is written, the others are read as well.
#pragma once

#include <cstddef>
#include <string_view>

namespace koord {

template <typename Value>
struct Spelling {
  Value value;
  std::string_view text;  // of a literal, so followed by a NUL
};

// nullptr for a text or a value that has no entry.
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
