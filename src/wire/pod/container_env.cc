#include "wire/pod/container_env.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"

namespace koord::wire {
namespace {

constexpr size_t kMaxNames = 1024;

const std::string *text_of(const nlohmann::json &object, const char *key) {
  const auto at = object.find(key);
  return at == object.end() || !at->is_string() ? nullptr
                                                : at->get_ptr<const nlohmann::json::string_t *>();
}

// Returns the value of a variable. Of several entries the last counts, as for kubelet.
const std::string *value_of(const nlohmann::json &env, std::string_view name) {
  const std::string *out = nullptr;
  for (const nlohmann::json &entry : env) {
    if (!entry.is_object()) continue;
    const std::string *found = text_of(entry, "name");
    if (found != nullptr && *found == name) out = text_of(entry, "value");
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

void add_visible_gpus(std::string_view value, FieldPath path, object::VisibleGpus &out) {
  if (value.find('\0') != value.npos)
    throw Error(Status::kInvalid,
                path() + ": " + std::string(kVisibleDevices) + " holds a NUL character");
  if (value == "all") out.all = true;
  if (value == "all" || value == "none" || value == "void") return;
  for (size_t at = 0; at <= value.size();) {
    const size_t end = std::min(value.find(',', at), value.size());
    const std::string_view name = trimmed(value.substr(at, end - at));
    at = end + 1;
    const auto place = std::lower_bound(out.names.begin(), out.names.end(), name);
    if (name.empty() || (place != out.names.end() && *place == name)) continue;
    if (out.names.size() == kMaxNames)
      throw Error(Status::kLimit, path() + ": " + std::string(kVisibleDevices) +
                                      " names more than " + std::to_string(kMaxNames) +
                                      " devices in a pod");
    out.names.emplace(place, name);
  }
}

void add_visible_gpus(const JsonValue &container, object::VisibleGpus &out) {
  const auto env = container.find("env");
  if (!env || !env->is_array()) return;
  const std::string *value = value_of(env->raw(), kVisibleDevices);
  if (value != nullptr)
    add_visible_gpus(
        *value, [&] { return env->path(); }, out);
}

}  // namespace koord::wire
