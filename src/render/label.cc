#include "render/label.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace koord::render {
namespace {

constexpr char32_t kReplacement = 0xfffd;
constexpr char32_t kEscape = 0x1b;
constexpr char32_t kControlSequence = 0x9b;  // the one-character form of ESC [

struct Range {
  char32_t first;
  char32_t last;
};

// Characters of two columns. Blocks are included entirely:
// a column too many is better than a line too long.
constexpr Range kWide[] = {
    {0x1100, 0x115f},   {0x231a, 0x232a},   {0x23e9, 0x23f3},   {0x25fd, 0x27bf},
    {0x2b1b, 0x2b55},   {0x2e80, 0xa4cf},   {0xa960, 0xa97f},   {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
    {0x16fe0, 0x18fff}, {0x1aff0, 0x1b2ff}, {0x1f000, 0x1faff}, {0x20000, 0x3fffd},
};
// Characters that combine with the one before them.
constexpr Range kCombining[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x064b, 0x065f},
    {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f},
};
// Characters that are invisible or change the direction of text, and non-characters.
constexpr Range kUnwanted[] = {
    {0x00, 0x1f},       {0x7f, 0x9f},       {0xad, 0xad},        {0x034f, 0x034f},
    {0x061c, 0x061c},   {0x115f, 0x1160},   {0x17b4, 0x17b5},    {0x180b, 0x180f},
    {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},    {0x3164, 0x3164},
    {0xe000, 0xf8ff},   {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},    {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0xfffe, 0xffff},    {0x1d173, 0x1d17a},
    {0x1fffe, 0x1ffff}, {0x2fffe, 0x2ffff}, {0x3fffe, 0x10ffff},
};

template <size_t N>
bool is_in(const Range (&ranges)[N], char32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [c](const Range &range) { return range.first <= c && c <= range.last; });
}

// Removes and returns the first character of `text`, which must not be empty. A byte that starts no
// valid sequence is taken alone.
char32_t take(std::string_view &text) {
  const auto byte = [&text](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) {
    text.remove_prefix(1);
    return lead;
  }
  const size_t length = (lead >> 5) == 0x06   ? 2
                        : (lead >> 4) == 0x0e ? 3
                        : (lead >> 3) == 0x1e ? 4
                                              : 0;
  static constexpr std::array<char32_t, 5> kLowest = {0, 0, 0x80, 0x800, 0x10000};
  char32_t c = lead & (0xffU >> (length + 1));
  bool valid = length != 0 && length <= text.size();
  for (size_t i = 1; valid && i < length; ++i) {
    valid = (byte(i) & 0xc0) == 0x80;
    c = c << 6 | (byte(i) & 0x3f);
  }
  valid = valid && c >= kLowest[length] && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
  text.remove_prefix(valid ? length : 1);
  return valid ? c : kReplacement;
}

void append(std::string &out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
    return;
  }
  const int tail = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  const unsigned lead = tail == 1 ? 0xc0 : tail == 2 ? 0xe0 : 0xf0;
  out += static_cast<char>(lead | c >> (6 * tail));
  for (int i = tail - 1; i >= 0; --i) out += static_cast<char>(0x80 | (c >> (6 * i) & 0x3f));
}

// Skips the rest of a terminal escape sequence, given its introducer: ESC [ or CSI up to the final
// byte; ESC ] and similar ones up to BEL or ESC \ if either follows; otherwise one character.
void skip_escape(std::string_view &text, char32_t introducer) {
  if (text.empty()) return;
  if (introducer == kEscape) {
    const char kind = text.front();
    if (kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X') {
      const size_t end = text.find_first_of("\a\x1b");
      text.remove_prefix(end == std::string_view::npos ? 1 : end + 1);
      if (end != std::string_view::npos && text.starts_with('\\')) text.remove_prefix(1);
      return;
    }
    if (kind != '[') {
      if (kind > 0x20 && kind < 0x7f) text.remove_prefix(1);
      return;
    }
    text.remove_prefix(1);
  }
  while (!text.empty() && text.front() >= 0x20 && text.front() < 0x40) text.remove_prefix(1);
  if (!text.empty() && text.front() >= 0x40 && text.front() < 0x7f) text.remove_prefix(1);
}

int width_of(char32_t c) {
  if (c < kCombining[0].first) return 1;  // most text
  return is_in(kCombining, c) ? 0 : is_in(kWide, c) ? 2 : 1;
}

}  // namespace

std::string clean_label(std::string_view text, size_t limit, bool ascii) {
  std::string out;
  size_t count = 0;
  size_t room_for_ellipsis = 0;  // bytes of `out` to keep if it is cut
  const std::string_view ellipsis = ascii ? "..." : "…";
  const size_t ellipsis_length = ascii ? 3 : 1;
  while (!text.empty()) {
    char32_t c = take(text);
    if (c == kEscape || c == kControlSequence) {
      skip_escape(text, c);
      continue;
    }
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
    if (is_in(kUnwanted, c)) continue;
    if (c == ' ' && (out.empty() || out.back() == ' ')) continue;
    if (is_in(kCombining, c) && (ascii || out.empty() || out.back() == ' ')) continue;
    if (count == limit) {
      out.resize(room_for_ellipsis);
      return out.append(ellipsis);
    }
    append(out, ascii && c >= 0x80 ? U'?' : c);
    ++count;
    if (count + ellipsis_length <= limit) room_for_ellipsis = out.size();
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) width += width_of(take(text));
  return width;
}

std::vector<std::string> wrap(std::string_view text, int width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::string_view rest = text;
    size_t fits = 0;      // bytes that fit
    size_t break_at = 0;  // bytes up to the last good break
    int used = 0;
    while (!rest.empty()) {
      const char first = rest.front();
      const int next = width_of(take(rest));
      if (used + next > width && first != ' ') break;
      used += next;
      fits = text.size() - rest.size();
      if (first == ' ' || first == ',') break_at = fits;
    }
    const bool whole = fits == text.size();
    const size_t cut = whole || break_at == 0 ? std::max<size_t>(fits, 1) : break_at;
    std::string_view line = text.substr(0, cut);
    while (line.ends_with(' ')) line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(cut);
    while (text.starts_with(' ')) text.remove_prefix(1);
  }
  return lines;
}

std::string escape_xml(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace koord::render
