// The claims of a pod against an inventory, prepared for the search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dra/claims.h"
#include "dra/inventory.h"
#include "dra/symmetry.h"

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
  std::span<const Amount> amounts{};  // requested capacities by name
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
  // An earlier request of the claim with the same alternatives, or kNoIndex. For the first request
  // of a claim, the first one of an earlier claim that differs in nothing. Their answers may be
  // exchanged, so that the search visits one order only.
  int twin = kNoIndex;
};

struct PreparedConstraint {
  const Constraint *given = nullptr;
  const AttributeIndex *index = nullptr;  // nullptr: no device has the attribute
  uint32_t position = 0;                  // among the constraints of its claim
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
  // Attributes of the constraints, each once.
  const std::vector<const AttributeIndex *> &attributes() const { return attributes_; }
  // Positions in constraints() of the constraints of an alternative.
  std::span<const uint32_t> constraints_of(size_t option) const {
    return {scoped_.data() + first_scoped_[option], scoped_.data() + first_scoped_[option + 1]};
  }
  // Returns an upper bound of the devices of all claims, valid for every relaxation, too.
  size_t most_devices() const;
  // Removes the devices from `candidates` that the search need not try after `device`, which is not
  // in `touched`. Returns the work.
  uint64_t drop_alike(size_t device, const DeviceSet &touched, DeviceSet &candidates) const;
  // Compare devices without what they share with others: counters, groups and attributes.
  uint64_t own_signature(size_t device) const;
  size_t signature_size(size_t device) const;  // the work of a comparison
  bool are_alike_alone(size_t a, size_t b) const;
  // Devices that an alternative without admin access may use.
  const DeviceSet &relevant() const { return relevant_; }
  // Returns true if the device is idle and of a kind that the selectors of an alternative without
  // admin access match.
  bool is_idle_of_wanted_kind(size_t device) const {
    return !is_allocated(device) && of_wanted_kinds_.has(device);
  }
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
  void prepare_amounts();
  void prepare_constraints();
  void prepare_option(size_t at);
  void find_wanted_kinds();
  void find_twins();
  void find_classes();
  bool fits(const Option &option, size_t device) const;
  bool has_capacity(const Option &option, size_t device, bool count_used) const;
  bool are_equal(const Option &a, const Option &b) const;
  template <typename AreEqual>
  bool are_twins(const Slot &a, const Slot &b, AreEqual &&have_equal_constraints);
  bool are_twin_requests(size_t a, size_t b);
  bool are_twin_claims(size_t a, size_t b);
  uint64_t signature(size_t device) const;
  bool are_alike(size_t a, size_t b) const;

  const Inventory *inventory_ = nullptr;
  const Claims *claims_ = nullptr;
  Relaxation relaxation_;
  uint64_t comparisons_ = 0, max_steps_ = 0;
  std::vector<Slot> slots_{};
  std::vector<Option> options_{};
  std::vector<Amount> amounts_{};  // owner: an option
  std::vector<PreparedConstraint> constraints_{};
  std::vector<const AttributeIndex *> attributes_{};
  std::vector<uint32_t> scoped_{}, first_scoped_{};
  std::vector<uint32_t> of_claim_{};  // constraints so far, by claim
  DeviceSet relevant_, of_wanted_kinds_;
  Symmetry symmetry_;  // if there are counters; else the classes of devices that are alike
  std::vector<DeviceSet> classes_{};
  std::vector<uint64_t> class_signatures_{};
  std::vector<uint32_t> class_members_{};  // one device of each class
  std::vector<uint32_t> class_of_{};
};

// Returns the requested amount of a capacity, or nothing.
std::optional<int64_t> requested(const Alternative &alternative, uint32_t capacity);

}  // namespace koord::dra
