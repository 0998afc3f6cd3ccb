// What a scheduler learns of its workload while it runs: the kinds of tasks that arrived, recent
// ones counting most.
#pragma once

#include <cstdint>
#include <vector>

#include "replay/fragments.h"
#include "replay/trace.h"

namespace koordctl {

class AgedKinds {
 public:
  // A count halves with so many further arrivals. `expected`: as if only these had arrived ever
  // before, in proportion to their tasks.
  explicit AgedKinds(uint32_t half_life, const std::vector<TaskKind> &expected = {});

  void add(const TracePod &pod);

  // In proportion to the counts; kinds that have come down to nothing are left out.
  std::vector<TaskKind> kinds() const;

 private:
  double growth_;      // what an arrival counts beside the one before it
  double weight_ = 1;  // of the next
  KindCounts counts_;
};

}  // namespace koordctl
