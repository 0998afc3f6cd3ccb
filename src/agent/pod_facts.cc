#include "agent/pod_facts.h"

#include <algorithm>
#include <string_view>

#include "base/error.h"
#include "device/allocation/claimed_grants.h"
#include "object/pod_request.h"

namespace koord::agent {
namespace {

// Koordinator's batch-cpu is CPU of BE pods in thousandths. There is no such rule for mid-cpu.
bool is_cpu(std::string_view resource) {
  return resource == object::kCpu || resource == "kubernetes.io/batch-cpu";
}

bool is_memory(std::string_view resource) {
  return resource == object::kMemory || resource.starts_with("hugepages-");
}

void make_set(std::vector<int> &ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace

bool operator==(const PodFacts &a, const PodFacts &b) {
  return a.uid == b.uid && a.name_space == b.name_space && a.name == b.name && a.label == b.label &&
         a.kube_qos == b.kube_qos && a.claims == b.claims && a.claimed == b.claimed &&
         a.requires_isolated == b.requires_isolated && a.requested_cpus == b.requested_cpus &&
         a.scheduled == b.scheduled && a.devices_refused.reason == b.devices_refused.reason &&
         a.numa_nodes == b.numa_nodes && a.cpu_nodes == b.cpu_nodes &&
         a.pool_nodes == b.pool_nodes && a.memory_nodes == b.memory_nodes &&
         object::same(a.devices, b.devices) && object::same(a.devices_used, b.devices_used);
}

PodFacts facts_of(const object::PodObject &pod) {
  if (pod.uid.empty())
    throw Error(Status::kInvalid,
                object::describe(pod) + ": metadata.uid: is empty, expected a unique id");
  PodFacts facts;
  facts.uid = pod.uid;
  facts.name_space = pod.name_space;
  facts.name = pod.name;
  facts.label = pod.qos;
  facts.requires_isolated = pod.requires_isolated;
  const object::PodTotals totals = object::totals_of(pod);
  facts.kube_qos = totals.kube_qos;
  const int64_t milli = object::amount_of(totals.requests, object::kCpu);
  facts.requested_cpus = milli / 1000;
  facts.scheduled = pod.scheduled.value_or(object::ClaimRank::kUnknownTime);
  facts.devices = pod.devices.allocated;
  facts.devices_refused = device::judge_claim(pod, totals, Profile::kSpec, &facts.devices_used);
  if (!pod.status) return facts;
  if (pod.status->cpus && !pod.status->cpus->empty()) {
    facts.claims = true;
    facts.claimed = *pod.status->cpus;
  }
  for (const object::NumaAmounts &numa : pod.status->numa) {
    const auto names = [&](bool (*is_meant)(std::string_view)) {
      return std::ranges::any_of(numa.amounts, [&](const object::Amount &amount) {
        return is_meant(amount.resource) && amount.value > 0;
      });
    };
    facts.numa_nodes.push_back(numa.node);
    if (names(is_cpu)) facts.cpu_nodes.push_back(numa.node);
    if (names(is_memory)) facts.memory_nodes.push_back(numa.node);
  }
  for (const object::SharedPool &pool : pod.status->pools) facts.pool_nodes.push_back(pool.node);
  make_set(facts.numa_nodes);
  make_set(facts.cpu_nodes);
  make_set(facts.memory_nodes);
  make_set(facts.pool_nodes);
  return facts;
}

}  // namespace koord::agent
