#include "wire/json/go_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace koord::wire {
namespace {

constexpr char kHex[] = "0123456789abcdef";

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Ranges that are not printable: controls, formats, separators
// other than the blank, surrogates and private use above ASCII.
constexpr std::array<uint32_t, 2> kHidden[] = {
    {0x80, 0xa0},       {0xad, 0xad},       {0x600, 0x605},     {0x61c, 0x61c},
    {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},     {0x8e2, 0x8e2},
    {0x1680, 0x1680},   {0x180e, 0x180e},   {0x2000, 0x200f},   {0x2028, 0x202f},
    {0x205f, 0x2064},   {0x2066, 0x206f},   {0x3000, 0x3000},   {0xd800, 0xf8ff},
    {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},   {0xfff9, 0xfffb},   {0x110bd, 0x110bd},
    {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
    {0xe0001, 0xe0001}, {0xe0020, 0xe007f}, {0xf0000, 0x10ffff}};

bool is_printable(uint32_t code) {
  if (code < 0x80) return code >= 0x20 && code != 0x7f;
  if ((code & 0xfffe) == 0xfffe) return false;
  return std::none_of(std::begin(kHidden), std::end(kHidden),
                      [&](const auto &range) { return code >= range[0] && code <= range[1]; });
}

void append_hex(std::string &out, uint32_t value, int digits) {
  while (digits-- > 0) out += kHex[value >> (4 * digits) & 15];
}

void append_escaped(std::string &out, uint32_t code) {
  constexpr std::string_view kShort = "\a\b\f\n\r\t\v";
  if (const size_t at = kShort.find(static_cast<char>(code)); code < 0x20 && at != kShort.npos) {
    out += {'\\', "abfnrtv"[at]};
  } else if (code < 0x80) {
    out += "\\x";
    append_hex(out, code, 2);
  } else if (code < 0x10000) {
    out += "\\u";
    append_hex(out, code, 4);
  } else {
    out += "\\U";
    append_hex(out, code, 8);
  }
}

// Parses as strconv.Atoi does. Returns an empty string or its error.
std::string parse_id(std::string_view text, int64_t &value) {
  const std::errc status = go_parse_int(text, value);
  if (status == std::errc()) return "";
  return "strconv.Atoi: parsing " + go_quote(text) +
         (status == std::errc::invalid_argument ? ": invalid syntax" : ": value out of range");
}

// Works by words, because a hostile text may repeat the longest range a million times.
void add_range(size_t low, size_t high, CpuSet &set) {
  for (size_t word = low / 64; word <= high / 64; ++word) {
    uint64_t bits = ~uint64_t{0};
    if (word == low / 64) bits &= ~uint64_t{0} << low % 64;
    if (word == high / 64) bits &= ~uint64_t{0} >> (63 - high % 64);
    set.set_word(word, set.word(word) | bits);
  }
}

std::string add_item(std::string_view item, CpuSet &set) {
  const size_t dash = item.find('-');
  int64_t low = 0;
  if (std::string error = parse_id(item.substr(0, dash), low); !error.empty()) return error;
  int64_t high = low;
  if (dash != item.npos) {
    if (std::string error = parse_id(item.substr(dash + 1), high); !error.empty()) return error;
    if (low > high)
      return "invalid range " + go_quote(item) + " (" + std::to_string(low) + " > " +
             std::to_string(high) + ")";
  }
  if (high >= CpuSet::kCapacity)
    return "CPU " + std::to_string(high) + " is above the largest supported id " +
           std::to_string(CpuSet::kCapacity - 1);
  add_range(static_cast<size_t>(low), static_cast<size_t>(high), set);
  return "";
}

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<int, 256> base64_values() {
  std::array<int, 256> values{};
  values.fill(-1);
  for (size_t i = 0; i < kBase64.size(); ++i)
    values[static_cast<unsigned char>(kBase64[i])] = static_cast<int>(i);
  return values;
}

}  // namespace

Rune first_rune(std::string_view text) noexcept {
  constexpr Rune kBad{0xfffd, 1};
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1};
  const size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return kBad;
  uint32_t code = lead & (0x7fu >> size);
  for (size_t i = 1; i < size; ++i) {
    if (!is_continuation(text[i])) return kBad;
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
  }
  const bool overlong = code < (size == 4 ? 0x10000u : size == 3 ? 0x800u : 0x80u);
  if (overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return kBad;
  return {code, size};
}

void append_rune(std::string &out, uint32_t code) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string go_quote(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const Rune rune = first_rune(text);
    if (rune.code == 0xfffd && rune.size == 1) {
      out += "\\x";
      append_hex(out, static_cast<unsigned char>(text[0]), 2);
    } else if (rune.code == '"' || rune.code == '\\') {
      out += {'\\', static_cast<char>(rune.code)};
    } else if (is_printable(rune.code)) {
      out += text.substr(0, rune.size);
    } else {
      append_escaped(out, rune.code);
    }
    text.remove_prefix(rune.size);
  }
  return out + '"';
}

