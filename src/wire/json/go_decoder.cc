#include "wire/json/go_decoder.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "wire/json/go_json_syntax.h"
#include "wire/json/go_text.h"

namespace koord::wire {
namespace {

// Folds letter case as Go does to match field names: two letters beyond ASCII fold into it.
std::string folded(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Rune rune = first_rune(text);
    if (rune.code == 0x17f)
      out += 's';  // long s
    else if (rune.code == 0x212a)
      out += 'k';  // Kelvin sign
    else if (rune.code >= 'A' && rune.code <= 'Z')
      out += static_cast<char>(rune.code - 'A' + 'a');
    else
      out += text.substr(0, rune.size);
    text.remove_prefix(rune.size);
  }
  return out;
}

// Prefers an exact match to one in another letter case.
const GoDecoder::Field *find_field(std::span<const GoDecoder::Field> fields, std::string_view key) {
  for (const GoDecoder::Field &field : fields)
    if (field.name == key) return &field;
  const std::string any_case = folded(key);
  for (const GoDecoder::Field &field : fields)
    if (folded(field.name) == any_case) return &field;
  return nullptr;
}

// Returns the value of the four hexadecimal digits of an escape, whose syntax has been checked.
uint32_t hex4(std::string_view text) {
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + 4, value, 16);
  return value;
}

bool is_surrogate(uint32_t code) { return code >= 0xd800 && code < 0xe000; }

// Appends the code point of the \u escape whose digits
// start `rest`. Returns the number of bytes taken.
size_t append_hex_escape(std::string &out, std::string_view rest) {
  const uint32_t high = hex4(rest);
  if (!is_surrogate(high)) {
    append_rune(out, high);
    return 4;
  }
  if (high < 0xdc00 && rest.size() >= 10 && rest[4] == '\\' && rest[5] == 'u') {
    const uint32_t low = hex4(rest.substr(6));
    if (low >= 0xdc00 && low < 0xe000) {
      append_rune(out, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
      return 10;
    }
  }
  append_rune(out, 0xfffd);  // an unpaired surrogate; the following text is separate
  return 4;
}

// Returns the text of a JSON string, given the part between its quotes.
std::string unescaped(std::string_view inside) {
  std::string out;
  while (!inside.empty()) {
    if (inside[0] != '\\') {
      const Rune rune = first_rune(inside);
      append_rune(out, rune.code);
      inside.remove_prefix(rune.size);
      continue;
    }
    const char kind = inside[1];
    inside.remove_prefix(2);
    if (kind == 'u') {
      inside.remove_prefix(append_hex_escape(out, inside));
    } else {
      constexpr std::string_view kFrom = "bfnrt";
      const size_t at = kFrom.find(kind);
      out += at == kFrom.npos ? kind : "\b\f\n\r\t"[at];
    }
  }
  return out;
}

}  // namespace

void GoDecoder::check_size(std::string_view json, std::string_view what) {
  if (json.size() > kMaxBytes)
    throw Error(Status::kLimit, std::string(what) + ": " + std::to_string(json.size()) +
                                    " bytes, expected at most " + std::to_string(kMaxBytes));
}

GoDecoder::GoDecoder(std::string_view json, std::string_view what) : json_(json), what_(what) {
  check_size(json, what);
  if (std::string syntax = go_json_syntax_error(json); !syntax.empty()) {
    fail(std::move(syntax));
    stop();
  }
}

// The functions below rely on the syntax, which the constructor has checked.

void GoDecoder::skip_spaces() {
  at_ = std::min(json_.find_first_not_of(" \t\r\n", at_), json_.size());
}

std::string_view GoDecoder::raw_value() {
  skip_spaces();
  const size_t from = at_;
  size_t depth = 0;
  do {
    const char c = peek();
    if (c == '"') {
      for (++at_; peek() != '"'; ++at_)
        if (peek() == '\\') ++at_;
      ++at_;
    } else if (c == '{' || c == '[') {
      ++depth;
      ++at_;
    } else if (c == '}' || c == ']') {
      --depth;
      ++at_;
    } else {
      // A number or a word or, inside a container, the text between values.
      at_ = std::min(json_.find_first_of(depth == 0 ? ",]} \t\r\n" : "\"{}[]", at_), json_.size());
    }
  } while (depth > 0 && !stopped());
  return json_.substr(from, at_ - from);
}

std::string GoDecoder::string_token() {
  const std::string_view token = raw_value();
  return unescaped(token.substr(1, token.size() - 2));
}

bool GoDecoder::enter(char open, std::string_view type, bool &nil) {
  skip_spaces();
  if (stopped()) return false;
  if (peek() == open) {
    ++at_;
    return true;
  }
  nil = peek() == 'n';
  if (nil)
    raw_value();
  else
    refuse(type);
  return false;
}

bool GoDecoder::next_member(std::string &key) {
  skip_spaces();
  if (peek() == ',') {
    ++at_;
    skip_spaces();
  }
  if (stopped()) return false;
  if (peek() == '}') {
    ++at_;
    return false;
  }
  key = string_token();
  skip_spaces();
  ++at_;  // ':'
  return true;
}

