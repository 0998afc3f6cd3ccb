// nlohmann/json, but for how a value ends and how it is compared with text: cmake/Dependencies.cmake puts this directory
// before that of the library.
//
// The library's own destructor first puts all that is in a value onto a stack on the heap, so that where memory has run out
// the program ends in it; and it takes an object or an array that could not be made for one that is there. Here what is in a
// value ends with it, a function call for each level: what libkoord reads is at most 64 deep (src/wire/json/json.h). A comparison
// with text makes a value of the text, where nothing may be thrown.
//
// A program that has objects with and without this takes one of the two for all of them: they do the same.
#pragma once

#include_next <nlohmann/json.hpp>

namespace koord::json_end {

// For the specializations below, which alone may see what a value is made of.
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
