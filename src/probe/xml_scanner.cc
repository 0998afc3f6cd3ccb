#include "probe/xml_scanner.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "probe/characters.h"

namespace koord::probe {
namespace {

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':';
}

bool is_name_char(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

// Returns the byte of an entity, '?' for characters outside ASCII, or nullopt if it is unknown.
std::optional<char> entity(std::string_view name) {
  if (name == "lt") return '<';
  if (name == "gt") return '>';
  if (name == "amp") return '&';
  if (name == "quot") return '"';
  if (name == "apos") return '\'';
  if (name.size() < 2 || name[0] != '#') return std::nullopt;
  const bool hex = name[1] == 'x';
  name.remove_prefix(hex ? 2 : 1);
  uint32_t code = 0;
  const auto [end, status] =
      std::from_chars(name.data(), name.data() + name.size(), code, hex ? 16 : 10);
  if (status != std::errc() || end != name.data() + name.size()) return std::nullopt;
  if (code == 0 || code > 0x10ffff) return std::nullopt;
  return code < 0x80 ? static_cast<char>(code) : '?';
}

}  // namespace

void XmlScanner::fail(const std::string &what) const {
  const size_t upto = std::min(at_, text_.size());
  const auto lines = std::count(text_.begin(), text_.begin() + static_cast<ptrdiff_t>(upto), '\n');
  throw Error(Status::kInvalid, "hwloc XML: line " + std::to_string(lines + 1) + ": " + what);
}

bool XmlScanner::starts_with(std::string_view prefix) const {
  return text_.substr(at_, prefix.size()) == prefix;
}

void XmlScanner::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

void XmlScanner::skip_to(std::string_view mark, const char *what) {
  const size_t found = text_.find(mark, at_);
  if (found == std::string_view::npos) fail(std::string(what) + " does not end");
  at_ = found + mark.size();
}

void XmlScanner::skip_prolog() {
  if (starts_with("\xef\xbb\xbf")) at_ += 3;
  if (starts_with("<?xml")) skip_to("?>", "the XML declaration");
}

// Skips <!DOCTYPE topology SYSTEM "hwloc2.dtd">, which names a file that is never read.
void XmlScanner::skip_document_type() {
  const size_t end = text_.find('>', at_);
  if (end == std::string_view::npos) fail("the document type does not end");
  if (text_.substr(at_, end - at_).find('[') != std::string_view::npos)
    fail("a document type with internal declarations is not accepted");
  at_ = end + 1;
}

XmlScanner::Event XmlScanner::next() {
  if (!started_) {
    started_ = true;
    skip_prolog();
  }
  attributes_.clear();
  if (close_pending_) {
    close_pending_ = false;
    content_ = {};
    name_ = open_.back();
    open_.pop_back();
    return Event::kClose;
  }
  for (;;) {
    const size_t from = at_;
    at_ = std::min(text_.find('<', at_), text_.size());
    content_ = text_.substr(from, at_ - from);
    if (open_.empty() && !std::all_of(content_.begin(), content_.end(), is_blank))
      fail("text outside of the document element: " + in_quotes(content_, 20));
    if (at_ == text_.size()) {
      if (!open_.empty()) fail("the document ends inside of <" + std::string(open_.back()) + ">");
      return Event::kEnd;
    }
    if (starts_with("<!--")) {
      at_ += 4;
      skip_to("-->", "a comment");
    } else if (starts_with("<!DOCTYPE") && open_.empty()) {
      skip_document_type();
    } else if (starts_with("</")) {
      read_close_tag();
      return Event::kClose;
    } else {
      read_open_tag();
      return Event::kOpen;
    }
  }
}

void XmlScanner::skip() {
  const size_t outside = open_.size() - 1;
  while (open_.size() > outside) next();
}

std::string_view XmlScanner::read_name() {
  const size_t from = at_;
  if (at_ < text_.size() && is_name_start(text_[at_]))
    while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
  if (at_ == from) fail("expected a name, found " + in_quotes(text_.substr(at_, 8)));
  return text_.substr(from, at_ - from);
}

std::string_view XmlScanner::read_value() {
  if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\''))
    fail("an attribute value is not quoted");
  const char quote = text_[at_++];
  const size_t end = text_.find(quote, at_);
  if (end == std::string_view::npos) fail("an attribute value does not end");
  const std::string_view value = text_.substr(at_, end - at_);
  for (const char c : value)
    if (c == '<' || (static_cast<unsigned char>(c) < 0x20 && !is_blank(c)))
      fail("an attribute value holds " + in_quotes({&c, 1}));
  at_ = end + 1;
  return value;
}

void XmlScanner::read_open_tag() {
  ++at_;
  name_ = read_name();
  if (open_.size() == kMaxDepth)
    fail("elements are nested deeper than " + std::to_string(kMaxDepth));
  for (;;) {
    const size_t before = at_;
    skip_blanks();
    if (starts_with(">") || starts_with("/>")) break;
    if (at_ == before) fail("expected a blank or '>' in <" + std::string(name_) + ">");
    const std::string_view name = read_name();
    skip_blanks();
    if (!starts_with("=")) fail("attribute " + std::string(name) + " has no value");
    ++at_;
    skip_blanks();
    const std::string_view value = read_value();
    if (attribute(name)) fail("attribute " + std::string(name) + " is given twice");
    if (attributes_.size() == kMaxAttributes)
      fail("<" + std::string(name_) + "> has more than " + std::to_string(kMaxAttributes) +
           " attributes");
    attributes_.push_back({name, value});
  }
  close_pending_ = text_[at_] == '/';
  at_ += close_pending_ ? 2 : 1;
  open_.push_back(name_);
}

void XmlScanner::read_close_tag() {
  at_ += 2;
  name_ = read_name();
  skip_blanks();
  if (!starts_with(">")) fail("</" + std::string(name_) + " is not closed");
  if (open_.empty()) fail("</" + std::string(name_) + "> has no start tag");
  if (open_.back() != name_)
    fail("found </" + std::string(name_) + ">, expected </" + std::string(open_.back()) + ">");
  ++at_;
  open_.pop_back();
}

std::optional<std::string_view> XmlScanner::attribute(std::string_view name) const {
  for (const Attribute &candidate : attributes_)
    if (candidate.name == name) return candidate.value;
  return std::nullopt;
}

std::optional<std::string> XmlScanner::text_attribute(std::string_view name) const {
  const auto raw = attribute(name);
  if (!raw) return std::nullopt;
  std::string out;
  for (size_t i = 0; i < raw->size(); ++i) {
    if ((*raw)[i] != '&') {
      out += (*raw)[i];
      continue;
    }
    const size_t end = raw->find(';', i);
    const auto byte =
        end == std::string_view::npos ? std::nullopt : entity(raw->substr(i + 1, end - i - 1));
    if (!byte)
      fail("attribute " + std::string(name) + ": unknown entity " + in_quotes(raw->substr(i, 12)));
    out += *byte;
    i = end;
  }
  return out;
}

}  // namespace koord::probe
