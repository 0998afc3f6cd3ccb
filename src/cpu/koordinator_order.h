// The orders in which Koordinator takes CPUs.
#pragma once

#include <array>
#include <span>

#include "cpu/koordinator.h"

namespace koord::cpu {

// An ordered list of CPU ids without heap allocation.
struct CpuList {
  void add(int cpu) { ids[size++] = static_cast<uint16_t>(cpu); }
  std::span<const uint16_t> view() const { return {ids.data(), size}; }

  size_t size = 0;
  std::array<uint16_t, Topology::kMaxCpus> ids;
};

// Splits a set into rounds of one CPU per core. A core with CPUs in `own` joins as many rounds
// later, so that the totals of the cores are as equal as the set allows.
class SpreadRounds {
 public:
  SpreadRounds(const SiblingMap &siblings, const CpuSet &cpus, const CpuSet &own)
      : siblings_(siblings), rest_(cpus - own), later_(own) {}

  // Returns the next round that has CPUs, or an empty set after the last.
  CpuSet next() {
    CpuSet round;
    while (round.empty() && !rest_.empty()) {
      if (later_.empty()) {
        round = siblings_.lowest_per_core(rest_);
        rest_ -= round;
        break;
      }
      round = siblings_.lowest_per_core(rest_ - siblings_.with_siblings(later_));
      rest_ -= round;
      later_ -= siblings_.lowest_per_core(later_);
    }
    return round;
  }

 private:
  const SiblingMap &siblings_;
  CpuSet rest_;
  CpuSet later_;
};

// Returns true if the pick must be a sum of whole cores that differ in width.
bool sums_cores(const Topology &topology, const Request &request);

// Sorts CPUs for a pick. A list is complete up to `want` CPUs and may end there. `own` holds the
// CPUs that the pick already has; it is empty if they do not matter.
class CpuOrder {
 public:
  CpuOrder(const Topology &topology, const Request &request, const State &state);

  // Lists CPUs core by core, and cores by (references, socket, core number). If cores differ in
  // width and none may be split, wide cores come first, and a core is skipped if the cores after it
  // cannot make up the rest. The list then has the greatest sum of whole cores up to `want`.
  void by_core(const CpuSet &cpus, int want, CpuList &list) const;
  // Lists the first CPU of each core by (references, id).
  void one_per_core(const CpuSet &cpus, int want, CpuList &list) const;
  // Lists CPUs by (references, id), spread over cores.
  void spread_by_cpu(const CpuSet &cpus, const CpuSet &own, int want, CpuList &list) const;
  // Lists CPUs in the order of the last stage: sockets that already gave CPUs first, then fuller or
  // emptier sockets and NUMA nodes, then cores with few free threads, then CPUs by references.
  void by_domain(const CpuSet &cpus, const CpuSet &taken, CpuList &list) const;
  // Reorders a list into rounds. Each round takes the first remaining CPU of every core; cores with
  // CPUs in `own` join as many rounds later.
  void spread(CpuList &list, const CpuSet &own) const;

 private:
  uint32_t references(int cpu) const;
  bool fewer_references(int a, int b) const;
  void by_references(const CpuSet &cpus, CpuList &list) const;
  // Upstream does not spread lists that are no longer than a core is wide.
  bool spreads(size_t cpus) const {
    return evenly_ || cpus > static_cast<size_t>(topology_.cpus_per_core());
  }

  const Topology &topology_;
  bool evenly_;
  bool most_allocated_;
  bool keep_whole_;
  std::span<const uint16_t> ref_counts_;  // empty if CPUs are not shared
};

}  // namespace koord::cpu
