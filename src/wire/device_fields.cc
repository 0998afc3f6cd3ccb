#include "wire/device_fields.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "wire/amount.h"

namespace koord::wire {
namespace {

constexpr size_t kMaxRequirements = 64;
constexpr size_t kMaxValues = 256;

// Names as they have been published, and as they are now.
constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
    {"koordinator.sh/gpu-mem", "koordinator.sh/gpu-memory"},
    {"koordinator.sh/gpu-mem-ratio", "koordinator.sh/gpu-memory-ratio"},
    {"kubernetes.io/gpu-core", "koordinator.sh/gpu-core"},
    {"kubernetes.io/gpu-memory", "koordinator.sh/gpu-memory"},
    {"kubernetes.io/gpu-memory-ratio", "koordinator.sh/gpu-memory-ratio"},
    {"kubernetes.io/rdma", "koordinator.sh/rdma"},
    {"kubernetes.io/fpga", "koordinator.sh/fpga"}};

std::string_view today(std::string_view name) {
  for (const auto &[published, now] : kAliases)
    if (published == name) return now;
  return name;
}

object::LabelRequirement read_requirement(const JsonValue &entry) {
  using Operator = object::LabelRequirement::Operator;
  object::LabelRequirement out;
  out.key = entry.at("key").as_string();
  const JsonValue op = entry.at("operator");
  const std::string_view name = op.as_string();
  if (name == "In") {
    out.op = Operator::kIn;
  } else if (name == "NotIn") {
    out.op = Operator::kNotIn;
  } else if (name == "Exists") {
    out.op = Operator::kExists;
  } else if (name == "DoesNotExist") {
    out.op = Operator::kDoesNotExist;
  } else {
    op.fail_expected("In, NotIn, Exists or DoesNotExist");
  }
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

object::Amounts read_device_amounts(const JsonValue &device) {
  auto map = device.find("resources");
  if (!map) map = device.find("resource");
  if (!map) map = device.find("resouurces");
  if (!map) return {};
  object::Amounts out = read_amounts(*map);
  for (object::Amount &amount : out) amount.resource = today(amount.resource);
  std::sort(out.begin(), out.end(),
            [](const auto &a, const auto &b) { return a.resource < b.resource; });
  for (size_t i = 1; i < out.size(); ++i)
    if (out[i - 1].resource == out[i].resource)
      map->fail(quoted(out[i].resource) + " is listed under two names");
  return out;
}

}  // namespace koord::wire
