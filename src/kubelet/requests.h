// What a pod requests of a kubelet's managers. Made once per pod, then put to any number of nodes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/refusal.h"
#include "object/objects.h"

namespace koord::kubelet {

inline constexpr size_t kMaxPodContainers = 1024;

struct MemoryRequest {
  std::string kind;  // "memory", "hugepages-1Gi"
  uint64_t bytes = 0;
  bool is_int64 = true;  // see object::AmountForm; the memory manager fails to read others
};

// Of a resource that is none of Kubernetes' own.
struct ExtendedRequest {
  std::string resource;
  int64_t units = 0;
};

struct ContainerRequest {
  std::string name;
  bool init = false;
  bool sidecar = false;                   // an init container that keeps running
  int64_t cpus = 0;                       // exclusive ones; 0: it shares
  std::vector<MemoryRequest> memory;      // of NUMA nodes, ascending by kind
  std::vector<ExtendedRequest> extended;  // ascending by resource

  bool ends() const { return init && !sidecar; }  // what it holds can be reused
  bool memory_is_int64() const { return std::ranges::all_of(memory, &MemoryRequest::is_int64); }
};

struct PodRequest {
  std::string uid;
  // Guaranteed, without resources of the pod as a whole: kubelet's managers pass over all others,
  // but for their devices.
  bool managed = false;
  std::vector<ContainerRequest> containers;  // in the order in which kubelet admits them
  int64_t cpus = 0;                          // exclusive ones, of the whole pod
  std::vector<MemoryRequest> memory;
  std::vector<ExtendedRequest> extended;

  bool memory_is_int64() const {
    return std::ranges::all_of(containers, &ContainerRequest::memory_is_int64);
  }
};

// Throws kInvalid where two containers have one name, kLimit for more than kMaxPodContainers
// containers and for amounts that add up to more than 2^63 - 1.
PodRequest request_of(const object::PodObject &pod);
// What the CPU manager looks at, of pods of any shape: containers are named by their places in the
// pod. `qos` is object::kube_qos_of(pod). Throws kLimit as request_of does, but takes any number of
// containers.
PodRequest cpu_request_of(const object::PodObject &pod, object::KubeQos qos);

// The refusal of a Static memory manager for the first container whose memory it cannot read as an
// int64, which depends on nothing but the pod. `qos` is object::kube_qos_of(pod).
Refusal judge_memory_form(const object::PodObject &pod, object::KubeQos qos);
Refusal refuse_memory_form(int64_t bytes);

}  // namespace koord::kubelet
