#include "kubelet/admission.h"

#include "kubelet/cpu_manager.h"
#include "kubelet/device_manager.h"
#include "kubelet/memory_manager.h"
#include "numa/merge.h"

namespace koord::kubelet {
namespace {

class PodAdmission {
 public:
  PodAdmission(const NodeSetup &setup, const PodRequest &pod, Attempt &trial)
      : setup_(setup),
        pod_(pod),
        devices_(setup, trial),
        cpus_(setup, trial),
        memory_(setup, trial) {}

  Admission run() {
    if (setup_.pod_scope() && pod_.pod_level) return admit_whole();
    Affinity chosen;
    if (setup_.pod_scope() && !align(devices_.pod_hints(pod_), cpus_.pod_hints(pod_),
                                     memory_.pod_hints(pod_), pod_.memory, chosen))
      return std::move(admission_);
    for (size_t i = 0; i < pod_.containers.size(); ++i) {
      const ContainerRequest &container = pod_.containers[i];
      const bool admitted =
          (setup_.pod_scope() || align_container(container, chosen)) && allocate(container, chosen);
      if (admitted) continue;
      if (pod_.pod_level && admission_.refusal.reason == Reason::kNumaUnaligned)
        admission_.refusal.object = Object::kPod;
      admission_.refusal.where_object = Object::kContainer;
      admission_.refusal.where = static_cast<int32_t>(i);
      break;
    }
    return std::move(admission_);
  }

 private:
  // Serves a pod by its pod-level resources. Kubelet allocates its devices later, when it starts
  // the containers.
  Admission admit_whole() {
    Affinity chosen;
    Refusal &refusal = admission_.refusal;
    if (align(devices_.pod_hints(pod_), cpus_.pod_hints(pod_), memory_.pod_hints(pod_), pod_.memory,
              chosen)) {
      admission_.affinities.assign(pod_.containers.size(), chosen);
      refusal = cpus_.allocate_pod(pod_, chosen.nodes);
      if (!refusal.refused())
        refusal =
            memory_.allocate_pod(pod_, {chosen.nodes, 0, chosen.nodes != 0, chosen.preferred});
    } else {
      refusal.object = Object::kPod;
    }
    refusal.profile = Profile::kKubelet;
    if (refusal.refused() && refusal.where_object == Object::kMachine)
      refusal.where_object = Object::kPod;
    return std::move(admission_);
  }

  bool align_container(const ContainerRequest &container, Affinity &chosen) {
    if (!setup_.aligns()) return true;
    return align(devices_.container_hints(container), cpus_.container_hints(container),
                 memory_.container_hints(container), container.memory, chosen);
  }

  // Returns false and sets the refusal if the policy rejects the merged hints.
  bool align(const std::vector<DeviceAdvice> &devices, const Advice &cpus, const Advice &memory,
             const std::vector<MemoryRequest> &kinds, Affinity &chosen) {
    enum Provider : int32_t { kDevices, kCpus, kMemory };
    std::vector<numa::HintList> lists;
    lists.reserve(devices.size() + 1 + kinds.size());
    for (const DeviceAdvice &device : devices)
      lists.push_back({device.resource, kDevices, device.advice.opinion, device.advice.hints});
    lists.push_back({object::kCpu, kCpus, cpus.opinion, cpus.hints});
    for (const MemoryRequest &kind : kinds)
      lists.push_back({kind.kind, kMemory, memory.opinion, memory.hints});
    numa::Query query;
    query.nodes = setup_.numa_nodes();
    query.policy = setup_.numa_policy();
    query.prefer_closest = setup_.prefer_closest();
    query.lists = lists;
    const numa::Merged merged = numa::merge_kubelet(query);
    if (!merged.admit) {
      admission_.refusal = {};
      admission_.refusal.reason = merged.reason;
      admission_.refusal.profile = Profile::kKubelet;
      return false;
    }
    chosen = {merged.has_affinity ? merged.nodes : 0, merged.preferred};
    return true;
  }

  bool allocate(const ContainerRequest &container, const Affinity &chosen) {
    if (setup_.aligns()) admission_.affinities.push_back(chosen);
    admission_.refusal = devices_.allocate(container, chosen.nodes);
    if (!admission_.refusal.refused()) admission_.refusal = cpus_.allocate(container, chosen.nodes);
    if (!admission_.refusal.refused())
      admission_.refusal =
          memory_.allocate(pod_, container, {chosen.nodes, 0, chosen.nodes != 0, chosen.preferred});
    admission_.refusal.profile = Profile::kKubelet;
    return !admission_.refusal.refused();
  }

  const NodeSetup &setup_;
  const PodRequest &pod_;
  DeviceManager devices_;
  CpuManager cpus_;
  MemoryManager memory_;
  Admission admission_;
};

}  // namespace

Admission admit(const NodeSetup &setup, const PodRequest &pod, Attempt &trial) {
  return PodAdmission(setup, pod, trial).run();
}

void sweep(const NodeSetup &setup, Attempt &trial) {
  DeviceManager devices(setup, trial);
  CpuManager cpus(setup, trial);
  MemoryManager memory(setup, trial);
  for (ContainerHolding &container : trial.pod.containers) {
    devices.release(container);
    cpus.release(container);
    memory.release(container);
  }
  trial.pod.containers.clear();
}

}  // namespace koord::kubelet
