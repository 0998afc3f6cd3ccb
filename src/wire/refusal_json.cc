#include "wire/refusal_json.h"

#include <array>
#include <string>
#include <string_view>

#include "base/well_known.h"
#include "object/spellings.h"

namespace koord::wire {
namespace {

inline constexpr object::Spelling<Profile> kProfiles[] = {{Profile::kSpec, "spec"},
                                                          {Profile::kUpstream, "upstream"},
                                                          {Profile::kKubelet, "kubelet"},
                                                          {Profile::kNrtMatch, "nrtMatch"}};
// Which set of numbers the policy of a refusal is of.
template <typename Use>
auto with_policies_of(Reason reason, Use use) {
  switch (reason) {
    case Reason::kExclusivePolicyUnsupported:
      return use(object::kPodExclusiveSpellings);
    case Reason::kNumaPolicyConflict:
    case Reason::kNumaUnsatisfied:
    case Reason::kNumaUnaligned:
    case Reason::kNumaExclusive:
      return use(object::kNumaPolicySpellings);
    default:
      return use(object::kPodBindSpellings);
  }
}

std::string_view policy_name(const Refusal &refusal) {
  return with_policies_of(refusal.reason, [&](const auto &table) -> std::string_view {
    for (const auto &entry : table)
      if (static_cast<int32_t>(entry.value) == refusal.policy) return entry.text;
    return "";
  });
}

int32_t policy_of(Reason reason, std::string_view name) {
  return with_policies_of(reason, [&](const auto &table) -> int32_t {
    const auto *entry = object::find_text(table, name);
    return entry != nullptr ? static_cast<int32_t>(entry->value) : 0;
  });
}

constexpr int32_t kReasons = 1024;  // their numbers are below
constexpr int32_t kObjects = 256;
constexpr auto kUnknownReason = static_cast<Reason>(INT32_MAX);

// A number that has a name everywhere, or the number: what else it stands for only its cluster knows.
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
    return kUnknownReason;  // numbers without a reason have that name, too
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
  const object::Spelling<Profile> *profile = object::find_value(kProfiles, refusal.profile);
  out.begin_object()
      .member("reason", reason_name(refusal.reason))
      .member("profile", profile != nullptr ? profile->text : "unknown")
      .member("object", object_name(refusal.object))
      .member("needed", refusal.needed)
      .member("best", refusal.best);
  out.key("where").begin_object().member("object", object_name(refusal.where_object));
  if (refusal.where >= 0) out.member("id", refusal.where);
  out.end_object();
  if (refusal.policy != 0) out.member("policy", policy_name(refusal));
  write_named(out, "resource", refusal.resource, kWellKnownResourceNames);
  write_named(out, "deviceType", refusal.device_type, kWellKnownTypeNames);
  if (refusal.count != 0) out.member("count", refusal.count);
  out.member("message", to_sentence(refusal)).end_object();
}

Refusal read_refusal(const JsonValue &value) {
  Refusal out;
  out.reason = reason_named(value.at("reason").as_string());
  if (const auto name = value.find("profile"))
    if (const auto *entry = object::find_text(kProfiles, name->as_string()))
      out.profile = entry->value;
  out.object = object_named(value.string_or("object", ""));
  out.needed = value.int_or("needed", INT64_MIN, INT64_MAX, 0);
  out.best = value.int_or("best", INT64_MIN, INT64_MAX, 0);
  if (const auto where = value.find("where")) {
    out.where_object = object_named(where->string_or("object", ""));
    out.where = static_cast<int32_t>(where->int_or("id", INT32_MIN, INT32_MAX, -1));
  }
  if (const auto policy = value.find("policy"))
    out.policy = policy_of(out.reason, policy->as_string());
  out.resource = read_named(value, "resource", kWellKnownResourceNames);
  out.device_type = read_named(value, "deviceType", kWellKnownTypeNames);
  out.count = static_cast<uint32_t>(value.int_or("count", 0, UINT32_MAX, 0));
  return out;
}

}  // namespace koord::wire
