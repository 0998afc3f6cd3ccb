#include "wire/api_object.h"

namespace koord::wire {

ApiObject::ApiObject(const JsonValue &root, const ApiKind &kind, const Log &log)
    : root_(root), log_(log) {
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

std::optional<JsonValue> ApiObject::entry(std::string_view map, std::string_view name,
                                          std::string_view alias) const {
  const auto metadata = root_.find("metadata");
  const auto entries = metadata ? metadata->find(map) : std::nullopt;
  if (!entries) return std::nullopt;
  auto canonical = entries->find(name);
  auto other = alias.empty() ? std::nullopt : entries->find(alias);
  if (!canonical) return other;
  if (other && canonical->as_string() != other->as_string())
    log_.warn(other->path() + ": differs from " + std::string(name) + ", which is used");
  return canonical;
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
  if (!kind.namespaced) return object::describe(kind.kind, "", name);
  const std::string name_space = text("namespace");
  return object::describe(kind.kind, name_space.empty() ? "default" : name_space, name);
}

void NamedLog::forward(void *user, int32_t level, const char *message, size_t length) {
  const auto *self = static_cast<const NamedLog *>(user);
  self->log_.write(static_cast<LogLevel>(level), self->name_ + ": " + std::string(message, length));
}

}  // namespace koord::wire
