#include "plan/eviction.h"

#include <algorithm>
#include <tuple>

namespace koord::plan {

using sched::Holder;
using sched::Protection;

std::vector<Holder> enough_to_evict(const sched::Scene &scene, uint32_t node, int32_t priority,
                                    const std::function<bool(const sched::View &)> &fits) {
  std::vector<Holder> victims = scene.holders(node);
  std::erase_if(victims, [&](const Holder &pod) {
    return pod.uid.empty() || pod.priority >= priority || pod.protection == Protection::kKeep;
  });
  if (victims.empty()) return {};
  // Whom to spare least first.
  std::sort(victims.begin(), victims.end(), [](const Holder &a, const Holder &b) {
    return std::tuple(a.protection, a.priority, a.uid) <
           std::tuple(b.protection, b.priority, b.uid);
  });
  sched::Draft draft = scene.draft(node);
  for (const Holder &pod : victims) draft.take_off(*pod.holding);
  if (!fits(draft.view())) return {};
  for (const Holder &pod : victims) draft.put_on(*pod.holding);
  for (const Holder &pod : victims) {
    draft.take_off(*pod.holding);
    if (fits(draft.view())) return {pod};
    draft.put_on(*pod.holding);
  }
  // Everybody leaves, and who can comes back.
  for (const Holder &pod : victims) draft.take_off(*pod.holding);
  std::vector<Holder> gone;
  for (auto pod = victims.rbegin(); pod != victims.rend(); ++pod) {
    draft.put_on(*pod->holding);
    if (fits(draft.view())) continue;
    draft.take_off(*pod->holding);
    gone.push_back(*pod);
  }
  std::reverse(gone.begin(), gone.end());
  return gone;
}

}  // namespace koord::plan
