#include "plan/basis.h"

#include <algorithm>

namespace koord::plan {

void rely_on(sched::Changes &changes, const sched::ClusterSnapshot &snapshot, uint32_t node) {
  const bool known = std::any_of(changes.basis.begin(), changes.basis.end(),
                                 [&](const auto &basis) { return basis.node == node; });
  if (known) return;
  const uint64_t never = 0;
  changes.basis.push_back(
      {node, snapshot.has_removed_pods(node) ? never : snapshot.generation(node)});
}

}  // namespace koord::plan
