// What is wrong with the files of a kubelet before it starts: everything it would stop at, and what
// it would go on with although it is wrong.
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

// Numbers are those of KOORD_KUBELET_FAULT_*.
enum class Fault : int32_t {
  kUnreadable = 1,       // the file, or a set in it
  kChecksum = 2,         // wrong or missing
  kVersion = 3,          // of the file: one that kubelet no longer writes, or does not know yet
  kPolicy = 4,           // of the file, is not the configured one
  kDefaultEmpty = 5,     // no default set, but entries
  kReserved = 6,         // reserved CPUs are not where they belong
  kOverlapsDefault = 7,  // an entry's CPUs are in the default set, too
  kCpusGone = 8,         // CPUs that the machine does not have
  kCpusMissing = 9,      // CPUs in neither the default set nor an entry
  kOverlap = 10,         // entries of two pods have CPUs in common
  kEmptyEntry = 11,      // an entry without CPUs
  kPodGone = 12,         // an entry of a pod that is not there
  kMemory = 13           // the state of the memory manager
};
// "checksum", "pod-gone"; stable.
const char *fault_name(Fault fault);

// Reports tell whether it is kStops.
enum class Severity : int32_t {
  kStops = 1,  // kubelet does not start
  kWrong = 2   // it starts, and goes on with what is wrong
};

struct Finding {
  Fault fault{};
  Severity severity{};
  std::string pod, container;              // the entry; "": the default set or the file as a whole
  CpuSet cpus;                             // those it is about
  std::string other_pod, other_container;  // kOverlap: whose they are, too
  std::string kubelet;  // what kubelet says when this stops it; of the first finding of each kind
  std::string detail;   // what the sentence adds: an error of the reader, the policy that was found
};
// One sentence for people.
std::string sentence(const Finding &finding);
// "CPUs 0-3,8", cut where it is long.
std::string in_words(const CpuSet &cpus);

struct Checkup {
  static constexpr size_t kMaxFindings = 1024;

  std::vector<Finding> findings;  // in the order in which kubelet meets them
  size_t left_out = 0;            // more than kMaxFindings

  void add(Finding finding);
  // The first at which kubelet stops; nullptr: it starts.
  const Finding *stop() const;
};

using PodSet = std::set<std::string, std::less<>>;  // uids

// `present`: the pods that are there; nullptr: not known.
Checkup check_cpus(const NodeSetup &setup, const CpuState &state, const PodSet *present = nullptr);
Checkup check_memory(const NodeSetup &setup, const MemoryState &state,
                     const PodSet *present = nullptr);

}  // namespace koord::kubelet
