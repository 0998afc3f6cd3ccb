// Searches for better CPUs for the pods of a node: first with
// orders of all its pods, then with a few pods at a time.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "plan/cpu_owners.h"
#include "plan/move_order.h"

namespace koord::plan {

struct RebindOptions {
  static constexpr uint32_t kWork = 1000;
  static constexpr uint32_t kMostWork = 1000000;

  bool no_new_crossing = false;  // no pod may use more NUMA nodes than before
  uint32_t most_moved = 0;       // limits the pods that move; 0 for any number
  uint32_t work = kWork;         // limits the placements tried
};

// A pod for which room is made.
struct Guest {
  sched::ShapePtr shape;
  bool skip_fit = false;
};

class RebindSearch {
 public:
  RebindSearch(CpuOwners &owners, const RebindOptions &options, const Guest *guest = nullptr);

  // Afterwards the pods are placed as in the best plan.
  void run();
  uint32_t work() const { return work_; }
  bool out_of_work() const { return out_of_work_; }
  bool guest_fits() const { return !best_.guest_misses; }
  const std::vector<MoveStep> &steps() const { return steps_; }
  // The owners to which the steps refer.
  const std::vector<size_t> &movers() const { return movers_; }

 private:
  // The way owners are placed again. kPlain: by the allocate strategy. kPacked: in the fullest area
  // that suffices. kGaps: on partly free cores, else as kPacked.
  enum class Mode { kPlain, kPacked, kGaps };
  struct Value {
    bool guest_misses = false;
    bool for_guest = false;
    Fragmentation left;
    int moved = 0;
    int moved_cpus = 0;
  };
  using Owners = std::vector<size_t>;

  // The order of pods: the larger first, then the lower UID.
  bool comes_first(size_t a, size_t b) const;
  static bool better(const Value &a, const Value &b);
  bool may_work();
  FootprintPtr pick(size_t owner, const CpuSet &hidden = {});
  FootprintPtr pick(size_t owner, Mode mode);
  std::vector<FootprintPtr> picks(size_t owner);
  std::vector<CpuSet> mixtures(const CpuOwner &who, const CpuSet &gaps, const CpuSet &whole) const;
  CpuSet on_whole_cores() const;
  bool guest_fits_now();
  Value value();
  bool is_allowed() const;
  bool find_order(std::vector<MoveStep> &steps, std::vector<size_t> &movers) const;
  // Evaluates the claims of a disputed node again, which costs work. Returns false if none is left.
  bool survives_restart();
  // Keeps the present arrangement if it is the best so far, and returns true then.
  bool consider();

  bool put_all_on(const Owners &order, Mode mode);
  void undo_needless_moves();
  FootprintPtr place_after_exchange(size_t owner, const FootprintPtr &place);
  void exchange_places();
  // Starts from the best arrangement. Afterwards the pods are placed as in the best so far.
  void try_order(const Owners &order, Mode mode);
  void try_orders(const Owners &movable);
  bool improve_one(size_t owner);
  bool improve_two(size_t first, size_t second);
  bool make_room(size_t owner);
  bool make_room_for_guest(const Owners &movable);
  // Moves one or two pods at once, and others to make way for them.
  void improve(const Owners &movable, int pods);

  bool is_well_placed(size_t owner) const;

  CpuOwners &owners_;
  Owners sorted_;              // all owners in their order
  std::vector<CpuSet> areas_;  // NUMA nodes, then sockets if these are wider
  const RebindOptions options_;
  const Guest *guest_;
  uint32_t work_ = 0;
  bool out_of_work_ = false;
  Value best_;
  Arrangement best_places_;
  std::vector<MoveStep> steps_;
  std::vector<size_t> movers_;
};

}  // namespace koord::plan
