#include "dra/miss.h"

#include <algorithm>

namespace koord::dra {

namespace {

void count_causes(const Problem &problem, int at, Miss &miss) {
  const Option &option = problem.options()[at];
  const Alternative &given = *option.given;
  miss.option = at;
  miss.available = static_cast<uint32_t>(option.eligible.count());
  miss.needed = option.count;
  for (size_t i = option.selected.next(0); i < kMaxDevices; i = option.selected.next(i + 1)) {
    if (option.eligible.has(i)) continue;
    const Device &device = problem.inventory().devices[i];
    const auto constraints = problem.constraints_of(at);
    const auto lacks = [&](uint32_t c) {
      const AttributeIndex *index = problem.constraints()[c].index;
      return index == nullptr || !index->having.has(i);
    };
    if (device.unusable)
      ++miss.unusable;
    else if (!problem.tolerates(given, i))
      ++miss.tainted;
    else if (device.allocated && !device.shared && !given.admin)
      ++miss.in_use;
    else if (std::any_of(constraints.begin(), constraints.end(), lacks))
      ++miss.without_attribute;
    else
      ++miss.too_small;
  }
}

// Returns the devices that an alternative can get at most.
uint32_t usable(const Option &option) {
  return static_cast<uint32_t>(std::min(option.eligible.count(), kMaxClaimDevices));
}

uint32_t shortfall(const Option &option) {
  const uint32_t available = usable(option);
  return option.count > available ? option.count - available : 1;
}

// Finds the first request that does not fit alone, and its alternative that lacks the fewest.
bool find_alone(const Problem &problem, Miss &miss) {
  for (const Slot &slot : problem.slots()) {
    int nearest = kNoIndex;
    bool possible = false;
    for (uint32_t i = slot.first; i < slot.end; ++i) {
      possible |= problem.options()[i].possible;
      if (nearest == kNoIndex ||
          shortfall(problem.options()[i]) < shortfall(problem.options()[nearest]))
        nearest = static_cast<int>(i);
    }
    if (possible) continue;
    const Option &option = problem.options()[nearest];
    count_causes(problem, nearest, miss);
    miss.short_devices = shortfall(option);
    if (option.given->all && problem.inventory().has_unusable())
      miss.reason = MissReason::kPoolIncomplete;
    else if (option.count > kMaxClaimDevices && usable(option) == kMaxClaimDevices) {
      miss.reason = MissReason::kClaimLimit;
      miss.available = kMaxClaimDevices;
    } else {
      miss.reason = MissReason::kTooFewDevices;
    }
    return true;
  }
  return false;
}

// Returns the alternative of a request that needs the fewest devices.
uint32_t smallest(const Problem &problem, const Slot &slot) {
  uint32_t out = slot.first;
  for (uint32_t at = slot.first; at < slot.end; ++at) {
    const Option &option = problem.options()[at];
    const Option &best = problem.options()[out];
    if (option.possible && (!best.possible || option.count < best.count)) out = at;
  }
  return out;
}

// Finds a claim that is too large with the smallest alternatives of its requests, and the request
// that exceeds the limit.
bool exceeds_claim_limit(const Problem &problem, Miss &miss) {
  const std::vector<Slot> &slots = problem.slots();
  size_t devices = 0;
  for (size_t i = 0; i < slots.size(); ++i) {
    if (i == 0 || slots[i].claim != slots[i - 1].claim) devices = 0;
    const uint32_t option = smallest(problem, slots[i]);
    devices += problem.options()[option].count;
    if (devices <= kMaxClaimDevices) continue;
    for (size_t later = i + 1; later < slots.size() && slots[later].claim == slots[i].claim;
         ++later)
      devices += problem.options()[smallest(problem, slots[later])].count;
    miss.reason = MissReason::kClaimLimit;
    miss.option = static_cast<int>(option);
    miss.needed = static_cast<uint32_t>(devices);
    miss.available = kMaxClaimDevices;
    miss.short_devices = miss.needed - miss.available;
    return true;
  }
  return false;
}

// Tries relaxations of one problem until the steps run out.
class Relaxer {
 public:
  Relaxer(const Problem &problem, Search &search, uint64_t max_steps, Miss &miss)
      : problem_(problem), search_(search), max_steps_(max_steps), miss_(miss) {}

