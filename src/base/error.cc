#include "base/error.h"

#include <new>

namespace koord {

void throw_first_exception() noexcept {
  try {
    throw std::bad_alloc();
  } catch (const std::bad_alloc &) {
  }
}

std::string in_quotes(std::string_view text, size_t limit) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text.substr(0, limit)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f)
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    else
      out += c;
  }
  out += text.size() > limit ? "\"..." : "\"";
  return out;
}

}  // namespace koord
