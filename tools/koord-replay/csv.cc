#include "csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/failure.h"
#include "cli/options.h"

namespace koordctl {
namespace {

[[noreturn]] void fail_at(const std::string &name, size_t line, const std::string &what) {
  throw Failure(kEnvironment, name + ":" + std::to_string(line) + ": " + what);
}

// Reads records from a text one by one.
class Reader {
 public:
  // Fields are parts of `text`, or of `unquoted` if they are quoted.
  Reader(const std::string &name, std::string_view text, std::deque<std::string> &unquoted)
      : name_(name), text_(text), unquoted_(unquoted) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  }

  // Appends the fields of a record. Returns false at the end. `line` receives the record's first
  // line.
  bool next(std::vector<std::string_view> &fields, size_t &line) {
    skip_empty_lines();
    if (text_.empty()) return false;
    line = line_;
    const size_t most = fields.size() + Csv::kMaxColumns;
    do {
      if (fields.size() == most)
        fail_at(name_, line_, "more than " + std::to_string(Csv::kMaxColumns) + " fields");
      fields.push_back(text_.starts_with('"') ? quoted_field() : plain_field());
    } while (take(','));
    take('\r');
    if (!text_.empty() && !take('\n')) fail_at(name_, line_, "text after a quoted field");
    ++line_;
    return true;
  }

 private:
  bool take(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }

  void skip_empty_lines() {
    while (text_.starts_with('\n') || text_.starts_with("\r\n")) {
      text_.remove_prefix(text_.find('\n') + 1);
      ++line_;
    }
  }

  std::string_view plain_field() {
    size_t end = 0;
    while (end < text_.size() && text_[end] != ',' && text_[end] != '\n') ++end;
    std::string_view field = text_.substr(0, end);
    const bool ends_line = end == text_.size() || text_[end] == '\n';
    if (ends_line && field.ends_with('\r')) field.remove_suffix(1);
    text_.remove_prefix(end);
    return field;
  }

  std::string_view quoted_field() {
    const size_t began = line_;
    std::string &field = unquoted_.emplace_back();
    text_.remove_prefix(1);
    while (true) {
      const size_t end = text_.find('"');
      if (end == std::string_view::npos) fail_at(name_, began, "a quote is not closed");
      for (const char c : text_.substr(0, end)) line_ += c == '\n' ? 1 : 0;
      field += text_.substr(0, end);
      text_.remove_prefix(end + 1);
      if (!take('"')) return field;
      field += '"';
    }
  }

  const std::string &name_;
  std::string_view text_;
  std::deque<std::string> &unquoted_;
  size_t line_ = 1;
};

}  // namespace

Csv::Csv(std::string name, std::string_view text) : name_(std::move(name)) {
  Reader reader(name_, text, unquoted_);
  size_t line = 0;
  if (!reader.next(fields_, line))
    throw Failure(kEnvironment, name_ + ": empty, expected a line with the names of columns");
  header_.assign(fields_.begin(), fields_.end());
  fields_.clear();
  while (reader.next(fields_, line)) {
    const size_t found = fields_.size() - lines_.size() * header_.size();
    if (found != header_.size()) {
      fail_at(name_, line,
              std::to_string(found) + " fields, expected " + std::to_string(header_.size()));
    }
    if (lines_.size() == kMaxRows) fail_at(name_, line, "more than 2000000 rows");
    lines_.push_back(line);
  }
}

std::optional<size_t> Csv::find_column(std::string_view name) const {
  for (size_t i = 0; i < header_.size(); ++i)
    if (header_[i] == name) return i;
  return std::nullopt;
}

size_t Csv::column(std::string_view name) const {
  if (const auto found = find_column(name)) return *found;
  throw Failure(kEnvironment,
                name_ + ": no column " + quote(name) + " among " + quote(join(header_, ", ")));
}

std::string_view Csv::text(size_t row, size_t column) const {
  return fields_.at(row * header_.size() + column);
}

void Csv::refuse(size_t row, size_t column, const std::string &expected) const {
  fail_at(name_, lines_.at(row),
          header_.at(column) + " is " + quote(text(row, column)) + ", expected " + expected);
}

int64_t Csv::number(size_t row, size_t column, int64_t low, int64_t high) const {
  const std::string_view field = text(row, column);
  int64_t number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (error != std::errc() || end != field.data() + field.size() || number < low || number > high)
    refuse(row, column, std::to_string(low) + " to " + std::to_string(high));
  return number;
}

double Csv::real(size_t row, size_t column) const {
  const std::string_view field = text(row, column);
  double number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (error != std::errc() || end != field.data() + field.size() || !std::isfinite(number))
    refuse(row, column, "a number");
  return number;
}

}  // namespace koordctl
