// Requests of a pod to kubelet's managers. They are computed once per pod and used for any
// number of nodes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/kubelet_version.h"
#include "base/refusal.h"
#include "object/objects.h"

namespace koord::kubelet {

inline constexpr size_t kMaxPodContainers = 1024;

struct MemoryRequest {
  std::string kind;  // "memory", "hugepages-1Gi"
  uint64_t bytes = 0;
  bool is_int64 = true;  // see object::AmountForm; the memory manager cannot read other forms
};

// Request for a resource that is not one of Kubernetes' own.
struct ExtendedRequest {
  std::string resource;
  int64_t units = 0;
};

struct ContainerRequest {
  std::string name;
  bool init = false;
  bool sidecar = false;                   // an init container that keeps running
  int64_t cpus = 0;                       // exclusive CPUs; 0 if it shares CPUs
  std::vector<MemoryRequest> memory;      // on NUMA nodes, ascending by kind
  std::vector<ExtendedRequest> extended;  // ascending by resource

  bool ends() const { return init && !sidecar; }  // later containers can reuse its resources
  bool memory_is_int64() const { return std::ranges::all_of(memory, &MemoryRequest::is_int64); }
};

// Rules by which a kubelet reads a pod.
struct RequestRules {
  KubeletVersion version = kDefaultKubeletVersion;
  bool pod_level_managers = false;  // gate PodLevelResourceManagers
};

struct PodRequest {
  std::string uid;
  // True for Guaranteed pods. Kubelet's managers ignore all other pods, except for their devices,
  // and, without their gate, pods with pod-level resources.
  bool managed = false;
  // True for pods with pod-level resources under that gate. `cpus` and `memory` are then those
  // resources. Only containers that are Guaranteed by themselves have CPUs and memory of their own.
  bool pod_level = false;
  std::vector<ContainerRequest> containers;  // in the order in which kubelet admits them
  int64_t cpus = 0;                          // exclusive CPUs of the whole pod
  std::vector<MemoryRequest> memory;
  std::vector<ExtendedRequest> extended;

  bool memory_is_int64() const {
    return pod_level ? std::ranges::all_of(memory, &MemoryRequest::is_int64)
                     : std::ranges::all_of(containers, &ContainerRequest::memory_is_int64);
  }
};

// Throws kInvalid if two containers have the same name. Throws kLimit for more than
// kMaxPodContainers containers and for amounts that add up to more than 2^63 - 1.
PodRequest request_of(const object::PodObject &pod, const RequestRules &rules = {});
// Returns the CPU manager's view of a pod of any shape. Containers are named by their index in
// the pod. `qos` is object::kube_qos_of(pod, rules.version). Throws kLimit like request_of, but
// accepts any number of containers.
PodRequest cpu_request_of(const object::PodObject &pod, object::KubeQos qos,
                          const RequestRules &rules = {});
// Adds the requests of memory to such a request. Throws kLimit like request_of.
void add_memory(const object::PodObject &pod, const RequestRules &rules, PodRequest &request);
// Adds the requests of extended resources, likewise.
void add_extended(const object::PodObject &pod, PodRequest &request);
// Returns the exclusive CPUs of all containers together, where init containers leave theirs to
// later ones.
int64_t cpus_of_containers(const object::PodObject &pod,
                           const std::vector<ContainerRequest> &containers);

// Returns the refusal of a Static memory manager for the first container whose memory it cannot
// read as an int64. It depends on the pod alone. `qos` is object::kube_qos_of(pod).
Refusal judge_memory_form(const object::PodObject &pod, object::KubeQos qos);
Refusal refuse_memory_form(int64_t bytes);

}  // namespace koord::kubelet
