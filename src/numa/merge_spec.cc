#include <algorithm>

#include "numa/agreement.h"
#include "numa/merge.h"
#include "numa/order.h"

namespace koord::numa {
namespace {

// An agreed set and the properties that rank it.
struct Choice {
  Mask nodes = 0;
  int64_t score = 0;
  bool preferred = false;
  bool breaks = false;  // violates exclusivity
  bool named = false;
  bool found = false;
};

bool better(const Order &order, const Choice &a, const Choice &b) {
  if (a.preferred != b.preferred) return a.preferred;
  if (a.breaks != b.breaks) return b.breaks;
  if (const int place = order.compare(a.nodes, b.nodes); place != 0) return place < 0;
  return a.score != b.score ? a.score > b.score : a.nodes < b.nodes;
}

Choice choose(const Query &query, uint64_t &steps) {
  const bool single = query.policy == NumaPolicy::kSingleNode;
  const bool exclusive = query.exclusive == NumaExclusive::kRequired;
  const Order order(query.nodes, query.prefer_closest);
  const Agreement agreement(query.lists, query.nodes.all(),
                            [single](const Hint &hint) { return !single || is_single(hint); });
  Choice best;
  agreement.for_each([&](const Agreed &agreed) {
    Choice choice{agreed.nodes, agreed.score, agreed.preferred, false, agreed.named, true};
    // A pod without affinity does not count as spanning nodes.
    if (exclusive && agreed.named && breaks_exclusivity(query.nodes, agreed.nodes)) {
      choice.breaks = true;
      choice.preferred = false;
    }
    if (!best.found || better(order, choice, best)) best = choice;
  });
  steps += agreement.steps();
  return best;
}

}  // namespace

Merged merge_spec(const Query &query) {
  check_query(query);
  Merged out;
  out.nodes = query.nodes.all();
  if (query.policy == NumaPolicy::kAbsent || query.policy == NumaPolicy::kNone) {
    out.admit = true;
    return out;
  }
  const bool unsatisfiable = std::any_of(query.lists.begin(), query.lists.end(),
                                         [](const HintList &list) { return list.unsatisfiable(); });
  Choice best;
  if (!unsatisfiable) best = choose(query, out.steps);
  if (best.found) {
    out.nodes = best.nodes;
    out.has_affinity = best.named;
    out.preferred = best.preferred;
    out.score = best.score;
  }
  out.unsatisfied = !best.found;
  out.admit = query.policy == NumaPolicy::kBestEffort || best.preferred;
  if (out.admit) return out;
  out.reason = unsatisfiable ? Reason::kNumaUnsatisfied
               : best.breaks ? Reason::kNumaExclusive
                             : Reason::kNumaUnaligned;
  return out;
}

}  // namespace koord::numa
