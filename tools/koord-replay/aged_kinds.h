// The kinds of tasks that a scheduler learns from arrivals while it runs. Recent arrivals count
// most.
#pragma once

#include <cstdint>
#include <vector>

#include "fragments.h"
#include "trace.h"

namespace koordctl {

class AgedKinds {
 public:
  // A count halves after `half_life` further arrivals. `expected` initializes the counts as if only
  // these tasks had ever arrived, in proportion to their numbers.
  explicit AgedKinds(uint32_t half_life, const std::vector<TaskKind> &expected = {});

  void add(const TracePod &pod);

  // Returns the kinds in proportion to their counts. Kinds whose count rounds to zero are left out.
  std::vector<TaskKind> kinds() const;

 private:
  double growth_;      // weight of an arrival relative to the one before it
  double weight_ = 1;  // weight of the last arrival
  KindCounts counts_;
};

}  // namespace koordctl
