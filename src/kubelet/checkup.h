// Checks kubelet's state files before it starts. Finds the faults at which kubelet would stop and
// those with which it would continue.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"

namespace koord::kubelet {

// Values equal those of KOORD_KUBELET_FAULT_*.
enum class Fault : int32_t {
  kUnreadable = 1,       // the file, or a set in it
  kChecksum = 2,         // wrong or missing
  kVersion = 3,          // a version that kubelet no longer writes or does not know yet
  kPolicy = 4,           // the file's policy is not the configured one
  kDefaultEmpty = 5,     // no default set, but entries
  kReserved = 6,         // reserved CPUs are in the wrong set
  kOverlapsDefault = 7,  // an entry's CPUs are in the default set, too
  kCpusGone = 8,         // CPUs that the machine does not have
  kCpusMissing = 9,      // CPUs in neither the default set nor an entry
  kOverlap = 10,         // entries of two pods have CPUs in common
  kEmptyEntry = 11,      // an entry without CPUs
  kPodGone = 12,         // an entry of a pod that does not exist
  kMemory = 13           // the state of the memory manager
};
// Returns a stable name such as "checksum" or "pod-gone".
const char *fault_name(Fault fault);

// Reports contain it as the boolean "stops".
enum class Severity : int32_t {
  kStops = 1,  // kubelet does not start
  kWrong = 2   // it starts and continues with the fault
};

struct Finding {
  Fault fault{};
  Severity severity{};
  std::string pod, container;              // the entry; empty for the default set or the whole file
  CpuSet cpus;                             // the CPUs concerned
  std::string other_pod, other_container;  // kOverlap: the other entry with these CPUs
  std::string kubelet;  // kubelet's message if it stops; only in the first finding of each kind
  std::string detail;   // added to the sentence: a reader's error, the policy found
};
// Describes the finding in one sentence.
std::string sentence(const Finding &finding);
// Returns a text such as "CPUs 0-3,8"; long lists are cut.
std::string cpus_text(const CpuSet &cpus);

struct Checkup {
  static constexpr size_t kMaxFindings = 1024;

  std::vector<Finding> findings;  // in the order in which kubelet meets them
  size_t left_out = 0;            // number of findings beyond kMaxFindings

  void add(Finding finding);
  // Returns the first finding at which kubelet stops, or nullptr if it starts.
  const Finding *stop() const;
};

using PodSet = std::set<std::string, std::less<>>;  // uids

// present: the pods that exist, or nullptr if unknown.
Checkup check_cpus(const NodeSetup &setup, const CpuState &state, const PodSet *present = nullptr);
Checkup check_memory(const NodeSetup &setup, const MemoryState &state,
                     const PodSet *present = nullptr);

}  // namespace koord::kubelet
