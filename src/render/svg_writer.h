// Writes SVG elements. Texts and attribute values are escaped;
// names of elements and attributes are constants of this module.
#pragma once

#include <string>
#include <string_view>

namespace koord::render {

struct Attribute {
  std::string_view name;
  std::string value;

  Attribute(std::string_view n, std::string_view text) : name(n), value(text) {}
  Attribute(std::string_view n, const char *text) : name(n), value(text) {}
  Attribute(std::string_view n, int number) : name(n), value(std::to_string(number)) {}
};

class SvgWriter {
 public:
  using Attributes = std::initializer_list<Attribute>;

  void open(std::string_view element, Attributes attributes = {});
  void close(std::string_view element);
  void empty(std::string_view element, Attributes attributes);
  // Write an element that contains a text or a <title>.
  void text(std::string_view element, Attributes attributes, std::string_view text);
  void titled(std::string_view element, Attributes attributes, std::string_view title);

  std::string take() { return std::move(out_); }

 private:
  void start(std::string_view element, Attributes attributes);
  std::string out_;
};

}  // namespace koord::render
