// The holders of each CPU, and a summary of each holder's CPUs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "render/picture.h"

namespace koord::render {

// The mark of a CPU: the number of its only holder, or one of these.
enum Mark : int16_t {
  kFree = -1,    // in several sets
  kShared = -2,  // in several
  kBarred = -3   // in no set, and not allowed to the process that read the machine
};

// One line of the legend.
struct LegendEntry {
  int16_t mark;
  std::string label;  // cleaned
  CpuSet cpus;        // of this machine
  int whole_cores = 0;
  int split_cores = 0;  // held in part
  CpuSet nodes;         // ids
  CpuSet l3s;           // indices
};

class Holding {
 public:
  // Throws kLimit if there are more holders than letters.
  Holding(const Topology &topology, std::span<const Holder> holders, bool ascii);

  bool has_holders() const { return !holders_.empty(); }
  int16_t mark(int cpu) const { return marks_[static_cast<size_t>(cpu)]; }
  int free_among(const CpuSet &cpus) const { return free_.count_and(cpus); }
  // Returns the holders in the caller's order, then shared, free and barred CPUs if there are any.
  const std::vector<LegendEntry> &entries() const { return entries_; }
  // Returns "A web, B db" for a CPU with holders, or an empty string.
  std::string names_of(int cpu) const;
  // Returns remarks about the sets: CPUs that the machine does not have.
  const std::vector<std::string> &remarks() const { return remarks_; }

 private:
  LegendEntry make_entry(const Topology &topology, int16_t mark, std::string label,
                         const CpuSet &cpus) const;
  std::string shared_label() const;

  std::span<const Holder> holders_;
  std::vector<std::string> labels_;
  std::vector<int16_t> marks_;  // by CPU id
  CpuSet free_;
  std::vector<LegendEntry> entries_;
  std::vector<std::string> remarks_;
};

}  // namespace koord::render
