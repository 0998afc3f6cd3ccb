#include "plan/gang.h"

#include <algorithm>
#include <map>
#include <vector>

#include "plan/gang_board.h"
#include "sched/judge.h"
#include "sched/score.h"

namespace koord::plan {
namespace {

using sched::Demand;
using sched::Shape;
using sched::Verdict;

// Of what a node has left, by this resource alone, so many pods of a shape could be there.
int64_t at_most(const sched::View &node, const Shape &shape, const GangTerms &terms, int64_t most) {
  if (terms.skip_fit) return most;
  for (const Demand &demand : shape.demands)
    most = std::min(most, node.free(demand.resource) / demand.amount);
  return std::max<int64_t>(most, 0);
}

// Pods of a gang that are interchangeable, and where they could be.
struct Kind {
  sched::ShapePtr shape;
  std::vector<size_t> pods;       // by uid
  std::vector<Verdict> verdicts;  // of nodes that can take one of them; the best first
  size_t next = 0;                // of verdicts, all before it have pods of the gang
  std::map<uint32_t, std::pair<size_t, Verdict>>
      now;  // of nodes with pods, when so many were there
};

class Search {
 public:
  Search(const sched::Scene &scene, std::span<const GangPod> pods, const GangTerms &terms)
      : scene_(scene), pods_(pods), terms_(terms), board_(scene, pods, terms, answer_.work) {
    std::map<const Shape *, Kind> by_shape;
    for (size_t i = 0; i < pods.size(); ++i) {
      Kind &kind = by_shape[pods[i].shape.get()];
      kind.shape = pods[i].shape;
      kind.pods.push_back(i);
    }
    for (auto &[shape, kind] : by_shape) {
      std::sort(kind.pods.begin(), kind.pods.end(),
                [&](size_t a, size_t b) { return pods[a].uid < pods[b].uid; });
      kind.verdicts = scene.verdicts({kind.shape, terms.skip_fit});
      std::erase_if(kind.verdicts, [](const Verdict &row) { return row.reason != 0; });
      std::sort(kind.verdicts.begin(), kind.verdicts.end(), [](const Verdict &a, const Verdict &b) {
        return a.score != b.score ? a.score > b.score : a.node < b.node;
      });
      kinds_.push_back(std::move(kind));
    }
    std::sort(kinds_.begin(), kinds_.end(), [&](const Kind &a, const Kind &b) {
      if (a.verdicts.size() != b.verdicts.size()) return a.verdicts.size() < b.verdicts.size();
      if (a.shape->cpu_milli != b.shape->cpu_milli) return a.shape->cpu_milli > b.shape->cpu_milli;
      return pods[a.pods[0]].uid < pods[b.pods[0]].uid;
    });
    for (size_t k = 0; k < kinds_.size(); ++k)
      for (const size_t pod : kinds_[k].pods) order_.emplace_back(pod, k);
  }

  GangAnswer run() {
    bool done = one_by_one();
    bool all_tried = true;
    if (!done && kinds_.size() == 1) {
      done = terms_.max_nodes != 0 && fill_the_roomiest();
      all_tried = !board_.out_of_work();
    } else if (!done && !kinds_[0].verdicts.empty()) {
      list_nodes();
      board_.take_all_back();
      done = combine(0, 0);
      all_tried = !board_.out_of_work();
    }
    if (done) {
      answer_.changes = board_.changes();
      answer_.nodes = board_.used();
      return std::move(answer_);
    }
    Refusal &refusal = answer_.refusal;
    refusal.profile = scene_.options().profile;
    refusal.reason = all_tried ? Reason::kGangUnplaced : Reason::kSearchLimit;
    refusal.object = Object::kPod;
    refusal.needed = static_cast<int64_t>(pods_.size());
    refusal.best = static_cast<int64_t>(answer_.placed);
    refusal.detail = static_cast<int32_t>(terms_.max_nodes);
    return std::move(answer_);
  }

 private:
  bool put(size_t pod, uint32_t node) {
    if (board_.out_of_work() || !board_.put(pod, node)) return false;
    answer_.placed = std::max(answer_.placed, board_.placed());
    return true;
  }

