#include "plan/basis.h"

#include <algorithm>

namespace koord::plan {

void rely_on(sched::Changes &changes, const sched::Scene &scene, uint32_t node) {
  const bool known = std::any_of(changes.basis.begin(), changes.basis.end(),
                                 [&](const auto &basis) { return basis.node == node; });
  if (!known) changes.basis.push_back({node, scene.generation(node)});
}

}  // namespace koord::plan
