// Depth-first branch and bound over the devices of all requests of a pod.
#pragma once

#include <cstdint>
#include <vector>

#include "dra/outlook.h"
#include "dra/problem.h"
#include "dra/shares.h"
#include "dra/state.h"

namespace koord::dra {

// A device of the answer.
struct Pick {
  uint32_t slot;
  uint32_t option;
  uint32_t device;
};

enum class Wanted { kBest, kAny };

struct Answer {
  bool found = false;
  bool truncated = false;  // the steps ran out: another answer might exist, or a better one
  uint64_t steps = 0;
  Score score;
  std::vector<Pick> picks{};  // in the order of the requests, devices ascending
};

// The alternatives are settled first: for one request after the other, a search for any answer
// finds the earliest alternative with which all others can still be met. The last search has one
// alternative for each request. Requests are visited in their order, alternatives in theirs,
// devices ascending. So the first of equally good answers has the lowest devices, and a branch is
// left as soon as it cannot become better than the best answer. The rules that leave a branch:
//   exceeds_best  the score so far, with the fewest NUMA nodes and PCIe roots that hold the rest
//   Outlook       the sums of counters cannot hold the rest, or only with a score that is no better
//   Shares        likewise the capacities of shared devices
//   is_hopeful    a later request has too few devices, alone or with others that need the same;
//                 no value of a matchAttribute is left for all; too few of a distinctAttribute
//   alike         of devices that can be exchanged only the lowest is tried
//   twin          of requests or claims that differ in nothing the first gets the earliest
//                 alternative, and of equal alternatives the lowest device
class Search {
 public:
  // Leaves the answer in `answer`. A step is one device to choose, or 64 comparisons of sets, so
  // that the steps bound the time for every input. They include those of Problem::prepare().
  void run(const Problem &problem, Wanted wanted, uint64_t max_steps, Answer &answer);

 private:
  // The alternatives of a request that the search may choose: first to end - 1.
  struct Range {
    uint32_t first, end;
  };

  bool find_ranges();
  void settle_alternatives();
  bool finds_any();
  void search_best();
  void fix_alternative(uint32_t slot);
  void visit(uint32_t slot);
  void choose(uint32_t slot, uint32_t option, uint32_t needed, size_t from);
  void drop_candidate(size_t depth, size_t device);
  void record();
  bool is_done() const { return answer_->truncated || (wanted_ == Wanted::kAny && found_); }
  bool has_bounds() const { return has_counters() || problem_->inventory().has_shared(); }
  Score least_score();
  bool exceeds_best(uint32_t slot, uint32_t needed) const;
  bool is_hopeful(uint32_t slot, uint32_t option, uint32_t needed, size_t from);
  bool add_demands(uint32_t slot, uint32_t option, uint32_t needed, size_t from);
  bool add_later_demand(const Range &range);
  Demand demand_for(uint32_t option, uint32_t needed);
  void add_demand(const Demand &added);
  bool has_counters() const { return !problem_->inventory().counters.empty(); }
  bool have_same_scope(const Demand &a, const Demand &b) const;
  bool is_in_scope(uint32_t constraint, const Demand &demand) const;
  DeviceSet domain(uint32_t option);
  bool narrow_match(uint32_t constraint);
  bool supports(uint32_t constraint, uint32_t value);
  bool has_distinct_values(uint32_t constraint);
  void list_scope(uint32_t constraint);
  void count_steps();
  bool is_out_of_steps();
  bool fits_together();
  size_t first_device(uint32_t slot) const;
  uint32_t first_option(uint32_t slot) const;
  void prepare_rest();

  const Problem *problem_ = nullptr;
  Wanted wanted_ = Wanted::kBest;
  uint64_t max_steps_ = 0;
  uint64_t choices_ = 0;
  uint64_t comparisons_ = 0;
  Answer *answer_ = nullptr;
  bool found_ = false;  // in the search that runs; answer_ may have an answer of an earlier one
  State state_;
  Outlook outlook_;  // if there are counters
  Shares shares_;    // if there are shared devices
  std::vector<Pick> picks_{};
  std::vector<DeviceSet> candidates_{};  // by depth: not on the stack, to keep its frames small
  std::vector<uint32_t> chosen_{};       // option of each slot
  std::vector<uint32_t> best_chosen_{};
  std::vector<Range> ranges_{};  // by slot
  std::vector<size_t> rest_{};   // exclusive devices that the slots from here on need at least
  std::vector<uint32_t> claim_devices_{};
  std::vector<DeviceSet> allowed_{};  // by constraint
  DeviceSet exhausted_;
  std::vector<Demand> demands_{};
  std::vector<uint32_t> scope_{};  // positions in demands_ of those that one constraint applies to
  DeviceSet shared_;
};

}  // namespace koord::dra
