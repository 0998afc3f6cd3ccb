// Merges as kubelet does. Kubelet walks the product of all lists and keeps the better of each two
// merges. The result does not depend on the order of the walk:
//   - A preferred merge beats every other, and among preferred ones the better mask wins. A merge
//     is preferred if all its hints are and their masks are equal. Such masks are those that every
//     list names or leaves open (agreement.h).
//   - If there is none, let B be the largest of the lists' narrowest widths. A current mask wider
//     than B is replaced by any narrower one, a mask narrower than B by any wider one up to B, and
//     a mask of width B by no other width. So width B is kept once it is reached, and it is
//     reached if there is such a merge. Otherwise the widest mask below B is kept, which no mask
//     above B replaces, or else the narrowest above B. Among masks of one width the better is kept
//     at every step. This is an order on masks, and its best element over all intersections of the
//     lists (meetings.h) is the result.
#include "numa/agreement.h"
#include "numa/intersections.h"
#include "numa/merge.h"
#include "numa/order.h"

namespace koord::numa {
namespace {

// Returns B. A list that names a set without nodes needs no nodes.
int widest_need(std::span<const HintList> lists) {
  constexpr int kNoHint = static_cast<int>(kMaxNodes) + 1;
  int widest = 0;
  for (const HintList &list : lists) {
    int narrowest = kNoHint;
    for (const Hint &hint : hints_of(list))
      if (hint.has_affinity) narrowest = std::min(narrowest, width(hint.nodes));
    if (narrowest != kNoHint) widest = std::max(widest, narrowest);
  }
  return widest;
}

// Orders merges that are not preferred.
class NotPreferredOrder {
 public:
  NotPreferredOrder(const Order &order, int need) : order_(order), need_(need) {}

  bool better(Mask a, Mask b) const {
    const int rank_a = rank(width(a));
    const int rank_b = rank(width(b));
    return rank_a != rank_b ? rank_a < rank_b : order_.better(a, b);
  }

 private:
  // Rank 0 is the needed width. Narrower widths follow, the widest first, then wider ones.
  int rank(int width) const {
    return width <= need_ ? need_ - width : static_cast<int>(kMaxNodes) + width;
  }

  const Order &order_;
  int need_;
};

void merge_preferred(const Query &query, const Order &order, bool single, Merged &out) {
  const Agreement agreement(query.lists, query.nodes.all(), [single](const Hint &hint) {
    return single ? is_single(hint) : hint.preferred;
  });
  agreement.for_each([&](const Agreed &agreed) {
    if (agreed.nodes == 0 || (out.preferred && !order.better(agreed.nodes, out.nodes))) return;
    out.nodes = agreed.nodes;
    out.preferred = true;
  });
  out.steps += agreement.steps();
}

void merge_not_preferred(const Query &query, const Order &order, Merged &out) {
  Intersections intersections(query.nodes.ids.size());
  for (const HintList &list : query.lists) {
    const bool within = intersections.fold(list);
    if (within) continue;
    out.reason = Reason::kSearchLimit;
    out.steps += intersections.steps();
    return;
  }
  const NotPreferredOrder ranking(order, widest_need(query.lists));
  bool found = false;
  intersections.for_each([&](Mask mask) {
    if (found && !ranking.better(mask, out.nodes)) return;
    out.nodes = mask;
    found = true;
  });
  out.steps += intersections.steps();
}

}  // namespace

Merged merge_kubelet(const Query &query) {
  check_query(query);
  Merged out;
  out.nodes = query.nodes.all();
  const bool single = query.policy == NumaPolicy::kSingleNode;
  if (query.policy == NumaPolicy::kAbsent || query.policy == NumaPolicy::kNone) {
    out.admit = true;
    return out;
  }
  const Order order(query.nodes, query.prefer_closest && !single);
  merge_preferred(query, order, single, out);
  // Preferred hints for one node either agree or have no node in common.
  if (!out.preferred && !single) merge_not_preferred(query, order, out);
  out.has_affinity = !single || out.nodes != query.nodes.all();
  if (out.reason != Reason::kNone) return out;
  out.admit = query.policy == NumaPolicy::kBestEffort || out.preferred;
  if (!out.admit) out.reason = Reason::kNumaUnaligned;
  return out;
}

}  // namespace koord::numa
