#include "sched/managed.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "object/pod_request.h"
#include "sched/kubelet_gate.h"
#include "sched/resources.h"

namespace koord::sched {
namespace {

using kubelet::PodRequest;
using object::KubeletMemory;

// No node has more kinds of memory.
bool has_too_many_kinds(const PodRequest &request) {
  std::set<std::string_view> kinds;
  for (const kubelet::ContainerRequest &container : request.containers)
    for (const kubelet::MemoryRequest &memory : container.memory) kinds.insert(memory.kind);
  return kinds.size() > KubeletMemory::kMaxKinds;
}

// Device plugins cannot have resources of Kubernetes itself.
bool may_be_of_plugin(std::string_view resource) {
  return resource.find('/') != std::string_view::npos && !is_native_resource(resource);
}

bool may_have_devices(const object::PodObject &pod) {
  return std::ranges::any_of(pod.containers, [](const object::Container &container) {
    return std::ranges::any_of(container.limits, [](const object::Amount &amount) {
      return may_be_of_plugin(amount.resource);
    });
  });
}

void add_devices(const object::PodObject &pod, PodRequest &request) {
  kubelet::add_extended(pod, request);
  const auto is_other = [](const kubelet::ExtendedRequest &extended) {
    return !may_be_of_plugin(extended.resource);
  };
  for (kubelet::ContainerRequest &container : request.containers)
    std::erase_if(container.extended, is_other);
  std::erase_if(request.extended, is_other);
}

PodRequest managed_request(const object::PodObject &pod, object::KubeQos qos,
                           KubeletVersion version) {
  const kubelet::RequestRules rules{version, true};
  PodRequest out = kubelet::cpu_request_of(pod, qos, rules);
  kubelet::add_memory(pod, rules, out);
  add_devices(pod, out);
  return out;
}

std::optional<Managed::Sum> sum_of(const PodRequest &request) {
  Managed::Sum out;
  if (request.pod_level) return std::nullopt;
  for (const kubelet::ContainerRequest &container : request.containers) {
    if (container.init) return std::nullopt;
    out.cpus += container.cpus;
    out.divisor = std::gcd(out.divisor, container.cpus);
    for (const kubelet::MemoryRequest &memory : container.memory)
      if (memory.kind != object::kMemory || !memory.is_int64 ||
          __builtin_add_overflow(out.bytes, memory.bytes, &out.bytes))
        return std::nullopt;
  }
  return out;
}

bool same_memory(const PodRequest &a, const PodRequest &b) {
  return std::ranges::equal(
      a.memory, b.memory,
      [](const kubelet::MemoryRequest &one, const kubelet::MemoryRequest &other) {
        return one.kind == other.kind && one.bytes == other.bytes;
      });
}

}  // namespace

std::shared_ptr<const Managed> managed_of(const object::PodObject &pod, object::KubeQos qos) {
  if (pod.containers.size() > Pinned::kMaxContainers || pod.is_mirror ||
      (qos != object::KubeQos::kGuaranteed && !may_have_devices(pod)))
    return nullptr;
  auto out = std::make_shared<Managed>();
  try {
    out->request = managed_request(pod, qos, kDefaultKubeletVersion);
    if (has_too_many_kinds(out->request)) return nullptr;
    out->sum = sum_of(out->request);
    if (out->request.pod_level && out->may_have_devices()) {
      out->ungated = kubelet::cpu_request_of(pod, qos, {kDefaultKubeletVersion, false});
      add_devices(pod, *out->ungated);
    }
    if (!std::ranges::any_of(pod.containers, &object::Container::init)) return out;
    PodRequest newer = managed_request(pod, qos, KubeletVersion::k138);
    if (!same_memory(out->request, newer)) out->since_138 = std::move(newer);
  } catch (const Error &error) {
    // The sum of the containers' memory cannot be represented.
    if (error.status() != Status::kLimit) throw;
    return nullptr;
  }
  return out;
}

}  // namespace koord::sched
