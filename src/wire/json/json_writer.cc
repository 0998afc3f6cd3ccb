#include "wire/json/json_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace koord::wire {

JsonWriter &JsonWriter::key(std::string_view name) {
  before_value();
  quote(name);
  out_ += indent_ < 0 ? ":" : ": ";
  after_key_ = true;
  return *this;
}

JsonWriter &JsonWriter::value(std::string_view text) {
  before_value();
  quote(text);
  return *this;
}

JsonWriter &JsonWriter::raw(std::string_view text) {
  before_value();
  out_ += text;
  return *this;
}

JsonWriter &JsonWriter::open(char bracket) {
  before_value();
  out_ += bracket;
  ++depth_;
  is_first_ = true;
  return *this;
}

JsonWriter &JsonWriter::close(char bracket) {
  --depth_;
  if (!is_first_) new_line();
  out_ += bracket;
  is_first_ = false;
  return *this;
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (!is_first_) out_ += ',';
  is_first_ = false;
  if (depth_ > 0) new_line();
}

void JsonWriter::new_line() {
  if (indent_ < 0) return;
  out_ += '\n';
  out_.append(static_cast<size_t>(indent_) * static_cast<size_t>(depth_), ' ');
}

void JsonWriter::quote(std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
  });
  if (plain) {
    out_ += '"';
    out_ += text;
    out_ += '"';
  } else {
    using nlohmann::json;
    out_ += json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  }
}

}  // namespace koord::wire
