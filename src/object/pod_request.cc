#include "object/pod_request.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/error.h"

namespace koord::object {
namespace {

using List = Amounts Container::*;

bool is_huge_pages(std::string_view resource) { return resource.starts_with("hugepages-"); }
bool is_qos_resource(std::string_view resource) { return resource == kCpu || resource == kMemory; }
// Returns true for resources that may be stated for
// the pod as a whole. Kubernetes ignores others there.
bool is_pod_level_resource(std::string_view resource) {
  return is_qos_resource(resource) || is_huge_pages(resource);
}
bool names_pod_level_resource(const Amounts &amounts) {
  return std::any_of(amounts.begin(), amounts.end(),
                     [](const Amount &a) { return is_pod_level_resource(a.resource); });
}

// An exact amount: value - excess / 1000.
struct Exact {
  int64_t value = 0;
  int16_t excess = 0;

  static Exact of(const Amount &amount) { return {amount.value, amount.form.excess}; }
  static Exact of(const Amounts &amounts, std::string_view resource) {
    const Amount *amount = find_amount(amounts, resource);
    return amount == nullptr ? Exact() : of(*amount);
  }
  void write_to(Amount &amount) const {
    amount.value = value;
    amount.form = {excess, true};
  }
  bool operator==(const Exact &) const = default;
  bool operator<(const Exact &other) const {
    return value != other.value ? value < other.value : excess > other.excess;
  }
};

// Adds up amounts of one pod; `what` is "requests" or "limits". Sums of a bound pod, which runs and
// has to be accounted, end at 2^63 - 1.
class Adder {
 public:
  Adder(const PodObject &pod, std::string_view what) : pod_(pod), what_(what) {}

  Exact sum(std::string_view resource, Exact a, Exact b) const {
    Exact out;
    if (__builtin_add_overflow(a.value, b.value, &out.value)) {
      if (!pod_.node.empty()) return {INT64_MAX, 0};
      throw Error(Status::kLimit, describe(pod_) + ": " + std::string(what_) + " of " +
                                      in_quotes(resource) + " add up to more than 2^63 - 1");
    }
    const int excess = a.excess + b.excess;
    out.value -= excess / 1000;
    out.excess = static_cast<int16_t>(excess % 1000);
    return out;
  }

