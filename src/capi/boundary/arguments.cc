#include "capi/boundary/arguments.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/error.h"

namespace koord::capi {
namespace {

// Returns the length of the well-formed UTF-8 sequence at the
// start of `text` (Unicode, table 3-7), or 0 if there is none.
size_t utf8_sequence(std::string_view text) {
  const auto byte = [&](size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto between = [&](size_t i, unsigned low, unsigned high) {
    return byte(i) >= low && byte(i) <= high;
  };
  const auto follows = [&](size_t i) { return between(i, 0x80, 0xBF); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;
    return between(1, low, high) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
    return between(1, low, high) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

// Returns the length of the ASCII prefix, in steps of words. Most texts are ASCII to their end.
size_t ascii_length(std::string_view text) {
  size_t at = 0;
  for (uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & 0x8080808080808080U) != 0) break;
  }
  return at;
}

}  // namespace

std::string FieldName::text() const {
  std::string out = name_;
  if (row_ != kNoRow) out += '[' + std::to_string(row_) + ']';
  if (field_ != nullptr) out += std::string(".") + field_;
  return out;
}

void invalid(const FieldName &name, const std::string &what) {
  throw Error(Status::kInvalid, name.text() + ": " + what);
}

void invalid_null(const FieldName &name) { invalid(name, "is NULL"); }

void invalid_flags(uint32_t unknown, uint32_t known, const FieldName &name) {
  invalid(name, "unknown bits " + std::to_string(unknown) + ", this version knows " +
                    std::to_string(known));
}

void invalid_number(int32_t value, int32_t count, const FieldName &name) {
  invalid(name, std::to_string(value) + " is unknown, expected 0 to " + std::to_string(count - 1));
}

void invalid_index(int32_t index, int32_t count, const FieldName &name) {
  invalid(name,
          "found " + std::to_string(index) + ", " +
              (count == 0 ? "but none was added" : "expected 0 to " + std::to_string(count - 1)));
}

void invalid_amount(uint32_t value, const FieldName &name) {
  invalid(name, std::to_string(value) + " is above " + std::to_string(INT32_MAX));
}

void check_extent(size_t count, size_t size, const FieldName &name) {
  if (count > PTRDIFF_MAX / size)
    invalid(name, std::to_string(count) + " is larger than any array");
}

CpuSet read_words(const uint64_t *words, size_t count, const FieldName &name) {
  check_extent(count, sizeof *words, name);
  if (count != 0) require(words, name);
  return CpuSet::from_words({words, count});
}

std::string_view document(const char *text, size_t length, const FieldName &name) {
  if (length == 0) return {};
  require(text, name);
  if (length == KOORD_NUL) return text;
  check_extent(length, 1, name);
  const std::string_view view(text, length);
  if (const void *nul = std::memchr(text, 0, length); nul != nullptr)
    invalid(name, "byte " + std::to_string(static_cast<const char *>(nul) - text) + " is NUL");
  return view;
}

void check_named(const std::string &name, const char *kind) {
  if (name.empty()) throw Error(Status::kInvalid, std::string(kind) + ": metadata.name: is empty");
}

std::string_view label(const char *text, size_t length, const FieldName &name) {
  const std::string_view view = document(text, length, name);
  for (size_t at = ascii_length(view); at < view.size();) {
    const size_t step = utf8_sequence(view.substr(at));
    if (step == 0) invalid(name, "byte " + std::to_string(at) + " is not UTF-8");
    at += step;
  }
  return view;
}

std::string_view required_label(const char *text, size_t length, const FieldName &name) {
  const std::string_view view = label(text, length, name);
  if (view.empty()) invalid(name, "is empty");
  return view;
}

void check_text_space(const char *text, size_t capacity, const char *name) {
  check_extent(capacity, 1, "capacity");
  if (capacity != 0) require(text, name);
}

void write_text(std::string_view value, char *text, size_t capacity, size_t *needed,
                const char *name) {
  check_text_space(text, capacity, name);
  if (needed != nullptr) *needed = value.size();
  if (capacity <= value.size())
    throw Error(Status::kNoSpace, std::string(name) + ": needs " +
                                      std::to_string(value.size() + 1) + " bytes, capacity is " +
                                      std::to_string(capacity));
  std::copy(value.begin(), value.end(), text);
  text[value.size()] = '\0';
}

void write_set(const CpuSet &set, uint64_t *words, size_t word_count) {
  check_extent(word_count, sizeof *words, "words");
  if (word_count != 0) require(words, "words");
  size_t used = set.word_count();
  while (used > 0 && set.word(used - 1) == 0) --used;
  if (used > word_count)
    throw Error(Status::kNoSpace, "words: needs " + std::to_string(used) + ", word_count is " +
                                      std::to_string(word_count));
  set.to_words({words, word_count});
}

}  // namespace koord::capi
