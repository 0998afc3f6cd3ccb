#include "plan/gang_together.h"

#include <algorithm>

#include "sched/devices.h"

namespace koord::plan {
namespace {

constexpr size_t kMostBeginnings = 16;

}  // namespace

bool Together::matters(const sched::Scene &scene, const std::vector<Kind> &kinds) {
  if (scene.options().profile == Profile::kUpstream) return false;
  size_t pods = 0;
  for (const Kind &kind : kinds)
    if (sched::asks_whole_gpus(*kind.shape)) pods += kind.pods.size();
  return pods > 1;
}

Together::Together(GangBoard &board, std::vector<Kind> &kinds,
                   const std::vector<std::pair<size_t, size_t>> &order)
    : board_(board), kinds_(kinds), order_(order), full_(kinds.size()) {
  list_rooms();
}

void Together::list_rooms() {
  const sched::Scene &scene = board_.scene();
  std::vector<Room> rooms(scene.ids(), {0, SIZE_MAX, 0});
  int64_t pods = 0;
  size_t ranked = 0;
  for (const Kind &kind : kinds_) {
    if (!sched::asks_whole_gpus(*kind.shape)) continue;
    const auto most = static_cast<int64_t>(kind.pods.size());
    pods += most;
    for (const sched::Verdict &row : kind.verdicts) {
      Room &room = rooms[row.node];
      if (room.rank == SIZE_MAX) room = {0, ranked++, row.node};
      room.pods += at_most(scene.view(row.node), *kind.shape, board_.terms(), most);
    }
  }
  for (const Room &room : rooms)
    if (room.pods > 0) rooms_.push_back(room);
  std::sort(rooms_.begin(), rooms_.end(), [](const Room &a, const Room &b) {
    return a.pods != b.pods ? a.pods > b.pods : a.rank < b.rank;
  });
  for (int64_t left = pods; left > 0 && fewest_ < rooms_.size(); ++fewest_)
    left -= rooms_[fewest_].pods;
  for (const Kind &kind : kinds_) {
    if (!sched::asks_whole_gpus(*kind.shape)) continue;
    int64_t best = 0;
    for (size_t i = 0; i < std::min(rooms_.size(), kMostBeginnings); ++i)
      best = std::max(best, sched::best_link_score(scene.node(rooms_[i].node), *kind.shape));
    most_ += best * static_cast<int64_t>(kind.pods.size());
  }
}

bool Together::is_perfect(const GangPlaces &places) const {
  return places.nodes <= fewest_ && places.links >= most_;
}

void Together::improve(GangPlaces &best) {
  for (size_t first = 0; first < std::min(rooms_.size(), kMostBeginnings); ++first) {
    if (is_perfect(best) || board_.out_of_work()) return;
    if (!fill(first)) continue;
    board_.spend(board_.choose_sets());
    const int64_t links = board_.links();
    if (links < best.links || (links == best.links && board_.used() >= best.nodes)) continue;
    best = {board_.changes(), board_.used(), links};
  }
}

// A node that has no room for a pod will have none for the next of its kind.
bool Together::put_with_gpus(size_t pod, size_t kind, size_t first) {
  const sched::Shape &shape = *kinds_[kind].shape;
  for (size_t &at = full_[kind]; at < rooms_.size() && !board_.out_of_work(); ++at) {
    const uint32_t node = rooms_[at == 0 ? first : at <= first ? at - 1 : at].node;
    if (!board_.may_use(node)) continue;
    const sched::View view = board_.is_used(node) ? board_.view(node) : board_.scene().view(node);
    if (at_most(view, shape, board_.terms(), 1) > 0 && board_.put(pod, node)) return true;
  }
  return false;
}

bool Together::fill(size_t first) {
  board_.take_all_back();
  std::fill(full_.begin(), full_.end(), size_t{0});
  for (Kind &kind : kinds_) {
    kind.next = 0;
    kind.now.clear();
  }
  for (const auto &[pod, kind] : order_)
    if (sched::asks_whole_gpus(*kinds_[kind].shape) && !put_with_gpus(pod, kind, first))
      return false;
  for (const auto &[pod, kind] : order_) {
    if (sched::asks_whole_gpus(*kinds_[kind].shape)) continue;
    sched::Verdict best;
    if (board_.out_of_work() || !best_node(board_, kinds_[kind], best) ||
        !board_.put(pod, best.node))
      return false;
  }
  return true;
}

}  // namespace koord::plan
