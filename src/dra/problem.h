// The claims of a pod against an inventory, prepared for the search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dra/claims.h"
#include "dra/inventory.h"

namespace koord::dra {

inline constexpr int kNoIndex = -1;
inline constexpr uint64_t kDefaultSteps = 100'000;

// Changes of a problem, to find out what would make it fit.
struct Relaxation {
  int without_constraint = kNoIndex;
  int fewer_slot = kNoIndex;  // this request asks for `fewer` devices less
  uint32_t fewer = 0;
  bool tolerate = false;  // all taints are tolerated
  bool free = false;      // nothing is in use
};

// An alternative, with the devices that it may use as long as nothing else is allocated.
struct Option {
  const Alternative *given = nullptr;
  uint32_t count = 0;
  bool possible = false;
  DeviceSet selected;
  DeviceSet eligible;
};

// A request: one of its alternatives has to be allocated.
struct Slot {
  uint32_t first = 0;  // its alternatives: first to end - 1
  uint32_t end = 0;
  uint32_t claim = 0;
  // An earlier request of the claim that differs in nothing, or kNoIndex. Their answers may be
  // exchanged, so that the search visits one order only.
  int twin = kNoIndex;
};

struct PreparedConstraint {
  const Constraint *given = nullptr;
  const AttributeIndex *index = nullptr;  // nullptr: no device has the attribute
};

class Problem {
 public:
  // Both arguments must outlive the problem. Memory of an earlier call is used again. Stops if it
  // takes more than `max_steps`; the problem is not prepared then, and a search does not decide it.
  void prepare(const Inventory &inventory, const Claims &claims, const Relaxation &relaxation,
               uint64_t max_steps = kDefaultSteps);
  bool is_prepared() const { return comparisons_ / 64 <= max_steps_; }
  // Returns the work of prepare(). A step is 64 comparisons.
  uint64_t steps() const { return comparisons_ / 64; }

  const Inventory &inventory() const { return *inventory_; }
  const Claims &claims() const { return *claims_; }
  const std::vector<Slot> &slots() const { return slots_; }
  const std::vector<Option> &options() const { return options_; }
  const std::vector<PreparedConstraint> &constraints() const { return constraints_; }
  // Positions in constraints() of the constraints of an alternative.
  std::span<const uint32_t> constraints_of(size_t option) const {
    return {scoped_.data() + first_scoped_[option], scoped_.data() + first_scoped_[option + 1]};
  }
  // Returns an upper bound of the devices of all claims, valid for every relaxation, too.
  size_t most_devices() const;
  // Devices that differ in nothing that this problem reads, for each device.
  const DeviceSet &alike(size_t device) const { return classes_[class_of_[device]]; }
  // Devices that an alternative without admin access may use.
  const DeviceSet &relevant() const { return relevant_; }
  // Devices of the kinds that the selectors of alternatives without admin access match.
  const DeviceSet &of_wanted_kinds() const { return of_wanted_kinds_; }
  // Returns false if the device has a taint that the alternative does not tolerate.
  bool tolerates(const Alternative &alternative, size_t device) const;
  bool is_allocated(size_t device) const {
    return inventory_->devices[device].allocated && !relaxation_.free;
  }
  int64_t used(const Capacity &capacity) const { return relaxation_.free ? 0 : capacity.used; }
  const std::vector<int64_t> &counters() const {
    return relaxation_.free ? inventory_->counters : inventory_->counters_left();
  }

 private:
  void prepare_slots();
  void prepare_constraints();
  void prepare_option(size_t at);
  void find_wanted_kinds();
  void find_twins();
  void find_classes();
  bool fits(const Alternative &alternative, size_t device) const;
  bool has_capacity(const Alternative &alternative, size_t device, bool count_used) const;
  bool are_twins(const Slot &a, const Slot &b) const;
  uint64_t signature(size_t device) const;
  bool are_alike(size_t a, size_t b) const;

  const Inventory *inventory_ = nullptr;
  const Claims *claims_ = nullptr;
  Relaxation relaxation_;
  uint64_t comparisons_ = 0, max_steps_ = 0;
  std::vector<Slot> slots_{};
  std::vector<Option> options_{};
  std::vector<PreparedConstraint> constraints_{};
  std::vector<const AttributeIndex *> attributes_{};  // of the constraints, each once
  std::vector<uint32_t> scoped_{}, first_scoped_{};
  DeviceSet relevant_, of_wanted_kinds_;
  std::vector<DeviceSet> classes_{};
  std::vector<uint64_t> class_signatures_{};
  std::vector<uint32_t> class_members_{};  // one device of each class
  std::vector<uint32_t> class_of_{};
};

// Returns the requested amount of a capacity, or nothing.
std::optional<int64_t> requested(const Alternative &alternative, uint32_t capacity);

}  // namespace koord::dra
