#include "plan/capacity.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>

#include "sched/verdict/allocate.h"

namespace koord::plan {
namespace {

void note_what_is_left(const sched::View &node, Room &out) {
  out.left_milli = std::max<int64_t>(0, node->free_amount[sched::Resources::kCpu]);
  out.left_memory = std::max<int64_t>(0, node->free_amount[sched::Resources::kMemory]);
}

// Saturates instead of overflowing.
int64_t sum(int64_t a, int64_t b) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  return a > most - b ? most : a + b;
}

}  // namespace

Room place_all(sched::Draft &draft, const sched::Query &query, const sched::Options &options,
               uint32_t node, uint32_t most) {
  Room out;
  out.node = node;
  std::deque<sched::Holding> placed;
  while (out.pods < most) {
    sched::Holding holding;
    const Refusal refusal =
        sched::allocate(draft.view(), query.shape, options, query.conditions(), holding);
    out.reason = refusal.reason;
    if (refusal.refused()) break;
    placed.push_back(std::move(holding));
    draft.put_on(placed.back());
    ++out.pods;
  }
  note_what_is_left(draft.view(), out);
  return out;
}

Capacity capacity(const sched::ClusterSnapshot &snapshot, const sched::Query &query,
                  const CapacityOptions &options) {
  Capacity out;
  std::map<Reason, RoomBy> reasons;
  RestartTrial trial(snapshot, options.restarts, query.skip_fit, options.excluded);
  out.displaced = trial.displaced();
  out.unplaced = trial.unplaced();
  for (uint32_t node = 0; node < snapshot.ids(); ++node) {
    if (!snapshot.has(node)) continue;
    sched::Draft *changed = trial.changed(node);
    const sched::View view = changed != nullptr ? changed->view() : snapshot.view(node);
    const sched::Judgement first =
        sched::judge(view, *query.shape, snapshot.options(), query.conditions());
    Room row;
    row.node = node;
    if (trial.is_closed(node, *query.shape)) {
      row.reason = Reason::kNodeUnschedulable;
      row.unresolvable = true;
      if (!trial.is_drained(node)) note_what_is_left(view, row);
    } else if (first.refusal.refused()) {
      row.reason = first.refusal.reason;
      row.unresolvable = first.unresolvable || sched::is_unresolvable(row.reason);
      note_what_is_left(view, row);
    } else if (!capacity_from_amounts(view, query, snapshot.options(), first.placement,
                                      options.most, row)) {
      if (changed != nullptr) {
        row = place_all(*changed, query, snapshot.options(), node, options.most);
      } else {
        sched::Draft draft = snapshot.draft(node);
        row = place_all(draft, query, snapshot.options(), node, options.most);
      }
    }
    RoomBy &by = reasons[row.reason];
    by.reason = row.reason;
    ++by.nodes;
    by.pods += row.pods;
    by.left_milli = sum(by.left_milli, row.left_milli);
    by.left_memory = sum(by.left_memory, row.left_memory);
    out.pods += row.pods;
    out.rows.push_back(row);
  }
  for (const auto &[reason, by] : reasons) out.reasons.push_back(by);
  return out;
}

}  // namespace koord::plan
