// A node as its kubelet sees it: a state machine of arriving and leaving pods. It predicts the
// answers of a kubelet of the configured version.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "kubelet/admission.h"
#include "kubelet/attempt.h"
#include "kubelet/pod_allocation.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"

namespace koord::kubelet {

struct Answer {
  Admission admission;
  // Resources that the pod holds if it is admitted, or that it got before it was refused.
  PodHolding holding;
};

// State that kubelet keeps for a rejected pod.
enum class Refused {
  kSwept,  // nothing
  // The resources it got, until the next call that changes the node, as in kubelet's files.
  kLeft
};

// A value type. Copies share the setup and the holdings of pods. A copy costs a few hundred bytes
// and 16 more for each pod that holds something.
class Kubelet {
 public:
  explicit Kubelet(std::shared_ptr<const NodeSetup> setup);
  // Starts a kubelet with state files. Throws kConflict like restore_cpus and restore_memory. All
  // devices of `devices` must be in the setup (add_held).
  Kubelet(std::shared_ptr<const NodeSetup> setup, const CpuState &cpus, const MemoryState &memory,
          const DeviceState &devices = {});

  const NodeSetup &setup() const { return *setup_; }

  // Returns the answer that admit() would give. Throws kLimit like most_devices().
  Answer judge(const PodRequest &pod) const;
  // Admits or refuses the pod. A known pod keeps what it holds if it is admitted, and loses it if
  // it is refused, like a pod that fails at a restart of kubelet. Throws kInvalid for a pod without
  // uid and kLimit like most_devices().
  Answer admit(const PodRequest &pod, Refused refused = Refused::kSwept);
  // Returns true if the pod held anything.
  bool remove(std::string_view uid);

  const PodHolding *find(std::string_view uid) const;
  // Returns the maximum number of devices that the pod's containers can have after admission.
  // Shared devices count once per container. Throws kLimit for more than 2^20.
  size_t most_devices(const PodRequest &pod) const;
  std::span<const std::shared_ptr<const PodHolding>> pods() const { return pods_; }
  CpuSet shared() const { return shared_.set(); }
  // Returns the CPUs that a new container could have at most.
  CpuSet available() const { return shared_.set() - setup_->reserved(); }
  const MemoryBooks &memory() const { return memory_; }

  CpuState cpu_state() const;
  MemoryState memory_state() const;
  DeviceState device_state() const;

 private:
  using Pods = std::vector<std::shared_ptr<const PodHolding>>;

  Pods::const_iterator position(std::string_view uid) const;
  Attempt trial_of(std::string_view uid) const;
  Kubelet without_refused_pod() const;
  void commit(Attempt &&trial);
  void mark_devices_in_use();

  std::shared_ptr<const NodeSetup> setup_;
  StoredCpus shared_;
  MemoryBooks memory_;
  std::vector<bool> devices_in_use_;  // by device number
  Pods pods_;                         // ascending by uid; only pods that hold something
  std::string refused_uid_;           // of the refused pod that still has resources; empty if none
};

}  // namespace koord::kubelet