std::errc go_parse_int(std::string_view text, int64_t &value) noexcept {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  uint64_t magnitude = 0;
  const char *end = text.data() + text.size();
  const auto [stopped, status] = std::from_chars(text.data(), end, magnitude);
  if (status != std::errc()) return status;  // reported before trailing text, as in Go
  if (stopped != end) return std::errc::invalid_argument;
  const uint64_t limit = static_cast<uint64_t>(INT64_MAX) + negative;
  if (magnitude > limit) return std::errc::result_out_of_range;
  value = static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
  return std::errc();
}

std::string parse_kubelet_cpus(std::string_view text, CpuSet &set) {
  set = CpuSet();
  if (text.empty()) return "";
  for (size_t from = 0; from <= text.size();) {
    const size_t comma = std::min(text.find(',', from), text.size());
    if (std::string error = add_item(text.substr(from, comma - from), set); !error.empty()) {
      set = CpuSet();
      return error;
    }
    from = comma + 1;
  }
  return "";
}

std::string decode_base64(std::string_view text, std::string &bytes) {
  static constexpr auto kValues = base64_values();
  const auto skip_line_ends = [&](size_t at) {
    return std::min(text.find_first_not_of("\r\n", at), text.size());
  };
  const auto corrupt = [](size_t at) {
    return "illegal base64 data at input byte " + std::to_string(at);
  };
  bytes.clear();
  uint32_t group = 0;
  size_t held = 0;  // characters of the group read so far
  size_t at = 0;
  for (at = skip_line_ends(at); at < text.size(); at = skip_line_ends(at + 1)) {
    const char c = text[at];
    if (const int value = kValues[static_cast<unsigned char>(c)]; value >= 0) {
      group = group << 6 | static_cast<uint32_t>(value);
      if (++held < 4) continue;
      for (const int shift : {16, 8, 0}) bytes += static_cast<char>(group >> shift);
      group = 0;
      held = 0;
      continue;
    }
    if (c != '=' || held < 2) return corrupt(at);
    size_t after = at + 1;
    if (held == 2) {
      after = skip_line_ends(after);
      if (after == text.size()) return corrupt(after);
      if (text[after] != '=') return corrupt(after - 1);
      ++after;
    }
    after = skip_line_ends(after);
    if (after != text.size()) return corrupt(after);
    group <<= 6 * (4 - held);
    bytes += static_cast<char>(group >> 16);
    if (held == 3) bytes += static_cast<char>(group >> 8);
    return "";
  }
  return held == 0 ? "" : corrupt(text.size() - held);
}

std::string encode_base64(std::string_view bytes) {
  std::string out;
  for (; !bytes.empty(); bytes.remove_prefix(std::min<size_t>(bytes.size(), 3))) {
    uint32_t group = 0;
    for (size_t i = 0; i < 3; ++i)
      group = group << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0);
    for (size_t i = 0; i < 4; ++i)
      out += i <= bytes.size() ? kBase64[group >> (18 - 6 * i) & 63] : '=';
  }
  return out;
}

uint32_t fnv1a(std::string_view text) noexcept {
  uint32_t hash = 2166136261u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

}  // namespace koord::wire
