// Decodes JSON as Go's encoding/json fills structs: keys match in any letter case, unknown keys are
// ignored, existing maps and lists are added to rather than replaced, null means nil, and a value
// of the wrong type is reported and skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace koord::wire {

// Go's maps and slices, which can also be nil.
template <typename Key, typename Value>
using GoMap = std::optional<std::map<Key, Value>>;
template <typename Value>
using GoList = std::optional<std::vector<Value>>;

class GoDecoder {
 public:
  static constexpr size_t kMaxBytes = size_t{16} << 20;
  static constexpr size_t kMaxValues = size_t{1} << 20;  // in maps and lists, all together

  // Throws kLimit, naming `what`, if it is longer than kMaxBytes.
  static void check_size(std::string_view json, std::string_view what);
  // Checks the size and the syntax of all of `json`, which must outlive the decoder. The calls
  // below throw kLimit beyond kMaxValues.
  GoDecoder(std::string_view json, std::string_view what);

  // Each decodes the next value. `type` is the Go type that error texts name. After a syntax error
  // or a failed `custom` value they do nothing.
  void text(std::string &out, std::string_view type = "string");
  void number(int64_t &out, std::string_view type = "int");
  void number(uint64_t &out, std::string_view type = "uint64");
  void bytes(std::optional<std::string> &out);  // []byte
  template <typename Key, typename Value, typename Decode>
  void map(GoMap<Key, Value> &out, std::string_view type, Decode &&decode,  // decode(Value &)
           std::string_view key_type = "int");
  template <typename Value, typename Decode>
  void list(GoList<Value> &out, std::string_view type, Decode &&decode);  // decode(Value &)
  template <typename Value, typename Decode>
  void pointer(std::optional<Value> &out, Decode &&decode);  // decode(Value &)

  struct Field {
    std::string_view name;
    std::function<void()> decode;
    std::string_view embedded = {};  // the embedded struct that has the field
  };
  void structure(std::string_view type, std::span<const Field> fields);
  void structure(std::string_view type, std::initializer_list<Field> fields) {
    structure(type, std::span<const Field>(fields.begin(), fields.size()));
  }

  // Decodes a value with a decoder of its own, which gets it as a document. Any error of that
  // decoder, or the error text that it returns, ends the decoding.
  void custom(const std::function<std::string(GoDecoder &)> &decode);

  // Returns the error of Go's Unmarshal, or an empty string.
  std::string error() const { return error_ ? error_->text() : ""; }

 private:
  struct Failure {
    std::string plain;  // the whole text; empty for a type error with these parts:
    std::string found;
    std::string structure;
    std::string field;
    std::string type;

    std::string text() const;
  };

  char peek() const { return at_ < json_.size() ? json_[at_] : '\0'; }
  void skip_spaces();
  std::string_view raw_value();  // takes the next value of any type
  std::string string_token();    // takes the string or key that starts here
  void unsigned_number(uint64_t &out, uint64_t largest, std::string_view type);
  bool enter(char open, std::string_view type, bool &nil);
  bool next_member(std::string &key);
  bool next_element();
  void refuse(std::string_view type);  // skips the next value, which is not of this type
  void fail_type(std::string found, std::string_view type);
  void fail(std::string text);
  void stop() { at_ = json_.size(); }
  bool stopped() const { return at_ == json_.size(); }
  void count_value();
  static bool parse_key(const std::string &name, std::string &key) {
    key = name;
    return true;
  }
  static bool parse_key(const std::string &name, int64_t &key);

  std::string_view json_;
  std::string_view what_;
  size_t at_ = 0;
  size_t values_ = 0;
  std::optional<Failure> error_;  // the first error
  std::string_view structure_;    // current position: innermost struct, and fields from the root
  std::vector<std::string_view> fields_;
};

template <typename Key, typename Value, typename Decode>
void GoDecoder::map(GoMap<Key, Value> &out, std::string_view type, Decode &&decode,
                    std::string_view key_type) {
  bool nil = false;
  if (!enter('{', type, nil)) {
    if (nil) out.reset();
    return;
  }
  if (!out) out.emplace();
  for (std::string name; next_member(name);) {
    count_value();
    Value value{};
    decode(value);
    if (stopped()) return;  // Go stores nothing then
    Key key{};
    if (parse_key(name, key))
      out->insert_or_assign(std::move(key), std::move(value));
    else
      fail_type("number " + name, key_type);
  }
}

template <typename Value, typename Decode>
void GoDecoder::list(GoList<Value> &out, std::string_view type, Decode &&decode) {
  bool nil = false;
  if (!enter('[', type, nil)) {
    if (nil) out.reset();
    return;
  }
  if (!out) out.emplace();
  size_t count = 0;
  for (; next_element(); ++count) {
    count_value();
    if (count == out->size()) out->emplace_back();
    decode((*out)[count]);  // an existing element is added to
  }
  out->resize(count);
}

template <typename Value, typename Decode>
void GoDecoder::pointer(std::optional<Value> &out, Decode &&decode) {
  skip_spaces();
  if (peek() == 'n') {
    raw_value();
    out.reset();
    return;
  }
  if (!out) out.emplace();
  decode(*out);
}

}  // namespace koord::wire
