// Reader of untrusted JSON. Size, depth and number of values are bounded. Values
// know their paths, so every error names its field ("zones[2].costs[0].value"). It
// is stricter than JSON: NUL bytes are refused, and so are escaped ones in texts
// that are read. As in Go's decoder, the last of several members with one name
// wins, and null counts as absent. Members are sorted by the bytes of their names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace koord::wire {

struct JsonLimits {
  size_t bytes = size_t{4} << 20;
  size_t depth = 64;                // nested arrays and objects
  size_t values = size_t{1} << 20;  // of any kind; bounds the memory that a small text can cause
};

// For annotations, and for the objects that are stored in them.
inline constexpr JsonLimits kAnnotationLimits{size_t{1} << 20, 64, size_t{1} << 18};

// Paths from a root to the values that were accessed. Each access adds a step, which lives as long
// as this object. Texts are built only for errors and log messages.
class JsonPaths {
 public:
  struct Step {
    const Step *parent;
    std::string_view key;  // of an object's member
    size_t index;          // of an array's element, else kMember
  };

  explicit JsonPaths(std::string root) : root_(std::move(root)) {}
  JsonPaths(const JsonPaths &) = delete;
  JsonPaths &operator=(const JsonPaths &) = delete;

  // nullptr stands for the root. The document must keep the keys alive.
  const Step *member(const Step *parent, std::string_view key) {
    return &steps_.emplace_back(Step{parent, key, kMember});
  }
  const Step *element(const Step *parent, size_t index) {
    return &steps_.emplace_back(Step{parent, {}, index});
  }
  std::string text(const Step *step) const;

 private:
  static constexpr size_t kMember = SIZE_MAX;

  std::string root_;
  std::deque<Step> steps_;  // grows without moving
};

// Returns the path of a value. Called only for errors and log messages.
using FieldPath = const std::function<std::string()> &;

// Joins "metadata" and "name" to "metadata.name". Names
// that are not plain words are put in brackets and quotes.
std::string member_path(std::string path, std::string_view name);

// A value inside a JsonDocument, and its path. Valid as long as the document. Accessing a value
// changes state that all values of the document share, so only one thread at a time may use them.
class JsonValue {
 public:
  // A root.
  JsonValue(const nlohmann::json &value, JsonPaths &paths) : JsonValue(value, paths, nullptr) {}

  bool is_root() const { return step_ == nullptr; }
  std::string path() const { return paths_->text(step_); }
  bool is_null() const;  // only for a document or an element; null members count as absent
  bool is_object() const;
  bool is_array() const;
  bool is_string() const;
  bool is_number() const;
  bool is_bool() const;
  bool is_text(std::string_view text) const;  // equal to this string

  // Typed reads; each throws kInvalid with path, found and expected.
  std::string_view as_string() const;
  bool as_bool() const;
  int64_t as_int(int64_t low, int64_t high) const;  // whole numbers, written as such
  uint64_t as_uint(uint64_t low, uint64_t high) const;
  // Returns a number or a string as text, for fields
  // that Kubernetes writes either way (quantities).
  std::string as_number_text() const;

  // Returns the elements of an array in order.
  std::vector<JsonValue> elements() const;

  // Object members. find() returns nullopt if the member is absent or null; at() throws kInvalid.
  std::optional<JsonValue> find(std::string_view key) const;
  JsonValue at(std::string_view key) const;
  std::vector<std::pair<std::string_view, JsonValue>> members() const;

  // Optional members with a default, for flat configuration.
  std::string string_or(std::string_view key, std::string_view fallback) const;
  bool bool_or(std::string_view key, bool fallback) const;
  int64_t int_or(std::string_view key, int64_t low, int64_t high, int64_t fallback) const;
  // Returns the elements of an optional array member, or an empty list if it is absent.
  std::vector<JsonValue> elements_of(std::string_view key) const;

  // Throws kInvalid: "<path>: <what>".
  [[noreturn]] void fail(const std::string &what) const;
  // Throws kInvalid: "<path>: found <this value>, expected <expected>".
  [[noreturn]] void fail_expected(std::string_view expected) const;

  const nlohmann::json &raw() const { return *value_; }

 private:
  JsonValue(const nlohmann::json &value, JsonPaths &paths, const JsonPaths::Step *step)
      : value_(&value), paths_(&paths), step_(step) {}

  const nlohmann::json *value_;
  JsonPaths *paths_;
  const JsonPaths::Step *step_;
};

class JsonDocument {
 public:
  // `what` names the document in errors and starts every path ("KubeletConfiguration"). Throws
  // kLimit if a limit is exceeded, kInvalid (with the byte offset) if the text is not JSON.
  static JsonDocument parse(std::string_view text, std::string_view what, JsonLimits limits = {});

  JsonDocument(JsonDocument &&other) noexcept;
  JsonDocument &operator=(JsonDocument &&other) noexcept;
  ~JsonDocument();

  JsonValue root() const { return {*value_, *paths_}; }

 private:
  JsonDocument(std::unique_ptr<nlohmann::json> value, std::string what);

  std::unique_ptr<nlohmann::json> value_;
  std::unique_ptr<JsonPaths> paths_;
};

// Checks a text before any parser reads it: size (kLimit), empty or with a NUL (kInvalid). For
// parsers that read events instead of a document.
void check_json_text(std::string_view text, std::string_view what, size_t max_bytes);
// Throws kInvalid: "<what>: not valid JSON at byte <offset>, found <token>".
[[noreturn]] void fail_json_syntax(std::string_view what, size_t offset, std::string_view token);

}  // namespace koord::wire
