// Finds the nearest state of the CPU manager with which kubelet starts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "kubelet/checkup.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"

namespace koord::kubelet {

// Reports contain its name.
enum class Act : int32_t {
  kRewritten = 1,  // the file as a whole: its checksum, its version, its policy
  kDropped = 2,    // an entry; kubelet assigns the container CPUs again when it starts
  kShrunk = 3,     // an entry keeps the rest of its CPUs
  kJoins = 4,      // CPUs join the default set
  kLeaves = 5,     // CPUs leave the default set
  kReplaced = 6,   // an entry has other CPUs, or is new
  kShared = 7      // CPUs of a pod that none of its containers holds stay in the default set
};
// Returns a stable name such as "rewritten" or "dropped".
const char *act_name(Act act);

struct Change {
  Act act{};
  Fault why{};                 // 0 if replaced on request
  std::string pod, container;  // empty for the default set or the whole file
  CpuSet cpus;                 // CPUs that the entry had, or that join or leave
  CpuSet left;                 // CPUs that the entry has now
  std::string detail;          // kRewritten: the new content; kMemory: the conflict
};
std::string sentence(const Change &change);

struct Repair {
  CpuState state;
  std::vector<Change> changes;
};

struct RepairOptions {
  // The pods that exist. Entries of other pods are dropped. nullptr if unknown.
  const PodSet *present = nullptr;
  // Entries that lost CPUs keep the others instead of being dropped.
  bool keep_shrunk = false;
};
// Returns the CPUs of all containers and of whole pods.
CpuSet held_by_pods(const CpuState &state);

// Kubelet accepts the result for every `state`. A state without findings of check_cpus() is not
// changed. If two pods hold one CPU, the pod with the later uid loses it. Never gives a container
// CPUs that it did not have.
Repair repair_cpus(const NodeSetup &setup, const CpuState &state, const RepairOptions &options);

}  // namespace koord::kubelet
