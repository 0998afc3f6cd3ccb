#include "plan/gang_consolidation.h"

#include <algorithm>
#include <set>

#include "plan/gang_loads.h"
#include "sched/placing/devices.h"

namespace koord::plan {
namespace {

constexpr size_t kMostBeginnings = 16;
constexpr size_t kBestLinked = 4;       // nodes for each kind that are added for their links
constexpr size_t kLinksLookedAt = 256;  // nodes whose links are computed
constexpr uint64_t kStepsOfATry = 4000;

}  // namespace

bool GangConsolidation::matters(const sched::ClusterSnapshot &snapshot,
                                const std::vector<Kind> &kinds) {
  if (!snapshot.options().rules().gpus_by_links) return false;
  size_t pods = 0;
  for (const Kind &kind : kinds)
    if (sched::requests_whole_gpus(*kind.shape)) pods += kind.pods.size();
  return pods > 1;
}

GangConsolidation::GangConsolidation(GangBoard &board, std::vector<Kind> &kinds,
                                     const std::vector<PodOfKind> &order)
    : board_(board),
      trial_(board.another()),
      kinds_(kinds),
      order_(order),
      full_(kinds.size()),
      next_(kinds.size()) {}

bool GangConsolidation::requests_gpus(size_t kind) const {
  return sched::requests_whole_gpus(*kinds_[kind].shape);
}

bool GangConsolidation::improve() {
  if (board_.placed() == order_.size()) {
    board_.choose_sets(device::Ties::kStay);
    worth_ = board_.worth();
  }
  Kinds all;
  Kinds with_gpus;
  for (size_t kind = 0; kind < kinds_.size(); ++kind) {
    all.push_back(kind);
    if (requests_gpus(kind)) with_gpus.push_back(kind);
  }
  if (!split(all) && (with_gpus.size() == all.size() || !split(with_gpus))) fill_or_distribute();
  if (!worth_) return false;
  board_.choose_sets(board_.out_of_work() ? device::Ties::kStay : device::Ties::kMinors);
  return true;
}

// Returns the nodes with most room first.
std::vector<GangConsolidation::Room> GangConsolidation::rooms_for(const Kinds &which) const {
  const sched::ClusterSnapshot &snapshot = board_.snapshot();
  std::vector<Room> rooms(snapshot.ids());
  size_t ranked = 0;
  for (const size_t kind : which) {
    const auto most = static_cast<int64_t>(kinds_[kind].pods.size());
    for (const sched::Verdict &row : kinds_[kind].verdicts) {
      Room &room = rooms[row.node];
      const int64_t pods =
          at_most(snapshot.view(row.node), *kinds_[kind].shape, board_.conditions(), most);
      if (pods == 0) continue;
      if (room.pods == 0) room.rank = ranked++;
      room.node = row.node;
      room.pods += pods;
      if (requests_gpus(kind)) room.with_gpus += pods;
    }
  }
  std::erase_if(rooms, [](const Room &room) { return room.pods == 0; });
  std::sort(rooms.begin(), rooms.end(), [](const Room &a, const Room &b) {
    if (a.with_gpus != b.with_gpus) return a.with_gpus > b.with_gpus;
    return a.pods != b.pods ? a.pods > b.pods : a.rank < b.rank;
  });
  return rooms;
}

// Returns few enough nodes to try: those with most room,
// those with the best links for one pod, and those in use.
std::vector<uint32_t> GangConsolidation::nodes_for(const Kinds &which) const {
  const sched::ClusterSnapshot &snapshot = board_.snapshot();
  const std::vector<Room> rooms = rooms_for(which);
  size_t fewest = 0;
  int64_t left = 0;
  for (const size_t kind : which) left += static_cast<int64_t>(kinds_[kind].pods.size());
  for (; left > 0 && fewest < rooms.size(); ++fewest) left -= rooms[fewest].pods;
  std::set<uint32_t> nodes;
  const size_t roomiest = std::min(rooms.size(), kMostBeginnings + 2 * fewest);
  for (size_t i = 0; i < roomiest; ++i) nodes.insert(rooms[i].node);
  if (roomiest < rooms.size()) {
    for (const size_t kind : which) {
      if (!requests_gpus(kind)) continue;
      const sched::Shape &shape = *kinds_[kind].shape;
      std::vector<std::pair<int64_t, size_t>> linked;
      for (size_t i = 0; i < std::min(rooms.size(), kLinksLookedAt); ++i) {
        const sched::Node &node = snapshot.node(rooms[i].node);
        const device::DeviceMask gpus = sched::fitting_gpus(node, shape);
        linked.emplace_back(-sched::most_links(node, gpus, shape.devices->gpu.count), i);
      }
      std::sort(linked.begin(), linked.end());
      for (size_t i = 0; i < std::min(linked.size(), kBestLinked); ++i)
        nodes.insert(rooms[linked[i].second].node);
    }
    board_.for_each_used([&](uint32_t node) { nodes.insert(node); });
  }
  std::vector<std::pair<size_t, uint32_t>> ranked;
  for (const Room &room : rooms)
    if (nodes.contains(room.node)) ranked.emplace_back(room.rank, room.node);
  std::sort(ranked.begin(), ranked.end());
  std::vector<uint32_t> out;
  for (const auto &[rank, node] : ranked) out.push_back(node);
  return out;
}

bool GangConsolidation::list_loads(const Kinds &which, GangSplit &split) const {
  if (!split.is_small()) return false;
  std::vector<const Kind *> kinds;
  for (const size_t kind : which) kinds.push_back(&kinds_[kind]);
  LoadLister lister(board_.snapshot(), board_.conditions(), kinds);
  for (const uint32_t node : nodes_for(which)) {
    LoadedNode loaded{node, {}};
    if (!lister.list(node, loaded.loads)) return false;
    if (!loaded.loads.empty()) split.add(std::move(loaded));
    if (!split.is_small()) return false;
  }
  return true;
}

// Distributes the kinds `which`. Pods of other kinds go to nodes with pods, and otherwise to the
// best nodes. Returns false if there are too many distributions.
bool GangConsolidation::split(const Kinds &which) {
  std::vector<uint32_t> pods;
  for (const size_t kind : which) pods.push_back(static_cast<uint32_t>(kinds_[kind].pods.size()));
  GangSplit split(std::move(pods));
  if (!list_loads(which, split)) return false;
  const std::vector<Chosen> chosen = search(which, split);
  if (chosen.empty()) return true;
  start_over();
  size_t failed = 0;
  for (const Chosen &there : chosen)
    if (!put(which, there.node, there.load.pods, there.load.order, failed)) return true;
  if (put_rest()) adopt_if_better();
  return true;
}

// Repeats the split with the actual worth of the loads that it chose, until all chosen loads have
// been tried. Returns nothing if no distribution is better than the present one.
std::vector<GangConsolidation::Chosen> GangConsolidation::search(const Kinds &which,
                                                                 GangSplit &split) {
  std::vector<Chosen> best;
  std::optional<GangWorth> known;
  if (which.size() == kinds_.size()) known = worth_;
  for (;;) {
    const std::vector<Load *> loads = split.solve();
    trial_.spend(split.steps() / kStepsOfATry);
    if (loads.empty()) return best;
    GangWorth hoped;
    for (const Load *load : loads)
      if (load != nullptr) hoped = hoped + load->worth;
    if (known && !is_better(hoped, *known)) return best;
    GangWorth found;
    bool fits = true;
    for (size_t i = 0; i < loads.size(); ++i) {
      Load *load = loads[i];
      if (load == nullptr) continue;
      if (!load->tried) try_load(which, split.nodes()[i].node, *load);
      if (trial_.out_of_work()) return best;
      found = found + load->worth;
      fits = fits && load->fits;
    }
    if (!fits || (known && !is_better(found, *known))) continue;
    known = found;
    best.clear();
    for (size_t i = 0; i < loads.size(); ++i)
      if (loads[i] != nullptr) best.push_back({split.nodes()[i].node, *loads[i]});
  }
}

// If the order of the kinds matters, each of these is placed first once: a kind that did not fit,
// and all kinds if pods are limited to NUMA nodes, which are chosen pod by pod.
void GangConsolidation::try_load(const Kinds &which, uint32_t node, Load &load) {
  load.tried = true;
  load.fits = false;
  std::vector<size_t> order;
  for (size_t kind = 0; kind < which.size(); ++kind)
    if (load.pods[kind] > 0) order.push_back(kind);
  const std::vector<size_t> kinds = order;
  for (size_t i = 0; i < kinds.size() && !trial_.out_of_work(); ++i) {
    start_over();
    size_t failed = 0;
    if (put(which, node, load.pods, order, failed)) {
      trial_.choose_sets(device::Ties::kStay);
      const GangWorth worth = trial_.worth();
      if (!load.fits || is_better(worth, load.worth)) {
        load.worth = worth;
        load.order = order;
      }
      load.fits = true;
      if (!trial_.keeps_to_numa() || i + 1 == kinds.size()) return;
      failed = kinds[i + 1];
    } else if (failed == order.front()) {
      return;
    }
    std::rotate(order.begin(), std::find(order.begin(), order.end(), failed),
                std::find(order.begin(), order.end(), failed) + 1);
  }
}

// Puts the pods on a node of the trial. `failed` receives
// the index into `which` of a kind that did not fit.
bool GangConsolidation::put(const Kinds &which, uint32_t node, const std::vector<uint32_t> &pods,
                            const std::vector<size_t> &order, size_t &failed) {
  for (const size_t kind : order)
    for (uint32_t i = 0; i < pods[kind]; ++i) {
      size_t &next = next_[which[kind]];
      failed = kind;
      if (!trial_.put(kinds_[which[kind]].pods[next], node)) return false;
      ++next;
    }
  return true;
}

void GangConsolidation::start_over() {
  trial_.take_all_back();
  std::fill(full_.begin(), full_.end(), size_t{0});
  std::fill(next_.begin(), next_.end(), size_t{0});
  for (Kind &kind : kinds_) {
    kind.next = 0;
    kind.now.clear();
  }
}

// Adopts the trial's placement if it is better. All pods must be on the trial.
void GangConsolidation::adopt_if_better() {
  trial_.choose_sets(device::Ties::kStay);
  const GangWorth worth = trial_.worth();
  const uint32_t most = board_.conditions().max_nodes;
  if (most != 0 && worth.nodes > most) return;
  if (worth_ && !is_better(worth, *worth_)) return;
  worth_ = worth;
  board_.swap(trial_);
}

bool GangConsolidation::put_rest() {
  for (const auto &[pod, kind] : order_) {
    if (next_[kind] == kinds_[kind].pods.size()) continue;
    sched::Verdict best;
    if (trial_.out_of_work()) return false;
    if (!best_node(trial_, kinds_[kind], best, Where::kUsedNode) &&
        !best_node(trial_, kinds_[kind], best))
      return false;
    if (!trial_.put(pod, best.node)) return false;
    ++next_[kind];
  }
  return true;
}

void GangConsolidation::fill_or_distribute() {
  Kinds with_gpus;
  for (size_t kind = 0; kind < kinds_.size(); ++kind)
    if (requests_gpus(kind)) with_gpus.push_back(kind);
  rooms_ = rooms_for(with_gpus);
  for (size_t first = 0; first < std::min(rooms_.size(), kMostBeginnings); ++first) {
    if (trial_.out_of_work()) return;
    if (fill_nodes(first) && put_rest()) adopt_if_better();
  }
  if (worth_ && !trial_.out_of_work() && distribute(static_cast<size_t>(worth_->nodes)) &&
      put_rest())
    adopt_if_better();
}

// A node that cannot take a pod cannot take the next of its kind either.
bool GangConsolidation::fill_nodes(size_t first) {
  start_over();
  for (const auto &[pod, kind] : order_) {
    if (!requests_gpus(kind)) continue;
    const sched::Shape &shape = *kinds_[kind].shape;
    bool done = false;
    for (size_t &at = full_[kind]; at < rooms_.size() && !trial_.out_of_work(); ++at) {
      const uint32_t node = rooms_[at == 0 ? first : at <= first ? at - 1 : at].node;
      if (!trial_.may_use(node)) continue;
      const sched::View view =
          trial_.is_used(node) ? trial_.view(node) : trial_.snapshot().view(node);
      done = at_most(view, shape, trial_.conditions(), 1) > 0 && trial_.put(pod, node);
      if (done) break;
    }
    if (!done) return false;
    ++next_[kind];
  }
  return true;
}

// Places one pod on each of the nodes with most room in turn.
bool GangConsolidation::distribute(size_t nodes) {
  start_over();
  nodes = std::min(nodes, rooms_.size());
  size_t turn = 0;
  for (const auto &[pod, kind] : order_) {
    if (!requests_gpus(kind)) continue;
    bool done = false;
    for (size_t i = 0; i < nodes && !done && !trial_.out_of_work(); ++i)
      done = trial_.put(pod, rooms_[turn++ % nodes].node);
    if (!done) return false;
    ++next_[kind];
  }
  return true;
}

}  // namespace koord::plan
