#include "object/pod_request.h"

#include <algorithm>
#include <map>

#include "base/error.h"

namespace koord::object {
namespace {

using List = Amounts Container::*;
// The names are those of the amounts that went in, which must stay where they are.
using Sums = std::map<std::string_view, int64_t>;

bool is_huge_pages(std::string_view resource) { return resource.starts_with("hugepages-"); }
bool is_qos_resource(std::string_view resource) { return resource == kCpu || resource == kMemory; }
// Resources that may be stated for the pod as a whole; Kubernetes ignores others there.
bool is_pod_level_resource(std::string_view resource) {
  return is_qos_resource(resource) || is_huge_pages(resource);
}
bool names_pod_level_resource(const Amounts &amounts) {
  return std::any_of(amounts.begin(), amounts.end(),
                     [](const Amount &a) { return is_pod_level_resource(a.resource); });
}

// Adds up amounts of one pod; `what` is "requests" or "limits".
class Adder {
 public:
  Adder(const PodObject &pod, std::string_view what) : pod_(pod), what_(what) {}

  int64_t sum(std::string_view resource, int64_t a, int64_t b) const {
    int64_t out;
    if (__builtin_add_overflow(a, b, &out))
      throw Error(Status::kLimit, describe(pod_) + ": " + std::string(what_) + " of " +
                                      quoted(resource) + " add up to more than 2^63 - 1");
    return out;
  }
  void add(Sums &sums, const Amount &amount) const {
    int64_t &value = sums[amount.resource];
    value = sum(amount.resource, value, amount.value);
  }
  void add(Sums &sums, const Amounts &amounts) const {
    for (const Amount &amount : amounts) add(sums, amount);
  }

