// kubelet walks the product of all lists and keeps the better of each two. What it ends with does
// not depend on the way:
//
//   - A preferred merge beats every other, and among preferred ones the better mask wins. A merge
//     is preferred when all hints are, and all their masks are equal: such masks are those that
//     every list names or leaves open (agreement.h).
//   - Without one, let B be the largest of the lists' narrowest masks. A current mask wider than B
//     gives way to any narrower one; one narrower than B to any wider one up to B; one of width B
//     to no other width. So width B is never left once reached, and reached when there is such a
//     merge; else the widest below B, which nothing above leaves; else the narrowest above. Among
//     masks of one width the better is kept at every step. That is an order on masks, and the best
//     in it over all intersections of the lists (meetings.h) is the answer.
#include "numa/agreement.h"
#include "numa/meetings.h"
#include "numa/merge.h"
#include "numa/order.h"

namespace koord::numa {
namespace {

// B. A list that names a set without nodes needs none.
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

// Whether a merge that nobody prefers is better than another.
class NotPreferredOrder {
 public:
  NotPreferredOrder(const Order &order, int need) : order_(order), need_(need) {}

  bool better(Mask a, Mask b) const {
    const int rank_a = rank(width(a));
    const int rank_b = rank(width(b));
    return rank_a != rank_b ? rank_a < rank_b : order_.better(a, b);
  }

 private:
  // 0 is the width needed, then what is narrower, from the widest on, then what is wider.
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
  Meetings meetings(query.nodes.ids.size());
  for (const HintList &list : query.lists) {
    const bool within = meetings.fold(list);
    if (within) continue;
    out.reason = Reason::kSearchLimit;
    out.steps += meetings.steps();
    return;
  }
  const NotPreferredOrder by(order, widest_need(query.lists));
  bool found = false;
  meetings.for_each([&](Mask mask) {
    if (found && !by.better(mask, out.nodes)) return;
    out.nodes = mask;
    found = true;
  });
  out.steps += meetings.steps();
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
  // Preferred hints for one node either agree or do not meet.
  if (!out.preferred && !single) merge_not_preferred(query, order, out);
  out.has_affinity = !single || out.nodes != query.nodes.all();
  if (out.reason != Reason::kNone) return out;
  out.admit = query.policy == NumaPolicy::kBestEffort || out.preferred;
  if (!out.admit) out.reason = Reason::kNumaUnaligned;
  return out;
}

}  // namespace koord::numa
