#include "sched/cluster.h"

#include <algorithm>

#include "sched/allocate.h"
#include "sched/score.h"

namespace koord::sched {
namespace {

constexpr size_t kMaxCaches = 256;  // shapes whose verdicts are kept

}  // namespace

Cluster::Cluster(Options options) : options_(std::move(options)) {}
Cluster::~Cluster() = default;

uint32_t Cluster::intern(std::string_view name) {
  if (const auto at = ids_.find(name); at != ids_.end() && !nodes_[at->second].removed)
    return at->second;
  const auto id = static_cast<uint32_t>(nodes_.size());
  Slot slot;
  slot.node = std::make_unique<Node>(std::string(name), options_, resources_);
  nodes_.push_back(std::move(slot));
  ids_.insert_or_assign(std::string(name), id);
  touch(id);
  return id;
}

void Cluster::touch(uint32_t node) {
  log_.push_back(node);
  nodes_[node].generation = ++generation_;
  // Caches that are further behind judge every node anew.
  if (log_.size() > 4 * nodes_.size() + 1024)
    log_.erase(log_.begin(), log_.begin() + static_cast<ptrdiff_t>(log_.size() / 2));
}

void Cluster::hold_all(uint32_t node) {
  Slot &slot = nodes_[node];
  slot.node->forget_holdings();
  for (const std::string &uid : slot.pods) slot.node->hold(pods_.find(uid)->second.holding);
}

uint32_t Cluster::set_node(object::NodeObject node) {
  const std::unique_lock lock(mutex_);
  const uint32_t id = intern(node.name);
  nodes_[id].node->set_object(std::move(node));
  hold_all(id);
  touch(id);
  return id;
}

uint32_t Cluster::set_topology(object::NodeTopology topology) {
  const std::unique_lock lock(mutex_);
  const uint32_t id = intern(topology.node);
  nodes_[id].node->set_topology(std::move(topology));
  hold_all(id);
  touch(id);
  return id;
}

Outcome Cluster::remove_node(std::string_view name) {
  const std::unique_lock lock(mutex_);
  const auto at = ids_.find(name);
  if (at == ids_.end() || nodes_[at->second].removed) return Outcome::kUnknownNode;
  Slot &slot = nodes_[at->second];
  for (const std::string &uid : slot.pods) pods_.erase(uid);
  slot.pods.clear();
  slot.node->set_topology(std::nullopt);
  slot.node->set_object(std::nullopt);
  slot.removed = true;
  touch(at->second);
  return Outcome::kDone;
}

Outcome Cluster::remove_topology(std::string_view name) {
  const std::unique_lock lock(mutex_);
  const auto at = ids_.find(name);
  if (at == ids_.end() || nodes_[at->second].removed) return Outcome::kUnknownNode;
  nodes_[at->second].node->set_topology(std::nullopt);
  hold_all(at->second);
  touch(at->second);
  return Outcome::kDone;
}

Outcome Cluster::find_node(std::string_view name, uint32_t &id) const {
  const std::shared_lock lock(mutex_);
  const auto at = ids_.find(name);
  if (at == ids_.end() || nodes_[at->second].removed) return Outcome::kUnknownNode;
  id = at->second;
  return Outcome::kDone;
}

uint32_t Cluster::node_count() const {
  const std::shared_lock lock(mutex_);
  return static_cast<uint32_t>(nodes_.size());
}

std::string Cluster::node_name(uint32_t id) const {
  const std::shared_lock lock(mutex_);
  return id < nodes_.size() ? nodes_[id].node->name() : std::string();
}

uint64_t Cluster::generation() const {
  const std::shared_lock lock(mutex_);
  return generation_;
}

Verdict Cluster::judge_row(const Node &node, uint32_t id, const Shape &shape, bool skip_fit) const {
  Verdict row;
  row.node = id;
  const Judgement judgement = judge(node, shape, options_, skip_fit);
  row.reason = static_cast<int32_t>(judgement.refusal.reason);
  if (judgement.refusal.refused())
    row.flags = is_unresolvable(judgement.refusal.reason) ? kUnresolvable : 0;
  else
    row.score = score(node, shape, options_, judgement.placement);
  return row;
}

Verdict Cluster::row_of(uint32_t id, const Shape &shape, bool skip_fit) const {
  const Slot &slot = nodes_[id];
  if (!slot.removed) return judge_row(*slot.node, id, shape, skip_fit);
  return {id, static_cast<int32_t>(Reason::kNodeUnknown), 0, kUnresolvable | kRemoved};
}

std::shared_ptr<const Shape> Cluster::shape_of(const object::PodObject &pod) {
  return std::make_shared<const Shape>(make_shape(pod, options_, resources_));
}

std::shared_ptr<Cluster::Cached> Cluster::cached(const object::PodObject &pod, bool skip_fit) {
  std::shared_ptr<const Shape> shape = shape_of(pod);
  const std::string key = shape->key + (skip_fit ? 's' : 'f');
  const std::lock_guard lock(cache_mutex_);
  std::shared_ptr<Cached> &entry = caches_[key];
  if (!entry) {
    entry = std::make_shared<Cached>();
    entry->shape = std::move(shape);
  }
  std::shared_ptr<Cached> found = entry;
  found->last_used = ++uses_;
  if (caches_.size() > kMaxCaches)
    caches_.erase(std::min_element(
        caches_.begin(), caches_.end(),
        [](const auto &a, const auto &b) { return a.second->last_used < b.second->last_used; }));
  return found;
}

// With the cluster's lock shared and the cache's held.
uint64_t Cluster::refresh(Cached &cache, bool skip_fit) const {
  Verdicts &verdicts = cache.verdicts;
  const auto nodes = static_cast<uint32_t>(nodes_.size());
  const auto judge_node = [&](uint32_t id) { return row_of(id, *cache.shape, skip_fit); };
  const uint64_t behind = generation_ - verdicts.generation();
  if (behind > log_.size() || verdicts.generation() == 0) {
    verdicts.rebuild(nodes, generation_, judge_node);
  } else {
    std::vector<uint32_t> changed(log_.end() - static_cast<ptrdiff_t>(behind), log_.end());
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    verdicts.update(nodes, generation_, changed, judge_node);
  }
  return generation_;
}

uint64_t Cluster::evaluate(const object::PodObject &pod, const WhatIf &what_if, bool skip_fit,
                           uint32_t first, uint32_t count, std::vector<Verdict> &out) {
  const std::shared_ptr<Cached> cache = cached(pod, skip_fit);
  std::vector<std::shared_ptr<const Shape>> shapes;
  for (const WhatIf::There &there : what_if.there) shapes.push_back(shape_of(*there.pod));

  const std::shared_lock lock(mutex_);
  {
    const std::lock_guard guard(cache->mutex);
    refresh(*cache, skip_fit);
    const auto rows = cache->verdicts.rows();
    const size_t from = std::min<size_t>(first, rows.size());
    const auto wanted = rows.subspan(from, std::min<size_t>(count, rows.size() - from));
    out.assign(wanted.begin(), wanted.end());
  }

  // Nodes that are thought to be otherwise are judged on a copy.
  std::map<uint32_t, std::unique_ptr<Node>> imagined;
  const auto imagine = [&](uint32_t id) -> Node & {
    std::unique_ptr<Node> &copy = imagined[id];
    if (!copy) copy = std::make_unique<Node>(*nodes_[id].node);
    return *copy;
  };
  std::map<uint32_t, std::vector<std::string_view>> away;
  for (const std::string_view uid : what_if.away)
    if (const auto at = pods_.find(uid); at != pods_.end()) away[at->second.node].push_back(uid);
  for (const auto &[id, uids] : away) {
    Node &node = imagine(id);
    node.forget_holdings();
    for (const std::string &uid : nodes_[id].pods)
      if (std::find(uids.begin(), uids.end(), uid) == uids.end())
        node.hold(pods_.find(uid)->second.holding);
  }
  for (size_t i = 0; i < what_if.there.size(); ++i) {
    const uint32_t id = what_if.there[i].node;
    if (id >= nodes_.size() || nodes_[id].removed) continue;
    Node &node = imagine(id);
    Holding holding;
    holding.shape = shapes[i];
    allocate(node, shapes[i], options_, skip_fit,
             holding);  // refused: its amounts count all the same
    node.hold(holding);
  }
  for (const auto &[id, node] : imagined)
    if (id >= first && id - first < out.size())
      out[id - first] = judge_row(*node, id, *cache->shape, skip_fit);
  std::erase_if(out, [](const Verdict &row) { return (row.flags & kRemoved) != 0; });
  return generation_;
}

Outcome Cluster::explain(const object::PodObject &pod, uint32_t node, bool skip_fit,
                         Refusal &refusal) const {
  auto &self = const_cast<Cluster &>(*this);  // names of resources are interned
  const std::shared_ptr<const Shape> shape = self.shape_of(pod);
  const std::shared_lock lock(mutex_);
  if (node >= nodes_.size() || nodes_[node].removed) return Outcome::kUnknownNode;
  refusal = judge(*nodes_[node].node, *shape, options_, skip_fit).refusal;
  return Outcome::kDone;
}

uint64_t Cluster::best(const object::PodObject &pod, bool skip_fit, std::span<Verdict> out,
                       size_t &found) {
  const std::shared_ptr<Cached> cache = cached(pod, skip_fit);
  const std::shared_lock lock(mutex_);
  const std::lock_guard guard(cache->mutex);
  const uint64_t generation = refresh(*cache, skip_fit);
  found = cache->verdicts.best(out);
  return generation;
}

uint64_t Cluster::changes(const object::PodObject &pod, bool skip_fit, uint64_t since,
                          std::vector<Verdict> &out) {
  const std::shared_ptr<Cached> cache = cached(pod, skip_fit);
  const std::shared_lock lock(mutex_);
  const std::lock_guard guard(cache->mutex);
  const uint64_t generation = refresh(*cache, skip_fit);
  out.clear();
  cache->verdicts.for_each_changed(since, [&](const Verdict &row) { out.push_back(row); });
  return generation;
}

Outcome Cluster::reserve(const object::PodObject &pod, uint32_t node, uint64_t generation,
                         bool skip_fit, Refusal &refusal, Allocation &out) {
  const std::shared_ptr<const Shape> shape = shape_of(pod);
  const std::unique_lock lock(mutex_);
  if (node >= nodes_.size() || nodes_[node].removed) return Outcome::kUnknownNode;
  refusal = {};
  if (const auto at = pods_.find(pod.uid); at != pods_.end()) {
    if (at->second.node != node) return Outcome::kElsewhere;
    out = describe(at->second);
    return Outcome::kDone;
  }
  if (generation != 0 && nodes_[node].generation > generation) return Outcome::kStale;
  Holding holding;
  refusal = allocate(*nodes_[node].node, shape, options_, skip_fit, holding);
  if (refusal.refused()) return Outcome::kDone;
  add(pod.uid, node, std::move(holding));
  out = describe(pods_.find(pod.uid)->second);
  return Outcome::kDone;
}

void Cluster::add(const std::string &uid, uint32_t node, Holding holding) {
  nodes_[node].pods.push_back(uid);
  const auto [at, is_new] = pods_.insert_or_assign(uid, Pod{node, std::move(holding)});
  nodes_[node].node->hold(at->second.holding);
  touch(node);
}

void Cluster::let_go(const std::string &uid) {
  const auto at = pods_.find(uid);
  if (at == pods_.end()) return;
  const uint32_t node = at->second.node;
  Slot &slot = nodes_[node];
  slot.pods.erase(std::find(slot.pods.begin(), slot.pods.end(), uid));
  const bool exact = slot.node->release(at->second.holding);
  pods_.erase(at);
  if (!exact) hold_all(node);
  touch(node);
}

Outcome Cluster::unreserve(std::string_view uid) {
  const std::unique_lock lock(mutex_);
  if (pods_.find(uid) == pods_.end()) return Outcome::kUnknownPod;
  let_go(std::string(uid));
  return Outcome::kDone;
}

Outcome Cluster::allocation(std::string_view uid, Allocation &out) const {
  const std::shared_lock lock(mutex_);
  const auto at = pods_.find(uid);
  if (at == pods_.end()) return Outcome::kUnknownPod;
  out = describe(at->second);
  return Outcome::kDone;
}

bool Cluster::same_state(const Cluster &other) const {
  const std::shared_lock lock(mutex_);
  const std::shared_lock other_lock(other.mutex_);
  if (nodes_.size() != other.nodes_.size()) return false;
  for (size_t i = 0; i < nodes_.size(); ++i)
    if (!nodes_[i].node->same_state(*other.nodes_[i].node)) return false;
  return true;
}

void normalize(std::span<Verdict> rows) {
  int32_t largest = 0;
  for (const Verdict &row : rows) largest = std::max(largest, row.score);
  if (largest == 0) return;
  for (Verdict &row : rows) row.score = static_cast<int32_t>(int64_t{100} * row.score / largest);
}

}  // namespace koord::sched
