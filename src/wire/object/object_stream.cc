#include "wire/object/object_stream.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "wire/json/json.h"

namespace koord::wire {
namespace {

constexpr std::string_view kText = "json";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Reads the outline of a text: brackets, strings, and the separators between values.
class Outline {
 public:
  Outline(std::string_view text, size_t at, size_t end) : text_(text), at_(at), end_(end) {}

  size_t at() const { return at_; }
  void skip_spaces() {
    while (at_ < end_ && is_space(text_[at_])) ++at_;
  }
  bool is_at_end() const { return at_ == end_; }
  char peek() const { return at_ < end_ ? text_[at_] : '\0'; }
  bool take(char expected) {
    skip_spaces();
    if (peek() != expected) return false;
    ++at_;
    return true;
  }
  // Takes a string with its quotes.
  std::string_view string() {
    const size_t start = at_++;
    while (at_ < end_ && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= end_) fail(start, "the string does not end");
    return text_.substr(start, ++at_ - start);
  }
  void skip_byte_order_mark() {
    if (text_.substr(at_, end_ - at_).starts_with(kByteOrderMark)) at_ += kByteOrderMark.size();
  }
  // Takes a value: an object, an array, a string, or anything up to the next separator. Returns ""
  // if there is none.
  std::string_view value() {
    skip_spaces();
    const size_t start = at_;
    if (peek() == '"') return string();
    if (peek() == '{' || peek() == '[') {
      bracketed();
    } else {
      while (at_ < end_ && !is_space(text_[at_]) && !is_separator(text_[at_])) ++at_;
    }
    return text_.substr(start, at_ - start);
  }
  // Throws kInvalid with the line, from 1, and the byte, from 0.
  [[noreturn]] void fail(size_t at, const std::string &what) const {
    const auto line = 1 + std::ranges::count(text_.substr(0, at), '\n');
    throw Error(Status::kInvalid, std::string(kText) + ": line " + std::to_string(line) +
                                      ", byte " + std::to_string(at) + ": " + what);
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  static bool is_separator(char c) {
    return c == ',' || c == ':' || c == ']' || c == '}' || c == '[' || c == '{' || c == '"';
  }
  void bracketed() {
    const size_t start = at_;
    // A bit for each open bracket, true for {: any depth must be followed to the object's end.
    std::vector<bool> open;
    do {
      const char c = peek();
      if (c == '"') {
        (void)string();
        continue;
      }
      if (c == '{' || c == '[') {
        open.push_back(c == '{');
      } else if (c == '}' || c == ']') {
        if (open.back() != (c == '}'))
          fail(at_, std::string("found ") + c + ", expected " + (open.back() ? '}' : ']') +
                        " in the value that begins at byte " + std::to_string(start));
        open.pop_back();
      }
      ++at_;
    } while (!open.empty() && at_ < end_);
    if (!open.empty()) fail(start, "the bracket does not close");
  }

  std::string_view text_;
  size_t at_;
  size_t end_;
};

class Splitter {
 public:
  Splitter(std::string_view text, const StreamLimits &limits) : text_(text), limits_(limits) {}

  std::vector<ObjectSlice> take() {
    Outline outline(text_, 0, text_.size());
    for (;;) {
      outline.skip_spaces();
      outline.skip_byte_order_mark();  // that of a file, perhaps after another file
      outline.skip_spaces();
      if (outline.is_at_end()) break;
      const size_t start = outline.at();
      if (outline.peek() != '{' && outline.peek() != '[')
        outline.fail(start, "found " + in_quotes(text_.substr(start, 1)) +
                                ", expected { or [; YAML must be converted to JSON");
      add_document(start, outline.value().size());
    }
    return std::move(slices_);
  }

 private:
  void add_document(size_t start, size_t length) {
    if (text_[start] == '[') return add_items(start, length, "");
    std::string_view kind;
    std::string_view items;
    if (!find_list(start, length, kind, items)) return add(text_.substr(start, length), "");
    // "PodList" has Pods; a "List" has objects that state their kinds.
    kind = kind.substr(1, kind.size() - 2 - std::string_view("List").size());
    add_items(static_cast<size_t>(items.data() - text_.data()), items.size(), kind);
  }

  // Returns true for an object of a kind that ends with "List" and has an array of items, or null.
  // An object with other syntax than expected is none.
  bool find_list(size_t start, size_t length, std::string_view &kind, std::string_view &items) {
    Outline outline(text_, start + 1, start + length - 1);
    do {
      outline.skip_spaces();
      if (outline.peek() != '"') return false;
      const std::string_view key = outline.string();
      if (!outline.take(':')) return false;
      const std::string_view value = outline.value();
      if (value.empty()) return false;
      if (key == "\"kind\"") kind = value;
      if (key == "\"items\"") items = value;
    } while (outline.take(','));
    outline.skip_spaces();
    if (!outline.is_at_end()) return false;
    return kind.size() >= 6 && kind.ends_with("List\"") &&
           (items.starts_with('[') || items == "null");
  }

  void add_items(size_t start, size_t length, std::string_view kind) {
    if (text_[start] != '[') return;  // null
    Outline outline(text_, start + 1, start + length - 1);
    outline.skip_spaces();
    if (outline.is_at_end()) return;
    do {
      const std::string_view value = outline.value();
      if (value.empty()) outline.fail(outline.at(), "expected a value");
      add(value, kind);
    } while (outline.take(','));
    outline.skip_spaces();
    if (!outline.is_at_end()) outline.fail(outline.at(), "expected , or ] after an object");
  }

  void add(std::string_view json, std::string_view kind) {
    if (slices_.size() == limits_.objects)
      throw Error(Status::kLimit, std::string(kText) + ": more than " +
                                      std::to_string(limits_.objects) + " objects");
    slices_.push_back({json, kind});
  }

  std::string_view text_;
  const StreamLimits &limits_;
  std::vector<ObjectSlice> slices_;
};

}  // namespace

std::vector<ObjectSlice> split_objects(std::string_view text, StreamLimits limits) {
  check_json_text(text, kText, limits.bytes);
  return Splitter(text, limits).take();
}

}  // namespace koord::wire
