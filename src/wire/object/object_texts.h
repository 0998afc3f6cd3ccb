// Labels and annotations of an API object, from a document or a builder. Both are interpreted
// through this interface alone, so that they mean the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/log.h"
#include "wire/json/json.h"

namespace koord::wire {

// A label or annotation and its path: metadata.labels["koordinator.sh/qosClass"].
class ObjectText {
 public:
  explicit ObjectText(const JsonValue &value) : json_(value) {}
  ObjectText(std::string_view map, std::string_view name, std::string_view text)
      : map_(map), name_(name), text_(text) {}

  // Throws kInvalid if the document has a value that is not a string.
  std::string_view as_string() const { return json_ ? json_->as_string() : text_; }
  std::string path() const;
  [[noreturn]] void fail_expected(std::string_view expected) const;

 private:
  std::optional<JsonValue> json_;
  std::string_view map_;
  std::string_view name_;
  std::string_view text_;
};

class ObjectTexts {
 public:
  static constexpr std::string_view kLabels = "labels";
  static constexpr std::string_view kAnnotations = "annotations";

  const Log &log() const { return log_; }

  // Look up an entry by its current name, or else by an earlier
  // published name. Log a warning if both are present and differ.
  std::optional<ObjectText> label(std::string_view name, std::string_view alias = {}) const {
    return entry(kLabels, name, alias);
  }
  std::optional<ObjectText> annotation(std::string_view name, std::string_view alias = {}) const {
    return entry(kAnnotations, name, alias);
  }
  // Returns true if the annotation is present, readable or not.
  virtual bool carries(std::string_view annotation) const = 0;

 protected:
  explicit ObjectTexts(const Log &log) : log_(log) {}
  ~ObjectTexts() = default;

  virtual std::optional<ObjectText> find(std::string_view map, std::string_view name) const = 0;

 private:
  std::optional<ObjectText> entry(std::string_view map, std::string_view name,
                                  std::string_view alias) const;

  const Log &log_;
};

}  // namespace koord::wire
