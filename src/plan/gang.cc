#include "plan/gang.h"

#include <algorithm>
#include <vector>

#include "plan/gang_consolidation.h"

namespace koord::plan {
namespace {

using sched::Verdict;

class GangSearch {
 public:
  GangSearch(const sched::ClusterSnapshot &snapshot, std::span<const GangPod> pods,
             const GangConditions &conditions)
      : snapshot_(snapshot),
        pods_(pods),
        conditions_(conditions),
        board_(snapshot, pods, conditions, answer_.work),
        kinds_(kinds_of(snapshot, pods, conditions, answer_.work)) {
    for (size_t k = 0; k < kinds_.size(); ++k)
      for (const size_t pod : kinds_[k].pods) order_.push_back({pod, k});
  }

  GangAnswer run() {
    bool done = !board_.out_of_work() && one_by_one();
    bool all_tried = true;
    bool together = false;
    if (!done && board_.out_of_work()) {
      all_tried = false;
    } else if (!done && kinds_.size() == 1) {
      done = conditions_.max_nodes != 0 && fill_the_roomiest();
      all_tried = !board_.out_of_work();
    } else if (!done && !kinds_[0].verdicts.empty()) {
      board_.take_all_back();
      done = together = bring_together();
      if (!done) {
        list_nodes();
        done = combine(0, 0);
      }
      all_tried = !board_.out_of_work();
    }
    if (done) {
      if (!together) bring_together();
      answer_.placed = pods_.size();
      answer_.changes = board_.changes(order_);
      answer_.nodes = board_.used();
      return std::move(answer_);
    }
    Refusal &refusal = answer_.refusal;
    refusal.profile = snapshot_.options().profile;
    refusal.reason = all_tried ? Reason::kGangUnplaced : Reason::kSearchLimit;
    refusal.object = Object::kPod;
    refusal.needed = static_cast<int64_t>(pods_.size());
    refusal.best = static_cast<int64_t>(answer_.placed);
    refusal.max_nodes = conditions_.max_nodes;
    return std::move(answer_);
  }

 private:
  // Before the call all pods are placed, or none. Returns false if none is afterwards.
  bool bring_together() {
    return GangConsolidation::matters(snapshot_, kinds_) &&
           GangConsolidation(board_, kinds_, order_).improve();
  }

  bool put(size_t pod, uint32_t node) {
    if (board_.out_of_work() || !board_.put(pod, node)) return false;
    answer_.placed = std::max(answer_.placed, board_.placed());
    return true;
  }

  // If a pod does not fit, pods of other shapes are still placed, to report how many fit.
  bool one_by_one() {
    size_t without = kinds_.size();  // the last kind that did not fit
    bool all = true;
    for (const auto &[pod, kind] : order_) {
      Verdict best;
      if (kind == without) continue;
      if (board_.out_of_work()) {
        if (all) answer_.blocked = pod;
        return false;
      }
      if (best_node(board_, kinds_[kind], best) && put(pod, best.node)) continue;
      if (all) answer_.blocked = pod;
      all = false;
      without = kind;
    }
    return all;
  }

  // Places pods of one shape on few nodes: those that can take most of them.
  bool fill_the_roomiest() {
    const Kind &kind = kinds_[0];
    const auto wanted = static_cast<int64_t>(pods_.size());
    struct Room {
      int64_t pods;
      uint32_t node;
      bool operator<(const Room &other) const {
        return pods != other.pods ? pods > other.pods : node < other.node;
      }
    };
    board_.take_all_back();
    std::vector<Room> bounds;
    for (const Verdict &row : kind.verdicts)
      bounds.push_back(
          {at_most(snapshot_.view(row.node), *kind.shape, conditions_, wanted), row.node});
    std::sort(bounds.begin(), bounds.end());
    std::vector<Room> rooms;  // nodes with most room so far
    int64_t sum = 0;
    for (const Room &bound : bounds) {
      const bool full = rooms.size() == conditions_.max_nodes;
      if (sum >= wanted || (full && bound.pods <= rooms.back().pods)) break;
      while (board_.placed() < pods_.size() && put(kind.pods[board_.placed()], bound.node)) {
      }
      const Room room{static_cast<int64_t>(board_.placed()), bound.node};
      board_.take_all_back();
      if (board_.out_of_work()) return false;
      rooms.insert(std::upper_bound(rooms.begin(), rooms.end(), room), room);
      sum += room.pods;
      if (full) {
        sum -= rooms.back().pods;
        rooms.pop_back();
      }
    }
    if (sum < wanted) {
      answer_.placed = std::max(answer_.placed, static_cast<size_t>(sum));
      return false;
    }
    for (const Room &room : rooms)
      while (board_.placed() < pods_.size() && put(kind.pods[board_.placed()], room.node)) {
      }
    return board_.placed() == pods_.size();
  }

  // Lists the nodes that can take any pod, those with most room first.
  void list_nodes() {
    std::vector<int64_t> room(snapshot_.ids(), 0);
    const auto most = static_cast<int64_t>(pods_.size());
    for (const Kind &kind : kinds_)
      for (const Verdict &row : kind.verdicts) {
        if (room[row.node] == 0) nodes_.push_back(row.node);
        room[row.node] += 1 + at_most(snapshot_.view(row.node), *kind.shape, conditions_, most);
      }
    std::sort(nodes_.begin(), nodes_.end(), [&](uint32_t a, uint32_t b) {
      return room[a] != room[b] ? room[a] > room[b] : a < b;
    });
  }

  // Places the pods from index `at` on. Interchangeable
  // pods ascend in the list of nodes, from `from` on.
  bool combine(size_t at, size_t from) {
    if (at == order_.size()) return true;
    const auto &[pod, kind] = order_[at];
    for (size_t i = from; i < nodes_.size(); ++i) {
      if (board_.out_of_work()) return false;
      if (!board_.may_use(nodes_[i]) || !put(pod, nodes_[i])) continue;
      const bool alike = at + 1 < order_.size() && order_[at + 1].kind == kind;
      if (combine(at + 1, alike ? i : 0)) return true;
      board_.take_back();
    }
    return false;
  }

  const sched::ClusterSnapshot &snapshot_;
  const std::span<const GangPod> pods_;
  const GangConditions &conditions_;
  GangAnswer answer_;
  GangBoard board_;
  std::vector<Kind> kinds_;       // the most demanding first
  std::vector<PodOfKind> order_;  // all pods
  std::vector<uint32_t> nodes_;
};

}  // namespace

GangAnswer place_gang(const sched::ClusterSnapshot &snapshot, std::span<const GangPod> pods,
                      const GangConditions &conditions) {
  return GangSearch(snapshot, pods, conditions).run();
}

}  // namespace koord::plan
