// A node as its kubelet sees it: a state machine of pods that arrive and go. What kubelet 1.36
// would answer is known without asking it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "kubelet/admission.h"
#include "kubelet/attempt.h"
#include "kubelet/holding.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"

namespace koord::kubelet {

struct Answer {
  Admission admission;
  // What the pod holds when it is admitted; what it got so far where it is not.
  PodHolding holding;
};

// What is left of a pod that was refused.
enum class Refused {
  kSwept,  // nothing
  // What it got, until the next call that changes the node: that is what kubelet's files show.
  kLeft
};

// A value: copies share the setup and what pods hold, and cost a few hundred bytes and 16 for each
// pod that holds something.
class Kubelet {
 public:
  explicit Kubelet(std::shared_ptr<const NodeSetup> setup);
  // A kubelet that starts with state files. Throws kConflict as restore_cpus and restore_memory.
  // All devices of `devices` are in the setup (add_held).
  Kubelet(std::shared_ptr<const NodeSetup> setup, const CpuState &cpus, const MemoryState &memory,
          const DeviceState &devices = {});

  const NodeSetup &setup() const { return *setup_; }

  // What admit() would answer. Throws kLimit as most_devices().
  Answer judge(const PodRequest &pod) const;
  // Takes the pod in, or refuses it. A pod that is known already keeps what it holds, if it is
  // admitted; refused it loses it, as one that fails at a restart of kubelet.
  // Throws kInvalid for a pod without uid, kLimit as most_devices().
  Answer admit(const PodRequest &pod, Refused refused = Refused::kSwept);
  // Whether the pod held anything.
  bool remove(std::string_view uid);

  const PodHolding *find(std::string_view uid) const;
  // The most devices that the pod's containers could have once it is admitted, those that several
  // have counted for each. Throws kLimit for more than 2^20.
  size_t most_devices(const PodRequest &pod) const;
  std::span<const std::shared_ptr<const PodHolding>> pods() const { return pods_; }
  CpuSet shared() const { return shared_.set(); }
  // What a new container could have at most.
  CpuSet available() const { return shared_.set() - setup_->reserved(); }
  const MemoryBooks &memory() const { return memory_; }

  CpuState cpu_state() const;
  MemoryState memory_state() const;
  DeviceState device_state() const;

 private:
  using Pods = std::vector<std::shared_ptr<const PodHolding>>;

  Pods::const_iterator position(std::string_view uid) const;
  Attempt trial_of(std::string_view uid) const;
  Kubelet swept() const;
  void keep(Attempt &&trial);
  void mark_devices_in_use();

  std::shared_ptr<const NodeSetup> setup_;
  StoredCpus shared_;
  MemoryBooks memory_;
  std::vector<bool> devices_in_use_;  // by number
  Pods pods_;                         // ascending by uid, those that hold something
  std::string left_;                  // uid of a pod that was refused and not swept; "": none
};

}  // namespace koord::kubelet
