// A parser library cannot replace this: Go accepts texts that others refuse (bytes that are not
// UTF-8, unpaired surrogates) and refuses texts that others accept (a byte order mark), and its
// errors name the byte and the context.
#include "wire/json/go_json_syntax.h"

#include <vector>

#include "wire/json/go_text.h"

namespace koord::wire {
namespace {

constexpr size_t kMaxDepth = 10'000;

// Quotes a byte as Go does: as the code point of that number.
std::string quoted_byte(unsigned char byte) {
  if (byte == '\'') return "'\\''";
  if (byte == '"') return "'\"'";
  std::string text;
  append_rune(text, byte);
  text = go_quote(text);
  text.front() = text.back() = '\'';
  return text;
}

bool is_space(unsigned char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
bool is_hex(unsigned char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

class Scanner {
 public:
  // Takes one byte. Returns false if the byte is not valid here; error() then has the reason.
  bool step(unsigned char c);
  bool at_top() const { return state_ == State::kAfterTop; }
  const std::string &error() const { return error_; }

 private:
  enum class State {
    kValue,         // before a value
    kFirstElement,  // after '[': a value or ']'
    kFirstKey,      // after '{': a key or '}'
    kKey,           // before a key
    kAfterValue,
    kAfterTop,  // the value is complete
    kString,
    kEscape,
    kHexEscape,
    kLiteral,  // true, false, null
    kMinus,
    kZero,    // after a leading 0
    kDigits,  // the whole part
    kPoint,
    kFraction,
    kExponent,
    kExponentSign,
    kExponentDigits,
  };
  enum class Nest : uint8_t { kKey, kMember, kElement };

  bool fail(unsigned char c, const std::string &context) {
    error_ = "invalid character " + quoted_byte(c) + " " + context;
    return false;
  }
  bool go(State state) {
    state_ = state;
    return true;
  }
  bool open(unsigned char c, Nest nest, State state) {
    nests_.push_back(nest);
    return nests_.size() <= kMaxDepth ? go(state) : fail(c, "exceeded max depth");
  }
  bool close() {
    nests_.pop_back();
    return go(nests_.empty() ? State::kAfterTop : State::kAfterValue);
  }
  bool literal(std::string_view word) {
    word_ = word;
    seen_ = 1;
    return go(State::kLiteral);
  }
  bool value(unsigned char c);
  bool after_value(unsigned char c);
  bool in_literal(unsigned char c);

  State state_ = State::kValue;
  std::vector<Nest> nests_;
  std::string_view word_;  // the literal being read
  size_t seen_ = 0;        // bytes of the literal, or digits of the escape, seen
  std::string error_;
};

bool Scanner::value(unsigned char c) {
  if (is_space(c)) return true;
  switch (c) {
    case '{':
      return open(c, Nest::kKey, State::kFirstKey);
    case '[':
      return open(c, Nest::kElement, State::kFirstElement);
    case '"':
      return go(State::kString);
    case '-':
      return go(State::kMinus);
    case '0':
      return go(State::kZero);
    case 't':
      return literal("true");
    case 'f':
      return literal("false");
    case 'n':
      return literal("null");
    default:
      return is_digit(c) ? go(State::kDigits) : fail(c, "looking for beginning of value");
  }
}

bool Scanner::after_value(unsigned char c) {
  if (nests_.empty()) {
    state_ = State::kAfterTop;
    return is_space(c) || fail(c, "after top-level value");
  }
  state_ = State::kAfterValue;
  if (is_space(c)) return true;
  switch (nests_.back()) {
    case Nest::kKey:
      if (c != ':') return fail(c, "after object key");
      nests_.back() = Nest::kMember;
      return go(State::kValue);
    case Nest::kMember:
      if (c == '}') return close();
      if (c != ',') return fail(c, "after object key:value pair");
      nests_.back() = Nest::kKey;
      return go(State::kKey);
    case Nest::kElement:
      if (c == ']') return close();
      return c == ',' ? go(State::kValue) : fail(c, "after array element");
  }
  return false;
}

bool Scanner::in_literal(unsigned char c) {
  if (c != static_cast<unsigned char>(word_[seen_]))
    return fail(c, "in literal " + std::string(word_) + " (expecting '" + word_[seen_] + "')");
  if (++seen_ == word_.size()) state_ = State::kAfterValue;
  return true;
}

bool Scanner::step(unsigned char c) {
  switch (state_) {
    case State::kValue:
      return value(c);
    case State::kFirstElement:
      return c == ']' ? close() : value(c);
    case State::kFirstKey:
      if (c == '}') return close();
      [[fallthrough]];
    case State::kKey:
      if (is_space(c)) return true;
      return c == '"' ? go(State::kString) : fail(c, "looking for beginning of object key string");
    case State::kAfterValue:
    case State::kAfterTop:
      return after_value(c);
    case State::kString:
      if (c == '"') return go(State::kAfterValue);
      if (c == '\\') return go(State::kEscape);
      return c >= 0x20 || fail(c, "in string literal");
    case State::kEscape:
      seen_ = 0;
      if (c == 'u') return go(State::kHexEscape);
      return std::string_view("bfnrt\\/\"").find(static_cast<char>(c)) != std::string_view::npos
                 ? go(State::kString)
                 : fail(c, "in string escape code");
    case State::kHexEscape:
      if (!is_hex(c)) return fail(c, "in \\u hexadecimal character escape");
      return ++seen_ < 4 || go(State::kString);
    case State::kLiteral:
      return in_literal(c);
    case State::kMinus:
      if (!is_digit(c)) return fail(c, "in numeric literal");
      return go(c == '0' ? State::kZero : State::kDigits);
    case State::kDigits:
      if (is_digit(c)) return true;
      [[fallthrough]];
    case State::kZero:
      if (c == '.') return go(State::kPoint);
      return c == 'e' || c == 'E' ? go(State::kExponent) : after_value(c);
    case State::kPoint:
      return is_digit(c) ? go(State::kFraction) : fail(c, "after decimal point in numeric literal");
    case State::kFraction:
      if (is_digit(c)) return true;
      return c == 'e' || c == 'E' ? go(State::kExponent) : after_value(c);
    case State::kExponent:
      if (c == '+' || c == '-') return go(State::kExponentSign);
      [[fallthrough]];
    case State::kExponentSign:
      return is_digit(c) ? go(State::kExponentDigits) : fail(c, "in exponent of numeric literal");
    case State::kExponentDigits:
      return is_digit(c) || after_value(c);
  }
  return false;
}

}  // namespace

std::string go_json_syntax_error(std::string_view json) {
  Scanner scanner;
  for (const char c : json)
    if (!scanner.step(static_cast<unsigned char>(c))) return scanner.error();
  // Go appends a blank to the text. It completes a number and makes an incomplete word an error.
  if (scanner.at_top() || (scanner.step(' ') && scanner.at_top())) return "";
  return scanner.error().empty() ? "unexpected end of JSON input" : scanner.error();
}

}  // namespace koord::wire
