// Common parts of API objects: kind and version, names, labels and
// annotations. Every error and warning about an object starts with its
// name: "Pod default/web: spec.priority: found 1.5, expected ...".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/log.h"
#include "object/spellings.h"
#include "wire/json/json.h"
#include "wire/object/object_texts.h"

namespace koord::wire {

struct ApiKind {
  std::string_view kind;     // "Pod"
  std::string_view version;  // "v1"
  // "topology.node.k8s.io/" accepts any version of the group; if empty, only `version` is accepted.
  std::string_view group;
  bool namespaced = false;
};

// One object of a document. `root` gives the paths of its fields ("spec.priority").
class ApiObject final : public ObjectTexts {
 public:
  ApiObject(const JsonValue &root, const ApiKind &kind,
            const Log &log);  // checks kind and apiVersion

  const JsonValue &root() const { return root_; }
  std::string metadata(std::string_view field) const;  // a string, or empty if absent
  bool carries(std::string_view annotation) const override;

 private:
  std::optional<ObjectText> find(std::string_view map, std::string_view name) const override;

  JsonValue root_;
};

// Returns "Pod default/web" for an object. An object without a name is identified by its path, and
// a root without a name by the kind.
std::string name_of_object(const JsonValue &value, const ApiKind &kind);
std::string name_of_object(const ApiKind &kind, std::string_view name_space, std::string_view name);

// Puts an object's name before the messages of its readers.
class NamedLog {
 public:
  NamedLog(const std::string &name, const Log &log) : name_(name), log_(log) {}
  Log log() { return log_.function == nullptr ? Log{} : Log{&NamedLog::forward, this}; }

 private:
  static void forward(void *user, int32_t level, const char *message, size_t length);

  const std::string &name_;
  const Log &log_;
};

// Calls read(log) with the object's name before its errors and messages.
template <typename Read>
auto read_named(const std::string &name, const Log &log, Read &&read) {
  NamedLog named(name, log);
  const Log remarks = named.log();
  try {
    return std::forward<Read>(read)(remarks);
  } catch (const Error &error) {
    throw Error(error.status(), name + ": " + error.what());
  }
}

// Calls read(ApiObject) for the object in `value`, with its name before errors and messages.
template <typename Read>
auto read_object(const JsonValue &value, const ApiKind &kind, const Log &log, Read &&read) {
  const std::string name = name_of_object(value, kind);
  if (!value.is_object()) {
    JsonPaths by_name(name);
    JsonValue(value.raw(), by_name).fail_expected("an object");
  }
  JsonPaths paths("");  // read_named() adds the name
  return read_named(name, log, [&](const Log &remarks) {
    return std::forward<Read>(read)(ApiObject(JsonValue(value.raw(), paths), kind, remarks));
  });
}

// Returns the value that a text spells. Throws kInvalid listing the known texts.
template <typename Text, typename Value, size_t N>
Value read_spelled(const Text &text, const Spelling<Value> (&table)[N]) {
  if (const auto *entry = find_text(table, text.as_string())) return entry->value;
  std::string known;
  for (const auto &entry : table) {
    if (entry.text.empty() || find_value(table, entry.value)->text != entry.text) continue;
    known.append(known.empty() ? "" : ", ").append(entry.text);
  }
  text.fail_expected("one of " + known);
}

}  // namespace koord::wire