bool GoDecoder::next_element() {
  skip_spaces();
  if (peek() == ',') ++at_;
  if (stopped()) return false;
  if (peek() == ']') {
    ++at_;
    return false;
  }
  return true;
}

void GoDecoder::count_value() {
  if (++values_ > kMaxValues)
    throw Error(Status::kLimit,
                std::string(what_) + ": more than " + std::to_string(kMaxValues) + " entries");
}

std::string GoDecoder::Failure::text() const {
  if (!plain.empty()) return plain;
  const std::string head = "json: cannot unmarshal " + found + " into Go ";
  if (structure.empty() && field.empty()) return head + "value of type " + type;
  return head + "struct field " + structure + "." + field + " of type " + type;
}

void GoDecoder::fail(std::string text) {
  if (!error_) error_.emplace().plain = std::move(text);
}

void GoDecoder::fail_type(std::string found, std::string_view type) {
  if (error_) return;
  std::string field;
  for (const std::string_view part : fields_) field.append(field.empty() ? "" : ".").append(part);
  error_ = Failure{"", std::move(found), std::string(structure_), field, std::string(type)};
}

void GoDecoder::refuse(std::string_view type) {
  const char c = raw_value().front();
  fail_type(c == '{'               ? "object"
            : c == '['             ? "array"
            : c == '"'             ? "string"
            : c == 't' || c == 'f' ? "bool"
                                   : "number",
            type);
}

void GoDecoder::text(std::string &out, std::string_view type) {
  skip_spaces();
  if (stopped()) return;
  if (peek() == '"')
    out = string_token();
  else if (peek() == 'n')
    raw_value();  // null leaves text and numbers unchanged
  else
    refuse(type);
}

void GoDecoder::number(int64_t &out, std::string_view type) {
  skip_spaces();
  if (stopped()) return;
  if (peek() == 'n') {
    raw_value();
  } else if (peek() == '-' || (peek() >= '0' && peek() <= '9')) {
    const std::string_view token = raw_value();
    if (go_parse_int(token, out) != std::errc()) fail_type("number " + std::string(token), type);
  } else {
    refuse(type);
  }
}

void GoDecoder::number(uint64_t &out, std::string_view type) {
  unsigned_number(out, UINT64_MAX, type);
}

void GoDecoder::unsigned_number(uint64_t &out, uint64_t largest, std::string_view type) {
  skip_spaces();
  if (stopped()) return;
  if (peek() == 'n') {
    raw_value();
  } else if (peek() == '-' || (peek() >= '0' && peek() <= '9')) {
    const std::string_view token = raw_value();
    uint64_t value = 0;
    const char *end = token.data() + token.size();
    const auto [parsed, status] = std::from_chars(token.data(), end, value);
    if (status == std::errc() && parsed == end && value <= largest)
      out = value;
    else
      fail_type("number " + std::string(token), type);
  } else {
    refuse(type);
  }
}

void GoDecoder::bytes(std::optional<std::string> &out) {
  skip_spaces();
  if (peek() == '"') {
    std::string decoded;
    std::string problem = decode_base64(string_token(), decoded);
    if (problem.empty())
      out = std::move(decoded);
    else
      fail(std::move(problem));
    return;
  }
  GoList<char> list;  // a list of numbers is accepted, too
  if (out) list.emplace(out->begin(), out->end());
  this->list(list, "[]uint8", [&](char &byte) {
    uint64_t value = static_cast<unsigned char>(byte);
    unsigned_number(value, UINT8_MAX, "uint8");
    byte = static_cast<char>(value);
  });
  out.reset();
  if (list) out.emplace(list->begin(), list->end());
}

void GoDecoder::structure(std::string_view type, std::span<const Field> fields) {
  bool nil = false;
  if (!enter('{', type, nil)) return;
  const std::string_view outer = structure_;
  const size_t depth = fields_.size();
  for (std::string key; next_member(key);) {
    const auto field = find_field(fields, key);
    if (field == nullptr) {
      raw_value();
      continue;
    }
    structure_ = type.substr(type.find('.') + 1);
    if (!field->embedded.empty()) fields_.push_back(field->embedded);
    fields_.push_back(field->name);
    field->decode();
    fields_.resize(depth);
    structure_ = outer;
  }
}

void GoDecoder::custom(const std::function<std::string(GoDecoder &)> &decode) {
  skip_spaces();
  if (stopped()) return;
  GoDecoder inner(raw_value(), what_);
  std::string problem = decode(inner);
  if (!problem.empty()) {
    error_.emplace().plain = std::move(problem);
  } else if (inner.error_) {
    error_.reset();  // this error ends the decoding, so it replaces an earlier one
    const Failure &failure = *inner.error_;
    if (failure.field.empty()) {
      fail_type(failure.found, failure.type);
    } else {
      fields_.push_back(failure.field);
      fail_type(failure.found, failure.type);
      fields_.pop_back();
    }
  } else {
    return;
  }
  stop();
}

bool GoDecoder::parse_key(const std::string &name, int64_t &key) {
  return go_parse_int(name, key) == std::errc();
}

}  // namespace koord::wire