 private:
  const PodObject &pod_;
  std::string_view what_;
};

// The amount that one container states of a resource.
struct Stated {
  std::string_view resource;
  const Container *container;  // in the order of the pod
  Exact value;
};

// Returns the amounts of all containers, grouped by resource.
std::vector<Stated> stated_of(const PodObject &pod, List list) {
  std::vector<Stated> out;
  for (const Container &container : pod.containers)
    for (const Amount &amount : container.*list)
      out.push_back({amount.resource, &container, Exact::of(amount)});
  std::sort(out.begin(), out.end(), [](const Stated &a, const Stated &b) {
    const int order = a.resource.compare(b.resource);
    return order != 0 ? order < 0 : a.container < b.container;
  });
  return out;
}

// An init container's need includes the sidecars before it. Resources that the init container
// itself does not name are skipped: what those sidecars need of them is part of the sum anyway.
Amounts aggregate(const PodObject &pod, List list, const Adder &adder) {
  if (pod.containers.size() == 1) return pod.containers.front().*list;
  const std::vector<Stated> stated = stated_of(pod, list);
  Amounts out;
  for (auto at = stated.begin(); at != stated.end();) {
    const std::string_view resource = at->resource;
    Exact running;   // app containers and sidecars
    Exact sidecars;  // those declared so far
    Exact peak;      // of init containers
    for (; at != stated.end() && at->resource == resource; ++at) {
      const Container &container = *at->container;
      if (!container.init || container.restartable)
        running = adder.sum(resource, running, at->value);
      if (container.init && container.restartable)
        sidecars = adder.sum(resource, sidecars, at->value);
      else if (container.init)
        peak = std::max(peak, adder.sum(resource, sidecars, at->value));
    }
    std::max(running, peak).write_to(out.emplace_back(Amount{std::string(resource), 0, {}}));
  }
  return out;
}

// Merges two ascending lists. If both name a resource, `first` wins.
Amounts merged(const Amounts &first, const Amounts &second) {
  Amounts out;
  out.reserve(first.size() + second.size());
  std::set_union(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(out),
                 [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  return out;
}

bool names_all_of(const Amounts &amounts, const Amounts &others) {
  return std::includes(amounts.begin(), amounts.end(), others.begin(), others.end(),
                       [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
}

template <typename Keep>
Amounts filtered(const Amounts &amounts, Keep &&keep) {
  Amounts out;
  std::copy_if(amounts.begin(), amounts.end(), std::back_inserter(out), keep);
  return out;
}

Amounts replaced_by_pod_level(const Amounts &sums, const Amounts &pod_level) {
  return merged(
      filtered(pod_level, [](const Amount &a) { return is_pod_level_resource(a.resource); }), sums);
}

// Adds limits of huge pages that containers state and the pod does not.
void fill_pod_huge_page_limits(PodObject &pod) {
  if (pod.pod_limits.empty() && pod.pod_requests.empty()) return;
  const Amounts limits = aggregate(pod, &Container::limits, Adder(pod, "limits"));
  pod.pod_limits = merged(pod.pod_limits, filtered(limits, [&](const Amount &limit) {
                            return is_huge_pages(limit.resource) &&
                                   find_amount(pod.pod_requests, limit.resource) == nullptr;
                          }));
}

// Adds requests that the pod does not state: its containers' of cpu and memory, or else its limits.
void fill_pod_requests(PodObject &pod) {
  if (pod.pod_limits.empty()) return;
  const Amounts requests = aggregate(pod, &Container::requests, Adder(pod, "requests"));
  pod.pod_requests = merged(pod.pod_requests, filtered(requests, [](const Amount &request) {
                              return is_qos_resource(request.resource);
                            }));
  pod.pod_requests = merged(pod.pod_requests, filtered(pod.pod_limits, [](const Amount &limit) {
                              return is_pod_level_resource(limit.resource);
                            }));
}

void add_overhead(const PodObject &pod, const Adder &adder, Amount &amount) {
  if (const Amount *overhead = find_amount(pod.overhead, amount.resource))
    adder.sum(amount.resource, Exact::of(amount), Exact::of(*overhead)).write_to(amount);
}

// The amounts that determine the QoS class. An amount of 0 counts as not stated.
struct QosAmounts {
  Exact cpu;
  Exact memory;

  static QosAmounts of(const Amounts &amounts) {
    return {Exact::of(amounts, kCpu), Exact::of(amounts, kMemory)};
  }
  void add(const QosAmounts &more, const Adder &adder) {
    cpu = adder.sum(kCpu, cpu, more.cpu);
    memory = adder.sum(kMemory, memory, more.memory);
  }
  bool operator==(const QosAmounts &) const = default;
};

// The rule before 1.37 compares the sums over all containers.
KubeQos qos_of_sums(const PodObject &pod) {
  const Adder request_adder(pod, "requests");
  const Adder limit_adder(pod, "limits");
  QosAmounts requests;
  QosAmounts limits;
  bool all_limited = true;
  const auto look_at = [&](const Amounts &some_requests, const Amounts &some_limits) {
    const QosAmounts limit = QosAmounts::of(some_limits);
    requests.add(QosAmounts::of(some_requests), request_adder);
    limits.add(limit, limit_adder);
    all_limited = all_limited && limit.cpu.value > 0 && limit.memory.value > 0;
  };
  if (pod.pod_level)
    look_at(pod.pod_requests, pod.pod_limits);
  else
    for (const Container &container : pod.containers) look_at(container.requests, container.limits);
  if (requests == QosAmounts{} && limits == QosAmounts{}) return KubeQos::kBestEffort;
  return all_limited && requests == limits ? KubeQos::kGuaranteed : KubeQos::kBurstable;
}

KubeQos qos_of_one(const Amounts &requests, const Amounts &limits) {
  const QosAmounts request = QosAmounts::of(requests);
  if (!(request == QosAmounts::of(limits))) return KubeQos::kBurstable;
  const bool cpu = request.cpu.value > 0;
  const bool memory = request.memory.value > 0;
  if (cpu != memory) return KubeQos::kBurstable;
  return cpu ? KubeQos::kGuaranteed : KubeQos::kBestEffort;
}

// The rule from 1.37 on compares the classes of the containers.
KubeQos qos_of_each(const PodObject &pod) {
  if (has_pod_level_resources(pod)) return qos_of_one(pod.pod_requests, pod.pod_limits);
  std::optional<KubeQos> common;
  for (const Container &container : pod.containers) {
    const KubeQos qos = qos_of_one(container.requests, container.limits);
    if (common.value_or(qos) != qos) return KubeQos::kBurstable;
    common = qos;
  }
  return common.value_or(KubeQos::kBestEffort);
}

}  // namespace

std::string describe(const PodObject &pod) { return describe("Pod", pod.name_space, pod.name); }

void fill_defaults(PodObject &pod) {
  for (Container &container : pod.containers) {
    Amounts &requests = container.requests;
    if (!names_all_of(requests, container.limits)) requests = merged(requests, container.limits);
  }
  if (!pod.pod_level) return;
  fill_pod_huge_page_limits(pod);
  fill_pod_requests(pod);
}

Amounts effective_requests(const PodObject &pod) {
  const Adder adder(pod, "requests");
  Amounts sums = aggregate(pod, &Container::requests, adder);
  if (!pod.pod_requests.empty()) sums = replaced_by_pod_level(sums, pod.pod_requests);
  if (pod.overhead.empty()) return sums;
  for (Amount &request : sums) add_overhead(pod, adder, request);
  return merged(sums, pod.overhead);
}

Amounts effective_limits(const PodObject &pod) {
  const Adder adder(pod, "limits");
  Amounts sums = aggregate(pod, &Container::limits, adder);
  if (!pod.pod_limits.empty()) sums = replaced_by_pod_level(sums, pod.pod_limits);
  if (pod.overhead.empty()) return sums;
  for (Amount &limit : sums)
    if (limit.value != 0) add_overhead(pod, adder, limit);
  return sums;
}

bool has_pod_level_resources(const PodObject &pod) noexcept {
  return names_pod_level_resource(pod.pod_requests) || names_pod_level_resource(pod.pod_limits);
}

KubeQos kube_qos_of(const PodObject &pod, KubeletVersion version) {
  if (pod.kube_qos) return *pod.kube_qos;
  return version < KubeletVersion::k137 ? qos_of_sums(pod) : qos_of_each(pod);
}

PodTotals totals_of(const PodObject &pod) {
  return {effective_requests(pod), effective_limits(pod), kube_qos_of(pod)};
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

Qos effective_qos(const PodObject &pod, KubeQos kube_qos) noexcept {
  if (pod.qos != Qos::kNone) return pod.qos;
  return kube_qos == KubeQos::kBestEffort ? Qos::kBe : Qos::kLs;
}

bool same_amount(const Amount *request, const Amount *limit) {
  if (request == nullptr || limit == nullptr) return request == limit;
  return Exact::of(*request) == Exact::of(*limit);
}

bool limit_is_request(const PodObject &pod, std::string_view resource) noexcept {
  const Amount *request = find_amount(pod.pod_requests, resource);
  const Amount *limit = find_amount(pod.pod_limits, resource);
  if (request != nullptr || limit != nullptr) return same_amount(request, limit);
  return std::all_of(pod.containers.begin(), pod.containers.end(), [&](const Container &c) {
    return same_amount(find_amount(c.requests, resource), find_amount(c.limits, resource));
  });
}

}  // namespace koord::object
