#include "plan/preempt.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "plan/evictions.h"
#include "plan/nominated.h"

namespace koord::plan {
namespace {

// The order in which kube-scheduler picks a node; ties
// go to the higher score, then to the lower number.
auto rank_of(const Preemption &row) {
  const bool none = row.count == 0;
  return std::tuple(row.avoided, none ? 0 : 1, row.highest_priority, row.priority_sum, row.count,
                    -row.score, row.node);
}

}  // namespace

Preemptions preempt(const sched::ClusterSnapshot &snapshot, const Preemptor &pod,
                    const PreemptionOptions &options) {
  Preemptions out;
  std::vector<size_t> to_search;
  for (const sched::Verdict &verdict : snapshot.verdicts(pod.query)) {
    Preemption row;
    row.node = verdict.node;
    row.generation = snapshot.generation(verdict.node);
    row.reason = static_cast<Reason>(verdict.reason);
    row.score = verdict.score;
    row.unresolvable = (verdict.flags & sched::kUnresolvable) != 0;
    const bool fits = row.reason == Reason::kNone && snapshot.added_holdings(row.node).empty();
    if (!fits && !row.unresolvable) to_search.push_back(out.rows.size());
    out.rows.push_back(row);
  }
  Evictions evictions(snapshot, pod, options.preference);
  uint64_t left = options.work;
  for (size_t i = 0; i < to_search.size(); ++i) {
    // Work that easy nodes do not use is left for later ones.
    const uint64_t share = left / (to_search.size() - i);
    left -= share;
    left += evictions.find(out.rows[to_search[i]], share, out.victims);
  }
  const auto refused =
      std::stable_partition(out.rows.begin(), out.rows.end(),
                            [](const Preemption &row) { return row.reason == Reason::kNone; });
  std::sort(out.rows.begin(), refused,
            [](const Preemption &a, const Preemption &b) { return rank_of(a) < rank_of(b); });
  return out;
}

Refusal carry_out(const sched::ClusterSnapshot &snapshot, const Preemptor &pod, uint32_t node,
                  std::span<const Victim> victims, sched::Changes &out) {
  sched::Draft draft = snapshot.draft(node);
  for (const Victim &victim : victims) {
    uint32_t at = 0;
    sched::Holder holder;
    if (!snapshot.find(victim.uid, at, holder) || at != node)
      throw Error(Status::kStale, "pod " + in_quotes(victim.uid) + ": is no longer on the node");
    draft.take_off(*holder.holding);
  }
  sched::Holding holding;
  const Refusal refusal = Nominated(snapshot, Nominated::Others::kLeave, node)
                              .allocate(draft, pod.query.shape, pod.query.conditions(), holding);
  if (refusal.refused()) return refusal;
  for (const Victim &victim : victims)
    out.steps.push_back({sched::ChangeKind::kRelease, node, victim.priority, victim.uid, {}});
  out.steps.push_back(
      {sched::ChangeKind::kPlace, node, pod.priority, std::string(pod.uid), std::move(holding)});
  snapshot.add_basis(node, out);
  return {};
}

}  // namespace koord::plan
