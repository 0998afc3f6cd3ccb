#include "nrt/request.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "object/pod_request.h"

namespace koord::sched {
namespace {

using object::Amount;
using object::Amounts;
using Sums = std::map<std::string_view, int64_t>;

void add(const object::PodObject &pod, const Amounts &amounts, Sums &sums) {
  for (const Amount &amount : amounts) {
    int64_t &sum = sums[amount.resource];
    if (__builtin_add_overflow(sum, amount.value, &sum))
      throw Error(Status::kLimit, describe(pod) + ": requests of " + in_quotes(amount.resource) +
                                      " add up to more than 2^63 - 1");
  }
}

// Sums up requests as upstream does, which treats sidecars like init containers that terminate.
Amounts effective_request(const object::PodObject &pod) {
  Sums together;
  Sums peaks;
  for (const object::Container &container : pod.containers) {
    if (!container.init) {
      add(pod, container.requests, together);
      continue;
    }
    for (const Amount &amount : container.requests) {
      int64_t &peak = peaks[amount.resource];
      peak = std::max(peak, amount.value);
    }
  }
  for (const auto &[resource, peak] : peaks) {
    int64_t &sum = together[resource];
    sum = std::max(sum, peak);
  }
  add(pod, pod.overhead, together);
  Amounts out;
  for (const auto &[resource, sum] : together) out.push_back({std::string(resource), sum});
  return out;
}

bool names_a_device(const object::PodObject &pod) {
  return std::any_of(pod.containers.begin(), pod.containers.end(), [](const auto &container) {
    return std::any_of(container.requests.begin(), container.requests.end(),
                       [](const Amount &a) { return !is_native_resource(a.resource); });
  });
}

}  // namespace

bool is_numa_affine(std::string_view resource) noexcept {
  return resource == object::kCpu || resource == object::kMemory ||
         resource.starts_with("hugepages-");
}

bool is_host_level(std::string_view resource) noexcept {
  return resource == "storage" || resource == "ephemeral-storage" || !is_native_resource(resource);
}

NrtPod::NrtPod(const object::PodObject &pod, object::KubeQos qos, const NrtNumbering &number)
    : qos_(qos), exempt_(qos == object::KubeQos::kBestEffort && !names_a_device(pod)) {
  add_columns(pod, number);
  for (const object::Container &container : pod.containers) {
    add_part(container.requests);
    if (container.init) ++init_containers_;
  }
  add_part(effective_request(pod));
}

void NrtPod::add_columns(const object::PodObject &pod, const NrtNumbering &number) {
  std::set<std::string_view> names;
  const auto add_names = [&](const Amounts &amounts) {
    for (const Amount &amount : amounts) names.insert(amount.resource);
  };
  for (const object::Container &container : pod.containers) add_names(container.requests);
  add_names(pod.overhead);
  if (names.size() > kMaxResources)
    throw Error(Status::kLimit, describe(pod) + ": found " + std::to_string(names.size()) +
                                    " resources, expected at most " +
                                    std::to_string(kMaxResources));
  for (const std::string_view name : names) {
    by_number_.push_back(static_cast<uint32_t>(columns_.size()));
    columns_.push_back({std::string(name), number(name), is_numa_affine(name), is_host_level(name),
                        name == object::kCpu});
  }
  std::sort(by_number_.begin(), by_number_.end(),
            [this](uint32_t a, uint32_t b) { return columns_[a].number < columns_[b].number; });
}

void NrtPod::add_part(const Amounts &amounts) {
  parts_.push_back({requests_.size(), amounts.size()});
  auto column = columns_.begin();  // both ascend by name
  for (const Amount &amount : amounts) {
    column = std::find_if(column, columns_.end(),
                          [&](const Column &c) { return c.resource == amount.resource; });
    requests_.push_back({static_cast<uint32_t>(column - columns_.begin()), amount.value});
  }
}

}  // namespace koord::sched
