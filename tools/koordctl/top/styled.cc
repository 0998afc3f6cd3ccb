#include "top/styled.h"

#include <cwchar>

namespace koordctl {
namespace {

struct Glyph {
  size_t bytes = 0;
  size_t columns = 0;
};

// Returns the size of an SGR sequence at the start of the text, or 0.
size_t style_bytes(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const size_t end = text.find('m');
  return end == std::string_view::npos ? 0 : end + 1;
}

Glyph first_glyph(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {1, 1};
  size_t bytes = 1;
  wchar_t character = static_cast<wchar_t>(lead & (lead >= 0xf0   ? 0x07U
                                                   : lead >= 0xe0 ? 0x0fU
                                                                  : 0x1fU));
  while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) {
    character = static_cast<wchar_t>(static_cast<unsigned>(character) << 6 |
                                     (static_cast<unsigned char>(text[bytes]) & 0x3fU));
    ++bytes;
  }
  const int width = wcwidth(character);
  return {bytes, width < 0 ? size_t{1} : static_cast<size_t>(width)};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Removes the number at the start of the text and returns its digits without leading zeros.
std::string_view take_number(std::string_view &text) {
  size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  while (number.size() > 1 && number[0] == '0') number.remove_prefix(1);
  return number;
}

}  // namespace

size_t columns_of(std::string_view text) {
  size_t columns = 0;
  while (!text.empty()) {
    const Glyph glyph = first_glyph(text);
    columns += glyph.columns;
    text.remove_prefix(glyph.bytes);
  }
  return columns;
}

std::string cut_line(std::string_view line, size_t skip, size_t columns) {
  std::string out;
  size_t at = 0;
  bool has_style = false;
  while (!line.empty()) {
    if (const size_t bytes = style_bytes(line); bytes > 0) {
      out += line.substr(0, bytes);
      has_style = true;
      line.remove_prefix(bytes);
      continue;
    }
    const Glyph glyph = first_glyph(line);
    const size_t end = at + glyph.columns;
    if (end > skip + columns) break;
    if (at >= skip)
      out += line.substr(0, glyph.bytes);
    else if (end > skip)
      out.append(end - skip, ' ');  // the second half of a wide character
    at = end;
    line.remove_prefix(glyph.bytes);
  }
  if (has_style) out += kPlain;
  return out;
}

std::string padded(std::string text, size_t columns) {
  const size_t used = columns_of(text);
  if (used < columns) text.append(columns - used, ' ');
  return text;
}

bool precedes_naturally(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a[0]) && is_digit(b[0])) {
      const std::string_view x = take_number(a), y = take_number(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    if (a[0] != b[0]) return static_cast<unsigned char>(a[0]) < static_cast<unsigned char>(b[0]);
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.size() < b.size();
}

}  // namespace koordctl
