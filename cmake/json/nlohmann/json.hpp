// nlohmann/json with a different destructor and a different comparison with text.
// cmake/Dependencies.cmake puts this directory before that of the library.
// The library's own destructor first moves all contents of a value onto a stack on the heap, so the
// program terminates if memory has run out. It also assumes that an object or array exists even if
// its allocation failed. Here the contents are destroyed recursively, one function call per level;
// input of libkoord is at most 64 levels deep (src/wire/json/json.h). The library's comparison with
// text creates a value from the text, although it must not throw.
// A program that contains objects with and without this header uses one of the two versions for all
// of them, which is correct because they do the same.
#pragma once

#include_next <nlohmann/json.hpp>

namespace koord::json_end {

// For the specializations below, which need access to the representation of a value.
template <typename Json, typename Value>
void end(Value &value, typename Json::value_t type) noexcept {
  switch (type) {
    case Json::value_t::object:
      delete value.object;
      break;
    case Json::value_t::array:
      delete value.array;
      break;
    case Json::value_t::string:
      delete value.string;
      break;
    case Json::value_t::binary:
      delete value.binary;
      break;
    default:
      break;
  }
}

}  // namespace koord::json_end

template <>
inline void nlohmann::json::json_value::destroy(value_t t) {
  koord::json_end::end<nlohmann::json>(*this, t);
}
template <>
inline void nlohmann::ordered_json::json_value::destroy(value_t t) {
  koord::json_end::end<nlohmann::ordered_json>(*this, t);
}

namespace nlohmann {

inline bool operator==(const json &value, const char *text) noexcept {
  const auto *string = value.get_ptr<const json::string_t *>();
  return string != nullptr && *string == text;
}
inline bool operator==(const ordered_json &value, const char *text) noexcept {
  const auto *string = value.get_ptr<const ordered_json::string_t *>();
  return string != nullptr && *string == text;
}

}  // namespace nlohmann
