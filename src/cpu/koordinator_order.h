// The orders in which Koordinator takes CPUs.
#pragma once

#include <array>
#include <span>

#include "cpu/koordinator.h"

namespace koord::cpu {

// An ordered list of CPU ids that never touches the heap.
struct CpuList {
  void add(int cpu) { ids[size++] = static_cast<uint16_t>(cpu); }
  std::span<const uint16_t> view() const { return {ids.data(), size}; }

  size_t size = 0;
  std::array<uint16_t, Topology::kMaxCpus> ids;
};

// The CPUs of a set in rounds, one CPU per core and round. A core with CPUs in `own` begins as many
// rounds later, so that cores come out with as equal numbers as the set allows.
class SpreadRounds {
 public:
  SpreadRounds(const SiblingMap &siblings, const CpuSet &cpus, const CpuSet &own)
      : siblings_(siblings), rest_(cpus - own), later_(own) {}

  // The next round that has CPUs; empty after the last.
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

// Returns true if the request's CPUs are a sum of whole cores that differ in width.
bool sums_cores(const Topology &topology, const Request &request);

// Every list is complete up to `want` CPUs and may end after them. `own`: CPUs that the pick has
// already; empty where they do not matter.
class CpuOrder {
 public:
  CpuOrder(const Topology &topology, const Request &request, const State &state);

  // CPUs core by core; cores by (references, socket, core number). Where cores differ in width and
  // none may be split, wide ones come first, and a core is left out where the later ones do not
  // make up the rest. The list then has as many CPUs up to `want` as whole cores make up.
  void by_core(const CpuSet &cpus, int want, CpuList &list) const;
  // The first CPU of each core by (references, id).
  void one_per_core(const CpuSet &cpus, int want, CpuList &list) const;
  // CPUs by (references, id), spread over cores.
  void spread_by_cpu(const CpuSet &cpus, const CpuSet &own, int want, CpuList &list) const;
  // The order of the last stage: sockets that gave CPUs already, then fuller or emptier places,
  // cores with few free threads, and in a core by references.
  void by_place(const CpuSet &cpus, const CpuSet &taken, CpuList &list) const;
  // Reorders a list round after round; each round takes the first remaining CPU of every core, of
  // cores with CPUs in `own` as many rounds later.
  void spread(CpuList &list, const CpuSet &own) const;

 private:
  uint32_t references(int cpu) const;
  bool fewer_references(int a, int b) const;
  void by_references(const CpuSet &cpus, CpuList &list) const;
  // Upstream leaves lists no longer than a core is wide as they are.
  bool spreads(size_t cpus) const {
    return evenly_ || cpus > static_cast<size_t>(topology_.cpus_per_core());
  }

  const Topology &topology_;
  bool evenly_;
  bool most_allocated_;
  bool keep_whole_;
  std::span<const uint16_t> ref_counts_;  // empty where CPUs are not shared
};

}  // namespace koord::cpu
