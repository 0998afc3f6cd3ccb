// A strict reader for the small part of XML that topology exports use: elements, attributes, text,
// comments and the predefined entities. It refuses document types with internal declarations,
// other entities, CDATA and processing instructions, so that no document can expand or refer to
// anything outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace koord::probe {

class XmlScanner {
 public:
  enum class Event { kOpen, kClose, kEnd };
  static constexpr size_t kMaxDepth = 128;
  static constexpr size_t kMaxAttributes = 64;

  // `text` must outlive the scanner.
  explicit XmlScanner(std::string_view text) : text_(text) {}

  // Moves to the next tag. Every kOpen is followed by its own kClose, also for <tag/>. All
  // functions throw kInvalid with the line.
  Event next();
  // Skips the rest of the element that was just opened.
  void skip();

  std::string_view name() const { return name_; }  // of the tag just opened or closed
  size_t depth() const { return open_.size(); }
  // Text in front of the tag, as written.
  std::string_view content() const { return content_; }
  // Returns the value of an attribute of the tag just opened, as written; for numbers and sets.
  std::optional<std::string_view> attribute(std::string_view name) const;
  // Returns the value with entities replaced.
  std::optional<std::string> text_attribute(std::string_view name) const;

  [[noreturn]] void fail(const std::string &what) const;

 private:
  struct Attribute {
    std::string_view name;
    std::string_view value;
  };

  void skip_blanks();
  bool starts_with(std::string_view prefix) const;
  void skip_to(std::string_view mark, const char *what);
  void skip_prolog();
  void skip_document_type();
  std::string_view read_name();
  std::string_view read_value();
  void read_open_tag();
  void read_close_tag();

  std::string_view text_;
  size_t at_ = 0;
  std::string_view name_;
  std::string_view content_;
  std::vector<Attribute> attributes_;
  std::vector<std::string_view> open_;
  bool started_ = false;
  bool close_pending_ = false;  // the tag just opened was <tag/>
};

}  // namespace koord::probe
