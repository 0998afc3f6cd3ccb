#include "wire/object/api_object.h"

namespace koord::wire {

ApiObject::ApiObject(const JsonValue &root, const ApiKind &kind, const Log &log)
    : ObjectTexts(log), root_(root) {
  if (const auto found = root.find("kind"); found && found->as_string() != kind.kind)
    found->fail_expected(kind.kind);
  if (const auto version = root.find("apiVersion")) {
    const std::string_view text = version->as_string();
    if (kind.group.empty() ? text != kind.version : !text.starts_with(kind.group))
      version->fail_expected(std::string(kind.group).append(kind.version));
  }
}

std::string ApiObject::metadata(std::string_view field) const {
  const auto metadata = root_.find("metadata");
  return metadata ? metadata->string_or(field, "") : "";
}

bool ApiObject::carries(std::string_view annotation) const {
  const auto metadata = root_.find("metadata");
  const auto annotations = metadata ? metadata->find(kAnnotations) : std::nullopt;
  return annotations && annotations->is_object() && annotations->find(annotation);
}

std::optional<ObjectText> ApiObject::find(std::string_view map, std::string_view name) const {
  const auto metadata = root_.find("metadata");
  const auto entries = metadata ? metadata->find(map) : std::nullopt;
  const auto found = entries ? entries->find(name) : std::nullopt;
  if (!found) return std::nullopt;
  return ObjectText(*found);
}

std::string name_of_object(const JsonValue &value, const ApiKind &kind) {
  const auto text = [&](std::string_view field) -> std::string {
    if (!value.is_object()) return "";
    const auto metadata = value.find("metadata");
    if (!metadata || !metadata->is_object()) return "";
    const auto found = metadata->find(field);
    return found && found->is_string() ? std::string(found->as_string()) : "";
  };
  const std::string name = text("name");
  if (name.empty()) return value.is_root() ? std::string(kind.kind) : value.path();
  return name_of_object(kind, kind.namespaced ? text("namespace") : "", name);
}

std::string name_of_object(const ApiKind &kind, std::string_view name_space,
                           std::string_view name) {
  if (name.empty()) return std::string(kind.kind);
  if (!kind.namespaced) return object::describe(kind.kind, "", name);
  return object::describe(kind.kind, name_space.empty() ? "default" : name_space, name);
}

void NamedLog::forward(void *user, int32_t level, const char *message, size_t length) {
  const auto *self = static_cast<const NamedLog *>(user);
  self->log_.write(static_cast<LogLevel>(level), self->name_ + ": " + std::string(message, length));
}

}  // namespace koord::wire