  bool fits(const Relaxation &relaxation) {
    const uint64_t left = max_steps_ - miss_.steps;
    if (left == 0) {
      miss_.truncated = true;
      return false;
    }
    relaxed_.prepare(problem_.inventory(), problem_.claims(), relaxation, left);
    search_.run(relaxed_, Wanted::kAny, left, answer_);
    miss_.steps += std::min(1 + answer_.steps, left);
    miss_.truncated |= answer_.truncated && !answer_.found;
    return answer_.found;
  }

 private:
  const Problem &problem_;
  Search &search_;
  const uint64_t max_steps_;
  Miss &miss_;
  Problem relaxed_;
  Answer answer_;
};

void drop_constraint(const Problem &problem, Relaxer &relaxer, Miss &miss) {
  for (size_t i = 0; i < problem.claims().constraints.size(); ++i) {
    Relaxation relaxation;
    relaxation.without_constraint = static_cast<int>(i);
    if (!relaxer.fits(relaxation)) continue;
    miss.constraint = static_cast<int>(i);
    miss.remedies |= kDropConstraint;
    if (miss.reason == MissReason::kTogether) miss.reason = MissReason::kConstraint;
    return;
  }
}

// Finds the exact request that fits with the fewest devices less, but at least one. A request with
// alternatives has no single count.
void ask_for_fewer(const Problem &problem, Relaxer &relaxer, Miss &miss) {
  for (uint32_t fewer = 1; fewer <= kMaxClaimDevices && !miss.truncated; ++fewer)
    for (size_t i = 0; i < problem.slots().size(); ++i) {
      const Slot &slot = problem.slots()[i];
      const Option &option = problem.options()[slot.first];
      if (slot.end - slot.first != 1 || option.given->all || option.given->count <= fewer) continue;
      Relaxation relaxation;
      relaxation.fewer_slot = static_cast<int>(i);
      relaxation.fewer = fewer;
      if (!relaxer.fits(relaxation)) continue;
      miss.remedies |= kFewerDevices;
      miss.short_devices = fewer;
      if (miss.option != static_cast<int>(slot.first)) {
        miss.unusable = miss.tainted = miss.in_use = miss.too_small = miss.without_attribute = 0;
        const uint32_t needed = miss.needed, available = miss.available;
        count_causes(problem, static_cast<int>(slot.first), miss);
        if (miss.reason == MissReason::kClaimLimit) {  // the numbers are those of the claim
          miss.needed = needed;
          miss.available = available;
        }
      }
      return;
    }
}

}  // namespace

Miss find_miss(const Problem &problem, bool truncated) {
  Miss miss;
  if (truncated) {
    miss.reason = MissReason::kUndecided;
    miss.truncated = true;
  } else if (!find_alone(problem, miss) && !exceeds_claim_limit(problem, miss)) {
    miss.reason = MissReason::kTogether;
  }
  return miss;
}

void find_remedies(const Problem &problem, Search &search, uint64_t max_steps, Miss &miss) {
  if (miss.reason == MissReason::kUndecided || miss.reason == MissReason::kPoolIncomplete) return;
  Relaxer relaxer(problem, search, max_steps, miss);
  drop_constraint(problem, relaxer, miss);
  ask_for_fewer(problem, relaxer, miss);
  Relaxation tolerant;
  tolerant.tolerate = true;
  if (relaxer.fits(tolerant)) miss.remedies |= kTolerateTaints;
  Relaxation idle;
  idle.free = true;
  if (relaxer.fits(idle)) miss.remedies |= kFreeDevices;
}

}  // namespace koord::dra
