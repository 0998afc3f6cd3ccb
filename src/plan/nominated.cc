#include "plan/nominated.h"

#include "sched/verdict/allocate.h"

namespace koord::plan {

void Nominated::begin(uint32_t node) {
  all_ = snapshot_.added_holdings(node);
  keep_room_ = others_ == Others::kMove && snapshot_.added_pods_fit(node);
  have_room_.assign(all_.size(), true);
  placed_.clear();
}

Refusal Nominated::allocate(sched::Draft &draft, const sched::ShapePtr &shape,
                            const sched::Conditions &conditions, sched::Holding &out) {
  if (empty()) return sched::allocate(draft.view(), shape, snapshot_.options(), conditions, out);
  draft.take_off(to_place());
  place_on(draft);
  Refusal refusal = sched::allocate(draft.view(), shape, snapshot_.options(), conditions, out);
  if (!refusal.refused()) refusal = check_beside(out, draft);
  take_off(draft);
  draft.put_on(to_place());
  return refusal;
}

void Nominated::place_on(sched::Draft &draft) {
  for (size_t i = 0; i < to_place().size(); ++i)
    have_room_[i] =
        !snapshot_.place_added(all_[i]->shared_shape(), draft, placed_.emplace_back()).refused();
}

void Nominated::count_on(sched::Draft &draft) {
  for (const sched::Holding *pod : to_place())
    draft.put_on(placed_.emplace_back(pod->shared_shape()));
}

std::vector<const sched::Holding *> Nominated::placed() const {
  std::vector<const sched::Holding *> out;
  for (const sched::Holding &pod : placed_) out.push_back(&pod);
  return out;
}

void Nominated::take_off(sched::Draft &draft) {
  if (placed_.empty()) return;
  draft.take_off(placed());
  placed_.clear();
}

Refusal Nominated::check_beside(const sched::Holding &newcomer, sched::Draft &draft) const {
  if (empty()) return {};
  std::vector<const sched::Holding *> before = placed();
  if (keep_room_) before.assign(all_.begin(), all_.end());
  draft.take_off(before);
  draft.put_on(newcomer);
  std::deque<sched::Holding> after;
  std::vector<const sched::Holding *> guests = {&newcomer};
  Refusal out;
  for (size_t i = 0; i < all_.size() && !out.refused(); ++i) {
    const Refusal refusal =
        snapshot_.place_added(all_[i]->shared_shape(), draft, after.emplace_back());
    guests.push_back(&after.back());
    if (have_room_[i]) out = refusal;
  }
  draft.take_off(guests);
  draft.put_on(before);
  return out;
}

}  // namespace koord::plan
