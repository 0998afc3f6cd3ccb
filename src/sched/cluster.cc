// Nodes and pods come and go.
#include "sched/cluster.h"

#include <algorithm>

#include "base/error.h"
#include "sched/allocate.h"

namespace koord::sched {
namespace {

constexpr size_t kMaxNodes = size_t{1} << 20;

void write_cpus(const Holding &holding, std::span<uint64_t> out) {
  for (size_t i = 0; i < out.size(); ++i) out[i] = i < holding.cpus.size() ? holding.cpus[i] : 0;
}

}  // namespace

Cluster::Cluster(const Options &options) : options_(options) {}
Cluster::~Cluster() = default;

void Cluster::set_weights(const std::vector<std::pair<std::string, int32_t>> &weights) {
  options_.weights.clear();
  for (const auto &[resource, weight] : weights)
    options_.weights.push_back({resources_.intern(resource), weight});
}

uint32_t Cluster::intern(std::string_view name) {
  if (const auto at = ids_.find(name); at != ids_.end() && !nodes_[at->second].removed)
    return at->second;
  if (nodes_.size() >= kMaxNodes)
    throw Error(Status::kLimit, "Node " + quoted(name) + ": the cluster has had " +
                                    std::to_string(kMaxNodes) +
                                    " nodes, which is as many as it can number");
  const auto id = static_cast<uint32_t>(nodes_.size());
  Slot slot;
  slot.node = std::make_unique<Node>(std::string(name), options_, resources_);
  ids_.insert_or_assign(std::string(name), id);
  nodes_.push_back(std::move(slot));
  summaries_.push_back({});
  touch(id);
  return id;
}

void Cluster::touch(uint32_t node) {
  summarize(*nodes_[node].node, summaries_[node], numa_summaries_);
  summaries_[node].removed = nodes_[node].removed;
  log_.push_back(node);
  nodes_[node].generation = ++generation_;
  // Verdicts that are further behind are made anew.
  if (log_.size() > 4 * nodes_.size() + 1024)
    log_.erase(log_.begin(), log_.begin() + static_cast<ptrdiff_t>(log_.size() / 2));
}

void Cluster::hold_all(uint32_t node) {
  Slot &slot = nodes_[node];
  slot.node->forget_holdings();
  for (const std::string *uid : slot.pods) slot.node->hold(pods_.find(*uid)->second.holding);
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
  if (at == ids_.end()) return Outcome::kUnknownNode;
  const uint32_t id = at->second;
  Slot &slot = nodes_[id];
  for (const std::string *uid : slot.pods) pods_.erase(pods_.find(*uid));
  slot.pods = {};
  slot.node = std::make_unique<Node>(std::string(name), options_, resources_);
  slot.removed = true;
  ids_.erase(at);
  ++removed_;
  touch(id);
  return Outcome::kDone;
}

Outcome Cluster::remove_topology(std::string_view name) {
  const std::unique_lock lock(mutex_);
  const auto at = ids_.find(name);
  if (at == ids_.end() || nodes_[at->second].node->topology() == nullptr)
    return Outcome::kUnknownNode;
  nodes_[at->second].node->set_topology(std::nullopt);
  hold_all(at->second);
  touch(at->second);
  return Outcome::kDone;
}

Outcome Cluster::find_node(std::string_view name, uint32_t &id) const {
  const std::shared_lock lock(mutex_);
  const auto at = ids_.find(name);
  if (at == ids_.end()) return Outcome::kUnknownNode;
  id = at->second;
  return Outcome::kDone;
}

Cluster::Counts Cluster::counts() const {
  const std::shared_lock lock(mutex_);
  const auto ids = static_cast<uint32_t>(nodes_.size());
  return {ids, ids - removed_, pods_.size(), generation_};
}

Outcome Cluster::node_name(uint32_t id, std::string &out) const {
  const std::shared_lock lock(mutex_);
  if (id >= nodes_.size()) return Outcome::kUnknownNode;
  out = nodes_[id].node->name();
  return Outcome::kDone;
}

Outcome Cluster::pods_of(uint32_t id, std::vector<std::string> &uids) const {
  const std::shared_lock lock(mutex_);
  if (!is_there(id)) return Outcome::kUnknownNode;
  uids.clear();
  for (const std::string *uid : nodes_[id].pods) uids.push_back(*uid);
  std::sort(uids.begin(), uids.end());
  return Outcome::kDone;
}

ShapePtr Cluster::shape_of(const object::PodObject &pod) const {
  auto shape = std::make_shared<const Shape>(make_shape(pod, options_, resources_));
  const std::lock_guard lock(shape_mutex_);
  std::weak_ptr<const Shape> &known = shapes_[shape->key];
  if (ShapePtr found = known.lock()) return found;
  known = shape;
  if (shapes_.size() > 2 * shapes_swept_ + 256) {
    std::erase_if(shapes_, [](const auto &entry) { return entry.second.expired(); });
    shapes_swept_ = shapes_.size();
  }
  return shape;
}

Outcome Cluster::reserve(const Question &question, std::string_view uid, uint32_t node,
                         const Terms &terms, Refusal &refusal, std::span<uint64_t> cpus) {
  const std::unique_lock lock(mutex_);
  if (!is_there(node)) return Outcome::kUnknownNode;
  Slot &slot = nodes_[node];
  if (!cpus.empty() && cpus.size() < slot.node->words())
    throw Error(Status::kNoSpace, "words: " + std::to_string(cpus.size()) + " given, node " +
                                      quoted(slot.node->name()) + " needs " +
                                      std::to_string(slot.node->words()));
  refusal = {};
  if (const auto at = pods_.find(uid); at != pods_.end()) {
    if (at->second.node != node) return Outcome::kElsewhere;
    write_cpus(at->second.holding, cpus);
    return Outcome::kDone;
  }
  if (terms.generation != 0 && slot.generation > terms.generation) return Outcome::kStale;
  if ((terms.affinity & ~numa::first_nodes(slot.node->numa().size())) != 0)
    throw Error(Status::kInvalid, "affinity: names NUMA nodes beyond the " +
                                      std::to_string(slot.node->numa().size()) + " of node " +
                                      quoted(slot.node->name()));
  Holding holding;
  refusal = allocate(view_of(node), question.shape, options_, {question.skip_fit, terms.affinity},
                     holding);
  write_cpus(holding, cpus);
  if (!refusal.refused()) add(uid, node, std::move(holding));
  return Outcome::kDone;
}

const Cluster::Pod &Cluster::add(std::string_view uid, uint32_t node, Holding holding) {
  Slot &slot = nodes_[node];
  slot.pods.reserve(slot.pods.size() + 1);
  const auto [at, is_new] = pods_.emplace(std::string(uid), Pod{node, std::move(holding)});
  slot.pods.push_back(&at->first);
  slot.node->hold(at->second.holding);
  touch(node);
  return at->second;
}

void Cluster::let_go(ByName<Pod>::iterator pod) {
  const uint32_t node = pod->second.node;
  Slot &slot = nodes_[node];
  const auto at = std::find(slot.pods.begin(), slot.pods.end(), &pod->first);
  *at = slot.pods.back();
  slot.pods.pop_back();
  const bool exact = slot.node->release(pod->second.holding);
  pods_.erase(pod);
  if (!exact) hold_all(node);
  touch(node);
}

Outcome Cluster::remove_pod(std::string_view uid) {
  const std::unique_lock lock(mutex_);
  const auto at = pods_.find(uid);
  if (at == pods_.end()) return Outcome::kUnknownPod;
  let_go(at);
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

}  // namespace koord::sched
