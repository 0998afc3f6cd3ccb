#include "wire/json/json.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace koord::wire {
namespace {

using nlohmann::json;

// Builds the document from parser events, with bounds, which nlohmann's own builder lacks. Neither
// the parser nor this class recurses, so depth costs no stack.
class Builder {
 public:
  Builder(std::string_view what, const JsonLimits &limits) : what_(what), limits_(limits) {}

  std::unique_ptr<json> take() { return std::move(root_); }

  bool null() { return add(json(nullptr)); }
  bool boolean(bool value) { return add(json(value)); }
  bool number_integer(int64_t value) { return add(json(value)); }
  bool number_unsigned(uint64_t value) { return add(json(value)); }
  bool number_float(double value, const std::string &) { return add(json(value)); }
  bool string(std::string &value) { return add(json(std::move(value))); }
  bool binary(json::binary_t &) { return false; }  // never sent for JSON text
  bool start_object(size_t) { return open(json::object()); }
  bool start_array(size_t) { return open(json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string &name) {
    key_ = std::move(name);
    return true;
  }
  bool parse_error(size_t offset, const std::string &token, const json::exception &) {
    fail_json_syntax(what_, offset, token);
  }

 private:
  bool add(json &&value) {
    insert(std::move(value));
    return true;
  }
  bool open(json &&value) {
    if (open_.size() >= limits_.depth)
      throw Error(Status::kLimit, std::string(what_) + ": nested deeper than " +
                                      std::to_string(limits_.depth) + " levels");
    open_.push_back(insert(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  // Only the innermost open value grows, so pointers to the others stay valid.
  json *insert(json &&value) {
    if (++values_ > limits_.values)
      throw Error(Status::kLimit,
                  std::string(what_) + ": more than " + std::to_string(limits_.values) + " values");
    if (open_.empty()) {
      *root_ = std::move(value);
      return root_.get();
    }
    json &parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    json &slot = parent[std::move(key_)];
    slot = std::move(value);
    return &slot;
  }

  std::string_view what_;
  const JsonLimits &limits_;
  std::unique_ptr<json> root_ = std::make_unique<json>();
  std::vector<json *> open_;
  std::string key_;
  size_t values_ = 0;
};

// Formats a value for errors: short, with quotes around strings.
std::string shown(const json &value) {
  switch (value.type()) {
    case json::value_t::object:
      return "an object";
    case json::value_t::array:
      return "an array";
    case json::value_t::string:
      return koord::in_quotes(value.get_ref<const std::string &>());
    case json::value_t::null:
      return "null";
    default:
      return value.dump();
  }
}

bool holds_nul(std::string_view text) { return text.find('\0') != text.npos; }

bool is_plain(std::string_view key) {
  if (key.empty() || key.size() > 64) return false;
  for (const char c : key)
    if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '_' &&
        c != '-')
      return false;
  return true;
}

void append_member(std::string &path, std::string_view key) {
  if (!is_plain(key)) {
    path += '[' + koord::in_quotes(key, 80) + ']';
    return;
  }
  if (!path.empty()) path += '.';
  path += key;
}

template <typename Int>
Int ranged_int(const JsonValue &value, Int low, Int high) {
  const json &raw = value.raw();
  if (raw.is_number_unsigned()) {
    const auto number = raw.get<uint64_t>();
    if (std::cmp_greater_equal(number, low) && std::cmp_less_equal(number, high))
      return static_cast<Int>(number);
  } else if (raw.is_number_integer()) {
    const auto number = raw.get<int64_t>();
    if (std::cmp_greater_equal(number, low) && std::cmp_less_equal(number, high))
      return static_cast<Int>(number);
  }
  value.fail_expected("a whole number in " + std::to_string(low) + ".." + std::to_string(high));
}

}  // namespace

void check_json_text(std::string_view text, std::string_view what, size_t max_bytes) {
  if (text.size() > max_bytes)
    throw Error(Status::kLimit, std::string(what) + ": " + std::to_string(text.size()) +
                                    " bytes, at most " + std::to_string(max_bytes) +
                                    " are accepted");
  if (text.empty()) throw Error(Status::kInvalid, std::string(what) + ": is empty, expected JSON");
  // The parser takes NUL for the end of the text and would ignore the rest.
  const size_t nul = text.find('\0');
  if (nul != std::string_view::npos)
    throw Error(Status::kInvalid,
                std::string(what) + ": NUL byte at offset " + std::to_string(nul));
}

void fail_json_syntax(std::string_view what, size_t offset, std::string_view token) {
  std::string message = std::string(what) + ": not valid JSON at byte " + std::to_string(offset);
  if (!token.empty()) message += ", near " + koord::in_quotes(token);
  throw Error(Status::kInvalid, message);
}

JsonDocument JsonDocument::parse(std::string_view text, std::string_view what, JsonLimits limits) {
  check_json_text(text, what, limits.bytes);
  Builder builder(what, limits);
  json::sax_parse(text, &builder);
  return {builder.take(), std::string(what)};
}

std::string JsonPaths::text(const Step *step) const {
  std::vector<const Step *> chain;  // from the value up
  for (; step != nullptr; step = step->parent) chain.push_back(step);
  std::string out = root_;
  for (auto at = chain.rbegin(); at != chain.rend(); ++at)
    if ((*at)->index == kMember)
      append_member(out, (*at)->key);
    else
      out += '[' + std::to_string((*at)->index) + ']';
  return out;
}

std::string member_path(std::string path, std::string_view name) {
  append_member(path, name);
  return path;
}

JsonDocument::JsonDocument(std::unique_ptr<json> value, std::string what)
    : value_(std::move(value)), paths_(std::make_unique<JsonPaths>(std::move(what))) {}
JsonDocument::JsonDocument(JsonDocument &&other) noexcept = default;
JsonDocument &JsonDocument::operator=(JsonDocument &&other) noexcept = default;
JsonDocument::~JsonDocument() = default;

bool JsonValue::is_null() const { return value_->is_null(); }
bool JsonValue::is_object() const { return value_->is_object(); }
bool JsonValue::is_array() const { return value_->is_array(); }
bool JsonValue::is_string() const { return value_->is_string(); }
bool JsonValue::is_number() const { return value_->is_number(); }
bool JsonValue::is_bool() const { return value_->is_boolean(); }

bool JsonValue::is_text(std::string_view text) const {
  return value_->is_string() && value_->get_ref<const std::string &>() == text;
}

std::string_view JsonValue::as_string() const {
  if (!value_->is_string()) fail_expected("a string");
  const auto &text = value_->get_ref<const std::string &>();
  if (holds_nul(text)) fail_expected("a string without NUL characters");
  return text;
}

bool JsonValue::as_bool() const {
  if (!value_->is_boolean()) fail_expected("true or false");
  return value_->get<bool>();
}

int64_t JsonValue::as_int(int64_t low, int64_t high) const { return ranged_int(*this, low, high); }
uint64_t JsonValue::as_uint(uint64_t low, uint64_t high) const {
  return ranged_int(*this, low, high);
}

std::string JsonValue::as_number_text() const {
  if (value_->is_string()) return std::string(as_string());
  if (!value_->is_number()) fail_expected("a number or a string");
  return value_->dump();
}

std::vector<JsonValue> JsonValue::elements() const {
  if (!value_->is_array()) fail_expected("an array");
  std::vector<JsonValue> out;
  out.reserve(value_->size());
  for (const json &element : value_->get_ref<const json::array_t &>())
    out.push_back({element, *paths_, paths_->element(step_, out.size())});
  return out;
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
  if (!value_->is_object()) fail_expected("an object");
  const auto &members = value_->get_ref<const json::object_t &>();
  const auto at = members.find(key);
  if (at == members.end() || at->second.is_null()) return std::nullopt;
  return JsonValue(at->second, *paths_, paths_->member(step_, at->first));
}

JsonValue JsonValue::at(std::string_view key) const {
  auto member = find(key);
  if (!member) throw Error(Status::kInvalid, member_path(path(), key) + ": missing");
  return *std::move(member);
}

std::vector<std::pair<std::string_view, JsonValue>> JsonValue::members() const {
  if (!value_->is_object()) fail_expected("an object");
  std::vector<std::pair<std::string_view, JsonValue>> out;
  out.reserve(value_->size());
  for (const auto &[key, value] : value_->get_ref<const json::object_t &>()) {
    if (holds_nul(key)) fail("the name " + koord::in_quotes(key) + " holds a NUL character");
    out.emplace_back(key, JsonValue(value, *paths_, paths_->member(step_, key)));
  }
  return out;
}

std::string JsonValue::string_or(std::string_view key, std::string_view fallback) const {
  const auto member = find(key);
  return std::string(member ? member->as_string() : fallback);
}

bool JsonValue::bool_or(std::string_view key, bool fallback) const {
  const auto member = find(key);
  return member ? member->as_bool() : fallback;
}

int64_t JsonValue::int_or(std::string_view key, int64_t low, int64_t high, int64_t fallback) const {
  const auto member = find(key);
  return member ? member->as_int(low, high) : fallback;
}

std::vector<JsonValue> JsonValue::elements_of(std::string_view key) const {
  const auto member = find(key);
  return member ? member->elements() : std::vector<JsonValue>{};
}

void JsonValue::fail(const std::string &what) const {
  const std::string path = this->path();
  throw Error(Status::kInvalid, (path.empty() ? "document" : path) + ": " + what);
}

void JsonValue::fail_expected(std::string_view expected) const {
  fail("found " + shown(*value_) + ", expected " + std::string(expected));
}

}  // namespace koord::wire
