#include "wire/device/device_fields.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/device_types.h"
#include "base/error.h"
#include "wire/object/amount.h"

namespace koord::wire {
namespace {

constexpr size_t kMaxRequirements = 64;
constexpr size_t kMaxValues = 256;

// Maps an earlier published name to the current one.
std::string_view current_name(std::string_view name) {
  for (const DeviceResource &resource : kDeviceResources)
    for (const std::string_view other : resource.other_names)
      if (!other.empty() && other == name) return kWellKnownResourceNames[resource.resource];
  return name;
}

void warn_differs(const JsonValue &ignored, std::string_view used, const Log &log) {
  log.warn(ignored.path() + ": differs from " + std::string(used) + ", which is used");
}

object::LabelRequirement read_requirement(const JsonValue &entry) {
  using Operator = object::LabelRequirement::Operator;
  object::LabelRequirement out;
  out.key = entry.at("key").as_string();
  const JsonValue op = entry.at("operator");
  const std::string_view name = op.as_string();
  if (name == "In")
    out.op = Operator::kIn;
  else if (name == "NotIn")
    out.op = Operator::kNotIn;
  else if (name == "Exists")
    out.op = Operator::kExists;
  else if (name == "DoesNotExist")
    out.op = Operator::kDoesNotExist;
  else
    op.fail_expected("In, NotIn, Exists or DoesNotExist");
  for (const JsonValue &value : entry.elements_of("values")) {
    if (out.values.size() == kMaxValues)
      throw Error(Status::kLimit,
                  value.path() + ": more than " + std::to_string(kMaxValues) + " values");
    out.values.emplace_back(value.as_string());
  }
  const bool lists = out.op == Operator::kIn || out.op == Operator::kNotIn;
  if (lists == out.values.empty())
    entry.fail(lists ? "operator In or NotIn without values"
                     : "operator Exists or DoesNotExist with values");
  return out;
}

}  // namespace

void check_count(size_t count, size_t max, const JsonValue &value, std::string_view what) {
  if (count > max)
    throw Error(Status::kLimit,
                value.path() + ": more than " + std::to_string(max) + " " + std::string(what));
}

object::Labels read_labels(const JsonValue &map) {
  object::Labels out;
  for (const auto &[name, value] : map.members())
    if (!value.is_null()) out.push_back({std::string(name), std::string(value.as_string())});
  return out;
}

object::LabelSelector read_label_selector(const JsonValue &selector) {
  object::LabelSelector out;
  const auto check = [&] {
    if (out.size() > kMaxRequirements)
      throw Error(Status::kLimit, selector.path() + ": more than " +
                                      std::to_string(kMaxRequirements) + " requirements");
  };
  if (const auto labels = selector.find("matchLabels"))
    for (object::Attribute &label : read_labels(*labels)) {
      out.push_back({std::move(label.name),
                     object::LabelRequirement::Operator::kIn,
                     {std::move(label.value)}});
      check();
    }
  for (const JsonValue &entry : selector.elements_of("matchExpressions")) {
    out.push_back(read_requirement(entry));
    check();
  }
  return out;
}

object::PartitionPolicy read_partition_policy(std::string_view text) {
  return text == "Honor" ? object::PartitionPolicy::kHonor : object::PartitionPolicy::kPrefer;
}

std::vector<int32_t> read_minors(const JsonValue &list, size_t max) {
  std::vector<int32_t> out;
  for (const JsonValue &entry : list.elements()) {
    const auto minor = static_cast<int32_t>(entry.as_int(0, INT32_MAX));
    if (out.size() == max)
      throw Error(Status::kLimit, entry.path() + ": more than " + std::to_string(max) + " minors");
    if (std::find(out.begin(), out.end(), minor) != out.end()) entry.fail("listed twice");
    out.push_back(minor);
  }
  return out;
}

std::string read_renamed(const JsonValue &object, std::string_view name, std::string_view alias,
                         const Log &log) {
  const auto current = object.find(name);
  const auto other = object.find(alias);
  if (!current) return other ? std::string(other->as_string()) : "";
  if (other && other->as_string() != current->as_string()) warn_differs(*other, name, log);
  return std::string(current->as_string());
}

object::Amounts read_device_amounts(const JsonValue &device, const Log &log) {
  std::optional<JsonValue> map;
  for (const std::string_view name : {"resources", "resource", "resouurces"}) {
    const auto found = device.find(name);
    if (!map)
      map = found;
    else if (found && found->raw() != map->raw())
      warn_differs(*found, map->path(), log);
  }
  if (!map) return {};
  return rename_device_amounts(
      read_amounts(*map), [&] { return map->path(); }, log);
}

object::Amounts rename_device_amounts(object::Amounts out, FieldPath path, const Log &log) {
  object::Amounts renamed;
  std::erase_if(out, [&](object::Amount &amount) {
    const std::string_view name = current_name(amount.resource);
    if (name == amount.resource) return false;
    renamed.push_back({std::string(name), amount.value});
    return true;
  });
  for (object::Amount &amount : renamed) {
    const auto at = std::lower_bound(
        out.begin(), out.end(), amount.resource,
        [](const object::Amount &a, const std::string &name) { return a.resource < name; });
    if (at == out.end() || at->resource != amount.resource) {
      out.insert(at, std::move(amount));
    } else if (at->value != amount.value) {
      log.warn(path() + ": " + koord::in_quotes(amount.resource) +
               " is listed under two names with different values; the current name is used");
    }
  }
  return out;
}

}  // namespace koord::wire
