#include "plan/eviction.h"

#include <algorithm>
#include <tuple>

namespace koord::plan {

using sched::Holder;
using sched::Protection;

std::vector<Holder> enough_to_evict(const sched::Scene &scene, uint32_t node, int32_t priority,
                                    const Ask &ask) {
  std::vector<Holder> victims = scene.holders(node);
  const auto keepers =
      std::stable_partition(victims.begin(), victims.end(), [&](const Holder &pod) {
        return !pod.uid.empty() && pod.priority < priority && pod.protection != Protection::kKeep;
      });
  if (keepers == victims.begin()) return {};
  sched::Draft emptied = scene.draft(node);
  emptied.clear();
  for (auto pod = keepers; pod != victims.end(); ++pod) emptied.put_on(*pod->holding);
  victims.erase(keepers, victims.end());
  if (!ask(emptied.view()).value_or(false)) return {};
  // Whom to spare least first.
  std::sort(victims.begin(), victims.end(), [](const Holder &a, const Holder &b) {
    return std::tuple(a.protection, a.priority, a.uid) <
           std::tuple(b.protection, b.priority, b.uid);
  });
  sched::Draft full = scene.draft(node);
  for (const Holder &pod : victims) {
    full.take_off(*pod.holding);
    const std::optional<bool> fits = ask(full.view());
    if (!fits) return {};
    if (*fits) return {pod};
    full.put_on(*pod.holding);
  }
  // Everybody leaves, and who can comes back, as long as somebody can: whose return helps another to return
  // may stand behind him.
  std::vector<Holder> gone = victims;
  for (bool returned = true; returned;) {
    returned = false;
    for (size_t i = gone.size(); i-- > 0;) {
      emptied.put_on(*gone[i].holding);
      const std::optional<bool> fits = ask(emptied.view());
      if (!fits) return {};
      if (*fits)
        gone.erase(gone.begin() + static_cast<ptrdiff_t>(i));
      else
        emptied.take_off(*gone[i].holding);
      returned |= *fits;
    }
  }
  return gone;
}

}  // namespace koord::plan
