#include "session/resource_names.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "cli/options.h"
#include "session/json_member.h"
#include "session/unknown_keys.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kKnownResources[] = {"cpu",
                                                "memory",
                                                "ephemeral-storage",
                                                "kubernetes.io/batch-cpu",
                                                "kubernetes.io/batch-memory",
                                                "kubernetes.io/mid-cpu",
                                                "kubernetes.io/mid-memory",
                                                "nvidia.com/gpu",
                                                "amd.com/gpu",
                                                "dcu.com/gpu",
                                                "koordinator.sh/gpu",
                                                "koordinator.sh/gpu-core",
                                                "koordinator.sh/gpu-memory",
                                                "koordinator.sh/gpu-memory-ratio",
                                                "koordinator.sh/gpu.shared",
                                                "koordinator.sh/rdma",
                                                "koordinator.sh/fpga"};

void add_keys(const Json &amounts, std::set<std::string> &out) {
  if (!amounts.is_object()) return;
  for (const auto &[name, amount] : amounts.items()) out.insert(name);
}

// Calls add(item) for each item of a list.
template <typename Add>
void for_each_item(const Json &list, Add &&add) {
  if (!list.is_array()) return;
  for (const Json &item : list) add(item);
}

}  // namespace

void ResourceNames::add_supply(const Manifest &manifest) {
  const Json &object = manifest.object;
  for (const char *kind : {"allocatable", "capacity"})
    add_keys(member(member(object, "status"), kind), supplied_);
  for_each_item(member(member(object, "spec"), "devices"),
                [&](const Json &device) { add_keys(member(device, "resources"), supplied_); });
  for_each_item(member(object, "zones"), [&](const Json &zone) {
    for_each_item(member(zone, "resources"), [&](const Json &resource) {
      const Json &name = member(resource, "name");
      if (name.is_string()) supplied_.insert(name.get<std::string>());
    });
  });
}

void ResourceNames::add_pod(const std::string &subject, const Json &pod) {
  for (const char *list : {"containers", "initContainers"}) {
    size_t at = 0;
    for_each_item(member(member(pod, "spec"), list), [&](const Json &container) {
      const std::string path =
          std::string("spec.") + list + "[" + std::to_string(at++) + "].resources.";
      for (const char *kind : {"requests", "limits"}) {
        const Json &amounts = member(member(container, "resources"), kind);
        if (!amounts.is_object()) continue;
        for (const auto &[name, amount] : amounts.items()) {
          if (requested_.size() >= kMaxNames) return;
          requested_.try_emplace(name, subject + ": " + path + kind);
        }
      }
    });
  }
}

std::vector<std::string> ResourceNames::doubts() const {
  if (supplied_.size() > kMaxNames) return {};
  std::vector<std::string_view> known(std::begin(kKnownResources), std::end(kKnownResources));
  for (const std::string &name : supplied_) known.push_back(name);
  std::vector<std::string> out;
  for (const auto &[name, field] : requested_) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string nearest = nearest_key(name, known);
    if (!nearest.empty())
      out.push_back(field + "[" + quote(clip(name, 64)) +
                    "]: no node has this resource; did you mean " + quote(nearest) + "?");
  }
  return out;
}

}  // namespace koordctl
