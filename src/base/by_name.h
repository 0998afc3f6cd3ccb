// Hash tables with string keys. A lookup by string_view creates no string.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace koord {

struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

template <typename Value>
using ByName = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

}  // namespace koord
