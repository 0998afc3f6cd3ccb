#include "plan/move_order.h"

#include <algorithm>

namespace koord::plan {
namespace {

class Order {
 public:
  Order(const CpuSet &free, const CpuSet &frozen, const std::vector<Relocation> &moves,
        std::vector<MoveStep> &out)
      : free_(free - frozen), frozen_(frozen), moves_(moves), out_(out) {
    for (size_t i = 0; i < moves.size(); ++i) {
      pending_.push_back(i);
      now_.push_back(moves[i].from);
    }
    parked_.resize(moves.size());
  }

  bool find() {
    while (true) {
      while (move_those_that_can()) {
      }
      if (pending_.empty()) return true;
      if (!park_one()) return false;
    }
  }

 private:
  void move(size_t which, const CpuSet &to, bool last) {
    free_ |= now_[which] - frozen_;
    free_ -= to;
    now_[which] = to;
    out_.push_back({which, to, last});
  }

  bool move_those_that_can() {
    const size_t before = pending_.size();
    std::erase_if(pending_, [&](size_t which) {
      const CpuSet &to = moves_[which].to;
      if (!(to - now_[which]).is_subset_of(free_)) return false;
      move(which, to, true);
      return true;
    });
    return pending_.size() < before;
  }

  // All pods wait for each other. Moves the pod with the fewest CPUs out of the way.
  bool park_one() {
    CpuSet unwanted = free_;
    for (const size_t which : pending_) unwanted -= moves_[which].to;
    std::vector<size_t> order = pending_;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return moves_[a].to.count() < moves_[b].to.count();
    });
    for (const bool shrinks : {false, true})
      for (const size_t which : order) {
        if (parked_[which]) continue;
        const CpuSet &to = moves_[which].to;
        CpuSet cpus = to & (now_[which] | free_);
        int lacks = shrinks ? 0 : to.count() - cpus.count();
        unwanted.for_each_while([&](int cpu) {
          if (lacks > 0) cpus.add(cpu), --lacks;
          return lacks > 0;
        });
        if (lacks > 0 || cpus.empty() || now_[which].is_subset_of(cpus)) continue;
        parked_[which] = true;
        move(which, cpus, false);
        return true;
      }
    return false;
  }

  CpuSet free_;
  const CpuSet &frozen_;
  const std::vector<Relocation> &moves_;
  std::vector<MoveStep> &out_;
  std::vector<size_t> pending_;
  std::vector<CpuSet> now_;
  std::vector<bool> parked_;
};

}  // namespace

bool order_moves(const CpuSet &free, const CpuSet &frozen, const std::vector<Relocation> &moves,
                 std::vector<MoveStep> &out) {
  out.clear();
  return Order(free, frozen, moves, out).find();
}

}  // namespace koord::plan
