// Writes a JSON document sequentially. No tree is built, so it needs memory for the text only.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace koord::wire {

class JsonWriter {
 public:
  // `indent` is the number of blanks per level, or -1 for one line without any.
  explicit JsonWriter(int indent = -1) : indent_(indent) {}

  JsonWriter &begin_object() { return open('{'); }
  JsonWriter &end_object() { return close('}'); }
  JsonWriter &begin_array() { return open('['); }
  JsonWriter &end_array() { return close(']'); }
  // Writes the name of the next value in an object.
  JsonWriter &key(std::string_view name);

  // Bytes that are not UTF-8 (hardware strings) become U+FFFD.
  JsonWriter &value(std::string_view text);
  JsonWriter &value(const char *text) { return value(std::string_view(text)); }
  JsonWriter &value(bool flag) { return raw(flag ? "true" : "false"); }
  template <std::integral Int>
  JsonWriter &value(Int number) {
    return raw(std::to_string(number));
  }
  JsonWriter &null() { return raw("null"); }
  // Unknown ids and indices are -1 in the engine and null in JSON.
  template <std::integral Int>
  JsonWriter &value_or_null(Int number) {
    return number < 0 ? null() : value(number);
  }

  template <typename Value>
  JsonWriter &member(std::string_view name, const Value &content) {
    return key(name).value(content);
  }

  // Returns the document. Call it once, when everything is closed.
  std::string take() { return std::move(out_); }

 private:
  JsonWriter &open(char bracket);
  JsonWriter &close(char bracket);
  JsonWriter &raw(std::string_view text);
  void before_value();
  void new_line();
  void quote(std::string_view text);

  std::string out_;
  int indent_;
  int depth_ = 0;
  bool is_first_ = true;  // in the innermost open bracket
  bool after_key_ = false;
};

}  // namespace koord::wire
