#include "wire/object/refusal_json.h"

#include <array>
#include <string>
#include <string_view>

#include "base/device_types.h"
#include "object/spellings.h"
#include "wording/sentence.h"

namespace koord::wire {
namespace {

inline constexpr Spelling<Profile> kProfiles[] = {{Profile::kSpec, "spec"},
                                                  {Profile::kUpstream, "upstream"},
                                                  {Profile::kKubelet, "kubelet"},
                                                  {Profile::kNrtMatch, "nrtMatch"}};
template <typename Table>
void write_policy(JsonWriter &out, std::string_view key, uint8_t policy, const Table &table) {
  if (policy == 0) return;
  for (const auto &entry : table)
    if (static_cast<int32_t>(entry.value) == policy) out.member(key, entry.text);
}

template <typename Table>
uint8_t read_policy(const JsonValue &value, std::string_view key, const Table &table) {
  const auto name = value.find(key);
  if (!name) return 0;
  const auto *entry = find_text(table, name->as_string());
  return entry != nullptr ? static_cast<uint8_t>(entry->value) : uint8_t{0};
}

constexpr int32_t kReasons = 1024;  // above all numbers of reasons
constexpr int32_t kObjects = 256;
constexpr auto kUnknownReason = static_cast<Reason>(INT32_MAX);

// Writes the name of a well-known number, or else the
// number, because only its cluster knows the name.
template <size_t N>
void write_named(JsonWriter &out, std::string_view key, int32_t number,
                 const std::array<std::string_view, N> &names) {
  if (number < 0) return;
  if (static_cast<size_t>(number) < N)
    out.member(key, names[static_cast<size_t>(number)]);
  else
    out.member(key, number);
}

template <size_t N>
int32_t read_named(const JsonValue &value, std::string_view key,
                   const std::array<std::string_view, N> &names) {
  const auto named = value.find(key);
  if (!named) return -1;
  if (!named->is_string()) return static_cast<int32_t>(named->as_int(0, INT32_MAX));
  for (size_t i = 0; i < N; ++i)
    if (named->as_string() == names[i]) return static_cast<int32_t>(i);
  return -1;
}

Reason reason_named(std::string_view name) {
  if (name == reason_name(kUnknownReason))
    return kUnknownReason;  // unused numbers have this name, too
  for (int32_t i = 1; i < kReasons; ++i)
    if (reason_name(static_cast<Reason>(i)) == name) return static_cast<Reason>(i);
  return kUnknownReason;
}

Object object_named(std::string_view name) {
  for (int32_t i = 0; i < kObjects; ++i)
    if (object_name(static_cast<Object>(i)) == name) return static_cast<Object>(i);
  return Object::kMachine;
}

}  // namespace

void write_refusal(JsonWriter &out, const Refusal &refusal) {
  const Spelling<Profile> *profile = find_value(kProfiles, refusal.profile);
  out.begin_object()
      .member("reason", reason_name(refusal.reason))
      .member("profile", profile != nullptr ? profile->text : "unknown")
      .member("object", object_name(refusal.object))
      .member("needed", refusal.needed)
      .member("best", refusal.best);
  out.key("where").begin_object().member("object", object_name(refusal.where_object));
  if (refusal.where >= 0) out.member("id", refusal.where);
  out.end_object();
  write_policy(out, "bindPolicy", refusal.bind_policy, object::kPodBindSpellings);
  write_policy(out, "exclusivePolicy", refusal.exclusive_policy, kExclusiveSpellings);
  write_policy(out, "numaPolicy", refusal.numa_policy, object::kNumaPolicySpellings);
  if (refusal.threads_per_core != 0) out.member("threadsPerCore", refusal.threads_per_core);
  write_named(out, "resource", refusal.resource, kWellKnownResourceNames);
  write_named(out, "deviceType", refusal.device_type, kWellKnownTypeNames);
  if (refusal.max_nodes != 0) out.member("maxNodes", refusal.max_nodes);
  out.member("message", to_sentence(refusal)).end_object();
}

Refusal read_refusal(const JsonValue &value) {
  Refusal out;
  out.reason = reason_named(value.at("reason").as_string());
  if (const auto name = value.find("profile"))
    if (const auto *entry = find_text(kProfiles, name->as_string())) out.profile = entry->value;
  out.object = object_named(value.string_or("object", ""));
  out.needed = value.int_or("needed", INT64_MIN, INT64_MAX, 0);
  out.best = value.int_or("best", INT64_MIN, INT64_MAX, 0);
  if (const auto where = value.find("where")) {
    out.where_object = object_named(where->string_or("object", ""));
    out.where = static_cast<int32_t>(where->int_or("id", INT32_MIN, INT32_MAX, -1));
  }
  out.bind_policy = read_policy(value, "bindPolicy", object::kPodBindSpellings);
  out.exclusive_policy = read_policy(value, "exclusivePolicy", kExclusiveSpellings);
  out.numa_policy = read_policy(value, "numaPolicy", object::kNumaPolicySpellings);
  out.set_threads_per_core(static_cast<int>(value.int_or("threadsPerCore", 0, 255, 0)));
  out.resource = read_named(value, "resource", kWellKnownResourceNames);
  out.device_type = read_named(value, "deviceType", kWellKnownTypeNames);
  out.max_nodes = static_cast<uint32_t>(value.int_or("maxNodes", 0, UINT32_MAX, 0));
  return out;
}

}  // namespace koord::wire
