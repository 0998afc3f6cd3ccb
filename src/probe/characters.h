// Character classes of the texts that describe machines, independent of the locale.
#pragma once

namespace koord::probe {

inline bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
inline bool is_word(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
inline bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace koord::probe
