#include "session/resource_names.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "cli/options.h"
#include "session/amount.h"
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

bool is_lower_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool is_letter_or_digit(char c) { return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z'); }

// Returns true for a DNS subdomain.
bool is_domain(std::string_view text) {
  const auto is_label = [](const std::string &label) {
    return !label.empty() && label.front() != '-' && label.back() != '-' &&
           std::ranges::all_of(label, [](char c) { return is_lower_or_digit(c) || c == '-'; });
  };
  return !text.empty() && text.size() <= 253 && std::ranges::all_of(split(text, '.'), is_label);
}

// Returns true for names with a domain that the API server accepts.
bool is_qualified_name(std::string_view name) {
  const size_t slash = std::min(name.find('/'), name.size());
  const std::string_view local = name.substr(std::min(slash + 1, name.size()));
  return is_domain(name.substr(0, slash)) && !local.empty() && local.size() <= 63 &&
         is_letter_or_digit(local.front()) && is_letter_or_digit(local.back()) &&
         std::ranges::all_of(local, [](char c) {
           return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
         });
}

// Returns true for names that the API server accepts and that kubelet or a device plugin may
// report: huge pages of any size, and resources of domains other than Koordinator's and
// Kubernetes'. They may resemble another valid name (hugepages-1Gi, nvidia.com/mig-1g.10gb).
bool is_valid_elsewhere(const std::string &name) {
  constexpr std::string_view kHugePages = "hugepages-";
  if (name.starts_with(kHugePages))
    return find_amount("memory", name.substr(kHugePages.size())).value_or(0) > 0;
  const std::string_view domain = std::string_view(name).substr(0, name.find('/'));
  return is_qualified_name(name) && !domain.ends_with("koordinator.sh") &&
         !domain.ends_with("kubernetes.io");
}

// Returns the known resource that `name` differs from by one typing error in the domain
// ("nvida.com/gpu") or by case, or "" if there is none.
std::string resource_of_similar_domain(const std::string &name) {
  const auto parts = [](std::string_view text) {
    const size_t slash = std::min(text.find('/'), text.size());
    return std::pair(text.substr(0, slash), text.substr(slash));
  };
  const auto [domain, local] = parts(name);
  for (const std::string_view known : kKnownResources) {
    const auto [known_domain, known_local] = parts(known);
    if (known_local.empty() || edit_distance(local, known_local) > 0) continue;
    if (edit_distance(domain, known_domain) <= 1) return std::string(known);
  }
  return "";
}

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
    const std::string nearest =
        is_valid_elsewhere(name) ? resource_of_similar_domain(name) : nearest_key(name, known);
    const std::string subject = field + "[" + quote(clip(name, 64)) + "]: ";
    if (!nearest.empty())
      out.push_back(subject + "no node has this resource; did you mean " + quote(nearest) + "?");
    else if (name.find('/') != name.npos && !is_qualified_name(name))
      out.push_back(subject + "found a name that the API server refuses");
  }
  return out;
}

}  // namespace koordctl