  // The best node for a pod as things are, that the gang may use.
  bool best_of(Kind &kind, Verdict &best) {
    bool found = false;
    const auto consider = [&](const Verdict &row) {
      if (row.reason != 0) return;
      if (found && (row.score < best.score || (row.score == best.score && row.node > best.node)))
        return;
      best = row;
      found = true;
    };
    board_.for_each_used([&](uint32_t node) {
      auto &[when, row] = kind.now[node];
      if (when != board_.pods_on(node)) {
        when = board_.pods_on(node);
        const sched::View view = board_.view(node);
        const sched::Judgement judgement =
            sched::judge(view, *kind.shape, scene_.options(), {terms_.skip_fit, 0});
        row = {node, static_cast<int32_t>(judgement.refusal.reason), 0, 0};
        if (row.reason == 0)
          row.score = sched::score(view, *kind.shape, scene_.options(), judgement.placement);
      }
      consider(row);
    });
    auto &next = kind.next;
    while (next < kind.verdicts.size() && board_.is_used(kind.verdicts[next].node)) ++next;
    if (next < kind.verdicts.size() && board_.may_use(kind.verdicts[next].node))
      consider(kind.verdicts[next]);
    return found;
  }

  // Where a pod finds no room those of other shapes are placed all the same, to tell how many do.
  bool one_by_one() {
    size_t without = kinds_.size();  // the last kind that found no room
    bool all = true;
    for (const auto &[pod, kind] : order_) {
      Verdict best;
      if (kind == without) continue;
      if (best_of(kinds_[kind], best) && put(pod, best.node)) continue;
      if (all) answer_.blocked = pod;
      all = false;
      without = kind;
    }
    return all;
  }

  // Pods of one shape on few nodes: on those that have room for most of them.
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
      bounds.push_back({at_most(scene_.view(row.node), *kind.shape, terms_, wanted), row.node});
    std::sort(bounds.begin(), bounds.end());
    std::vector<Room> rooms;  // the roomiest of those looked at
    int64_t sum = 0;
    for (const Room &bound : bounds) {
      const bool full = rooms.size() == terms_.max_nodes;
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

  // Any node that some pod could be on: the roomiest first.
  void list_nodes() {
    std::vector<int64_t> room(scene_.ids(), 0);
    const auto most = static_cast<int64_t>(pods_.size());
    for (const Kind &kind : kinds_)
      for (const Verdict &row : kind.verdicts) {
        if (room[row.node] == 0) nodes_.push_back(row.node);
        room[row.node] += 1 + at_most(scene_.view(row.node), *kind.shape, terms_, most);
      }
    std::sort(nodes_.begin(), nodes_.end(), [&](uint32_t a, uint32_t b) {
      return room[a] != room[b] ? room[a] > room[b] : a < b;
    });
  }

  // Pods from the `at`th on; interchangeable ones ascend in the list of nodes, from `from` on.
  bool combine(size_t at, size_t from) {
    if (at == order_.size()) return true;
    const auto &[pod, kind] = order_[at];
    for (size_t i = from; i < nodes_.size(); ++i) {
      if (board_.out_of_work()) return false;
      if (!board_.may_use(nodes_[i]) || !put(pod, nodes_[i])) continue;
      const bool alike = at + 1 < order_.size() && order_[at + 1].second == kind;
      if (combine(at + 1, alike ? i : 0)) return true;
      board_.take_back();
    }
    return false;
  }

  const sched::Scene &scene_;
  const std::span<const GangPod> pods_;
  const GangTerms &terms_;
  GangAnswer answer_;
  GangBoard board_;
  std::vector<Kind> kinds_;                       // the most demanding first
  std::vector<std::pair<size_t, size_t>> order_;  // pods and their kinds
  std::vector<uint32_t> nodes_;
};

}  // namespace

GangAnswer place_gang(const sched::Scene &scene, std::span<const GangPod> pods,
                      const GangTerms &terms) {
  return Search(scene, pods, terms).run();
}

}  // namespace koord::plan
