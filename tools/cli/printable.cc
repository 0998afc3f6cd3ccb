#include "cli/printable.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "cli/program.h"

namespace koordctl {
namespace {

struct CodePoints {
  uint32_t first, last;
};
// Characters above ASCII that are not shown: C1 controls, soft hyphen, invisible characters,
// direction controls, line separators, unassigned code points, noncharacters, tags.
constexpr CodePoints kUnwanted[] = {
    {0x80, 0x9f},     {0xad, 0xad},       {0x61c, 0x61c},   {0x115f, 0x1160}, {0x17b4, 0x17b5},
    {0x180b, 0x180f}, {0x200b, 0x200f},   {0x2028, 0x202e}, {0x2060, 0x206f}, {0x3164, 0x3164},
    {0xd800, 0xf8ff}, {0xfe00, 0xfe0f},   {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfffb},
    {0xfffe, 0xffff}, {0xe0000, 0x10ffff}};

bool is_tail(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Returns the length in bytes of the first character of `text` if it can be shown, otherwise 0.
size_t shown_bytes(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return 0;
  if (!std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(bytes), is_tail))
    return 0;
  uint32_t character = lead & (0xffU >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i)
    character = character << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
  if (character < (bytes == 4 ? 0x10000U : bytes == 3 ? 0x800U : 0x80U)) return 0;
  const auto is_in = [&](const CodePoints &range) {
    return character >= range.first && character <= range.last;
  };
  return std::any_of(std::begin(kUnwanted), std::end(kUnwanted), is_in) ? 0 : bytes;
}

thread_local SilencedMessages *silenced_messages = nullptr;

}  // namespace

std::string printable(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    if (const size_t bytes = shown_bytes(text); bytes > 0) {
      out += text.substr(0, bytes);
      text.remove_prefix(bytes);
      continue;
    }
    // Escape the whole character, so that its continuation bytes are not escaped as invalid UTF-8.
    do {
      const auto byte = static_cast<unsigned char>(text[0]);
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
      text.remove_prefix(1);
    } while (!text.empty() && is_tail(text[0]));
  }
  return out;
}

std::string escape_xml(std::string_view text) {
  std::string out;
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
        out += static_cast<unsigned char>(c) < 0x20 && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

size_t printed_width(std::string_view printable) {
  return static_cast<size_t>(
      std::count_if(printable.begin(), printable.end(), [](char c) { return !is_tail(c); }));
}

void print_message(std::string_view text) {
  if (silenced_messages != nullptr) {
    std::vector<std::string> &texts = silenced_messages->texts_;
    if (texts.size() < SilencedMessages::kMost) texts.push_back(printable(text));
    return;
  }
  std::fprintf(stderr, "%s: %s\n", kProgram.name, printable(text).c_str());
}

WarningSeries::WarningSeries(std::string subject) : subject_(std::move(subject)) {}

void WarningSeries::add(const std::string &text) {
  if (count_++ < kMost) print_message("warning: " + subject_ + ": " + text);
}

void WarningSeries::end(const std::string &noun, bool incomplete) {
  if (count_ <= kMost) return;
  print_message("warning: " + subject_ + ": and " + (incomplete ? "at least " : "") +
                std::to_string(count_ - kMost) + " more " + noun);
}

SilencedMessages::SilencedMessages() : outer_(silenced_messages) { silenced_messages = this; }

SilencedMessages::~SilencedMessages() { silenced_messages = outer_; }

}  // namespace koordctl