 private:
  const PodObject &pod_;
  std::string_view what_;
};

// An init container's need includes the sidecars before it. Resources that it does not name itself need
// no look: what those sidecars need of them is part of the sum anyway.
Sums aggregate(const PodObject &pod, List list, const Adder &adder) {
  Sums running;   // app containers and sidecars
  Sums sidecars;  // those declared so far
  Sums peaks;     // of init containers
  for (const Container &container : pod.containers) {
    const Amounts &amounts = container.*list;
    if (!container.init || container.restartable) adder.add(running, amounts);
    if (!container.init) continue;
    if (container.restartable) {
      adder.add(sidecars, amounts);
      continue;
    }
    for (const Amount &amount : amounts) {
      const auto before = sidecars.find(amount.resource);
      const int64_t need =
          adder.sum(amount.resource, amount.value, before == sidecars.end() ? 0 : before->second);
      const auto [peak, is_new] = peaks.try_emplace(amount.resource, need);
      if (!is_new) peak->second = std::max(peak->second, need);
    }
  }
  for (const auto &[resource, peak] : peaks) {
    int64_t &value = running[resource];
    value = std::max(value, peak);
  }
  return running;
}

void replace_by_pod_level(Sums &sums, const Amounts &pod_level) {
  for (const Amount &amount : pod_level)
    if (is_pod_level_resource(amount.resource)) sums[amount.resource] = amount.value;
}

Amounts to_amounts(const Sums &sums) {
  Amounts out;
  out.reserve(sums.size());
  for (const auto &[resource, value] : sums) out.push_back({std::string(resource), value});
  return out;
}

// Both ascending; where both name a resource, `first` counts.
Amounts merged(const Amounts &first, const Amounts &second) {
  Amounts out;
  out.reserve(first.size() + second.size());
  std::set_union(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(out),
                 [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  return out;
}

template <typename Keep>
Amounts filtered(const Amounts &amounts, Keep &&keep) {
  Amounts out;
  std::copy_if(amounts.begin(), amounts.end(), std::back_inserter(out), keep);
  return out;
}

// Limits of huge pages that containers state and the pod does not.
void fill_pod_huge_page_limits(PodObject &pod) {
  if (pod.pod_limits.empty() && pod.pod_requests.empty()) return;
  const Amounts limits = to_amounts(aggregate(pod, &Container::limits, Adder(pod, "limits")));
  pod.pod_limits = merged(pod.pod_limits, filtered(limits, [&](const Amount &limit) {
                            return is_huge_pages(limit.resource) &&
                                   find_amount(pod.pod_requests, limit.resource) == nullptr;
                          }));
}

// Requests that the pod does not state: its containers' of cpu and memory, else its limits.
void fill_pod_requests(PodObject &pod) {
  if (pod.pod_limits.empty()) return;
  const Amounts requests = to_amounts(aggregate(pod, &Container::requests, Adder(pod, "requests")));
  pod.pod_requests = merged(pod.pod_requests, filtered(requests, [](const Amount &request) {
                              return is_qos_resource(request.resource);
                            }));
  pod.pod_requests = merged(pod.pod_requests, filtered(pod.pod_limits, [](const Amount &limit) {
                              return is_pod_level_resource(limit.resource);
                            }));
}

// cpu and memory, where not 0.
void add_qos_amounts(Sums &sums, const Amounts &amounts, const Adder &adder) {
  for (const Amount &amount : amounts)
    if (is_qos_resource(amount.resource) && amount.value > 0) adder.add(sums, amount);
}

bool limits_cpu_and_memory(const Amounts &limits) {
  return amount_of(limits, kCpu) > 0 && amount_of(limits, kMemory) > 0;
}

KubeQos compute_kube_qos(const PodObject &pod) {
  const Adder request_adder(pod, "requests");
  const Adder limit_adder(pod, "limits");
  Sums requests;
  Sums limits;
  bool all_limited = true;
  const auto look_at = [&](const Amounts &some_requests, const Amounts &some_limits) {
    add_qos_amounts(requests, some_requests, request_adder);
    add_qos_amounts(limits, some_limits, limit_adder);
    all_limited = all_limited && limits_cpu_and_memory(some_limits);
  };
  if (pod.pod_level) {
    look_at(pod.pod_requests, pod.pod_limits);
  } else {
    for (const Container &container : pod.containers) look_at(container.requests, container.limits);
  }
  if (requests.empty() && limits.empty()) return KubeQos::kBestEffort;
  return all_limited && requests == limits ? KubeQos::kGuaranteed : KubeQos::kBurstable;
}

bool same_amount(const Amount *request, const Amount *limit) {
  if (request == nullptr || limit == nullptr) return request == limit;
  return request->value == limit->value;
}

}  // namespace

std::string describe(const PodObject &pod) { return describe("Pod", pod.name_space, pod.name); }

void fill_defaults(PodObject &pod) {
  for (Container &container : pod.containers)
    container.requests = merged(container.requests, container.limits);
  if (!pod.pod_level) return;
  fill_pod_huge_page_limits(pod);
  fill_pod_requests(pod);
}

Amounts effective_requests(const PodObject &pod) {
  const Adder adder(pod, "requests");
  Sums sums = aggregate(pod, &Container::requests, adder);
  replace_by_pod_level(sums, pod.pod_requests);
  adder.add(sums, pod.overhead);
  return to_amounts(sums);
}

Amounts effective_limits(const PodObject &pod) {
  const Adder adder(pod, "limits");
  Sums sums = aggregate(pod, &Container::limits, adder);
  replace_by_pod_level(sums, pod.pod_limits);
  for (const Amount &overhead : pod.overhead) {
    const auto limit = sums.find(overhead.resource);
    if (limit != sums.end() && limit->second != 0)
      limit->second = adder.sum(overhead.resource, limit->second, overhead.value);
  }
  return to_amounts(sums);
}

bool has_pod_level_resources(const PodObject &pod) noexcept {
  return names_pod_level_resource(pod.pod_requests) || names_pod_level_resource(pod.pod_limits);
}

KubeQos kube_qos_of(const PodObject &pod) {
  return pod.kube_qos ? *pod.kube_qos : compute_kube_qos(pod);
}

PriorityClass priority_class_of(int32_t priority) noexcept {
  switch (priority / 1000) {
    case 9:
      return PriorityClass::kProd;
    case 7:
      return PriorityClass::kMid;
    case 5:
      return PriorityClass::kBatch;
    case 3:
      return PriorityClass::kFree;
    default:
      return PriorityClass::kNone;
  }
}

PriorityClass priority_class_of(const PodObject &pod, KubeQos kube_qos) noexcept {
  if (pod.priority_class != PriorityClass::kNone) return pod.priority_class;
  return effective_qos(pod, kube_qos) == Qos::kBe ? PriorityClass::kBatch : PriorityClass::kProd;
}

PriorityClass priority_class_of(const PodObject &pod) {
  return priority_class_of(pod, kube_qos_of(pod));
}

Qos effective_qos(const PodObject &pod, KubeQos kube_qos) noexcept {
  if (pod.qos != Qos::kNone) return pod.qos;
  return kube_qos == KubeQos::kBestEffort ? Qos::kBe : Qos::kLs;
}

Qos effective_qos(const PodObject &pod) { return effective_qos(pod, kube_qos_of(pod)); }

bool limit_is_request(const PodObject &pod, std::string_view resource) noexcept {
  const Amount *request = find_amount(pod.pod_requests, resource);
  const Amount *limit = find_amount(pod.pod_limits, resource);
  if (request != nullptr || limit != nullptr) return same_amount(request, limit);
  return std::all_of(pod.containers.begin(), pod.containers.end(), [&](const Container &c) {
    return same_amount(find_amount(c.requests, resource), find_amount(c.limits, resource));
  });
}

}  // namespace koord::object
