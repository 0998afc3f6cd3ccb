// The nearest state of the CPU manager with which kubelet starts, and other CPUs in it for pods
// that a scheduler decides about.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "kubelet/checkup.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"

namespace koord::kubelet {

// Reports give its name.
enum class Act : int32_t {
  kRewritten = 1,  // the file as a whole: its checksum, its version, its policy
  kDropped = 2,    // an entry; kubelet gives the container CPUs anew when it starts
  kShrunk = 3,     // an entry keeps what is left of it
  kJoins = 4,      // CPUs join the default set
  kLeaves = 5,     // CPUs leave the default set
  kReplaced = 6,   // an entry has other CPUs, or there was none
  kShared = 7      // CPUs of a pod that no container of its own holds stay in the default set
};
// "rewritten", "dropped"; stable.
const char *act_name(Act act);

struct Change {
  Act act{};
  Fault why{};                 // 0: replaced on request
  std::string pod, container;  // "": the default set or the file as a whole
  CpuSet cpus;                 // what the entry had; what joins or leaves
  CpuSet left;                 // what the entry has now
  std::string detail;          // of kRewritten: what is written now; kMemory: what is in the way
};
std::string sentence(const Change &change);

struct Repair {
  CpuState state;
  std::vector<Change> changes;
};

struct RepairOptions {
  const PodSet *present = nullptr;  // entries of other pods are dropped; nullptr: not known
  bool keep_shrunk = false;  // entries that lost CPUs keep the others instead of being dropped
};
// Kubelet accepts the outcome whatever `state` says; a state in which check_cpus() finds nothing
// stays as it is. Of two pods that hold one CPU the one with the later uid loses it. Never gives a
// container CPUs that it did not have.
Repair repair_cpus(const NodeSetup &setup, const CpuState &state, const RepairOptions &options);

// A pod that a scheduler gave CPUs.
struct ScheduledPod {
  std::string name;  // for messages
  PodRequest request;
  CpuSet cpus;
};
// The entries of these pods are replaced: each container that kubelet gives own CPUs gets as many
// of them as it asks for, those it had where they are among them, else picked as the node's policy
// picks; init containers from the same CPUs. Throws kConflict, naming the pod, where CPUs are not
// there, reserved, held by another pod or too few, or where `state` is one that kubelet does not
// start with; kInvalid for pods without uid or given twice.
Repair replace_cpus(const NodeSetup &setup, const CpuState &state,
                    std::span<const ScheduledPod> pods);

}  // namespace koord::kubelet
