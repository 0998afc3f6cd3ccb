// Nodes and pods come and go.
#include "sched/cluster.h"

#include <algorithm>

#include "base/error.h"
#include "sched/allocate.h"
#include "sched/mention.h"

namespace koord::sched {
Cluster::Cluster(const Options &options) : options_(options) {}
Cluster::~Cluster() = default;

void Cluster::make_room_for_node() {
  const size_t nodes = nodes_.size();
  if (nodes >= summaries_.capacity()) summaries_.reserve(2 * nodes + 8);
  if (nodes >= capacities_.capacity()) capacities_.reserve(2 * nodes + 8);
  if (nodes >= gpu_briefs_.capacity()) gpu_briefs_.reserve(2 * nodes + 8);
}

void Cluster::make_room_to_touch(const Node &node, size_t touches) {
  if (log_.capacity() - log_.size() < touches) log_.reserve(2 * log_.size() + 64 + touches);
  if (numa_summaries_.size() + node.numa().size() > numa_packed_at_) pack_numa_summaries();
  const size_t numa = numa_summaries_.size() + node.numa().size();
  if (numa > numa_summaries_.capacity()) numa_summaries_.reserve(2 * numa);
}

// A node whose machine changes leaves a gap behind.
void Cluster::pack_numa_summaries() {
  size_t used = 0;
  for (const Summary &summary : summaries_) used += summary.numa_count;
  std::vector<NumaSummary> packed;
  packed.reserve(2 * used + 64);
  for (Summary &summary : summaries_) {
    const auto from = numa_summaries_.begin() + static_cast<ptrdiff_t>(summary.first_numa);
    summary.first_numa = static_cast<uint32_t>(packed.size());
    packed.insert(packed.end(), from, from + summary.numa_count);
  }
  numa_summaries_ = std::move(packed);
  numa_packed_at_ = 2 * used + 4096;
}

void Cluster::touch(uint32_t node) {
  count_kubelet(*nodes_[node].node);
  summarize(*nodes_[node].node, summaries_[node], capacities_[node], gpu_briefs_[node],
            numa_summaries_);
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
  for (const auto *pod : slot.pods) slot.node->hold(pod->second.holding);
}

void Cluster::count_kubelet(Node &node) const {
  node.hold_for_kubelet([&](const std::string &uid) { return is_nowhere(uid); });
}

void Cluster::replace(uint32_t id, std::unique_ptr<Node> node) {
  nodes_[id].node = std::move(node);
  touch(id);
}

uint32_t Cluster::set_node(const object::NodeObject &object) {
  const std::unique_lock lock(mutex_);
  Mention mention(*this, object.name);
  auto node = std::make_unique<Node>(*nodes_[mention.id()].node);
  node->set_object(object);
  change(mention, std::move(node));
  return mention.id();
}

uint32_t Cluster::set_topology(const object::NodeTopology &topology) {
  const std::unique_lock lock(mutex_);
  Mention mention(*this, topology.node);
  auto node = std::make_unique<Node>(*nodes_[mention.id()].node);
  node->set_topology(topology);
  change(mention, std::move(node), true);
  return mention.id();
}

uint32_t Cluster::set_devices(const object::DeviceObject &devices) {
  const std::unique_lock lock(mutex_);
  Mention mention(*this, devices.node);
  const uint32_t id = mention.id();
  const auto before =
      nodes_[id].node->devices() ? nodes_[id].node->devices()->shared_inventory() : nullptr;
  const auto after = device::make_inventory(devices, resources_, options_.profile);
  auto node = std::make_unique<Node>(*nodes_[id].node);
  node->set_devices(after);
  recorded_.add(id, *after);
  try {
    change(mention, std::move(node));
  } catch (...) {
    recorded_.remove(id, *after);
    throw;
  }
  if (before) recorded_.remove(id, *before);
  return id;
}

Outcome Cluster::remove_devices(std::string_view name) {
  const std::unique_lock lock(mutex_);
  const auto at = ids_.find(name);
  if (at == ids_.end() || !nodes_[at->second].node->reports_devices()) return Outcome::kUnknownNode;
  auto node = std::make_unique<Node>(*nodes_[at->second].node);
  node->drop_devices();
  Settled settled = settle(at->second, std::move(node));
  make_room_to_touch(*settled.node);
  apply(std::move(settled));
  return Outcome::kDone;
}

Outcome Cluster::remove_node(std::string_view name) {
  const std::unique_lock lock(mutex_);
  const auto at = ids_.find(name);
  if (at == ids_.end()) return Outcome::kUnknownNode;
  const uint32_t id = at->second;
  auto nothing = std::make_unique<Node>(std::string(name), options_, resources_);
  make_room_to_touch(*nothing);
  Slot &slot = nodes_[id];
  for (const auto *pod : slot.pods) {
    const std::string &uid = pod->first;
    if (const auto link = owners_.find(uid); link != owners_.end()) owners_.erase(link);
    if (const auto link = reservations_.find(uid); link != reservations_.end())
      reservations_.erase(link);
    recorded_.set_left(uid, true);
    pods_.erase(pods_.find(uid));
  }
  slot.pods = {};
  if (slot.node->devices() != nullptr) recorded_.remove(id, slot.node->devices()->inventory());
  slot.healing = 0;
  slot.removed = true;
  ids_.erase(at);
  ++removed_;
  replace(id, std::move(nothing));
  return Outcome::kDone;
}

Outcome Cluster::remove_topology(std::string_view name) {
  const std::unique_lock lock(mutex_);
  const auto at = ids_.find(name);
  if (at == ids_.end() || !nodes_[at->second].node->has_topology()) return Outcome::kUnknownNode;
  auto node = std::make_unique<Node>(*nodes_[at->second].node);
  node->drop_topology();
  Settled settled = settle(at->second, std::move(node));
  make_room_to_touch(*settled.node);
  apply(std::move(settled));
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

std::vector<Cluster::NodeName> Cluster::node_names() const {
  const std::shared_lock lock(mutex_);
  std::vector<NodeName> out;
  out.reserve(nodes_.size() - removed_);
  for (uint32_t id = 0; id < nodes_.size(); ++id)
    if (is_there(id)) out.push_back({id, nodes_[id].node->name()});
  return out;
}

Outcome Cluster::pods_of(uint32_t id, std::vector<std::string> &uids) const {
  const std::shared_lock lock(mutex_);
  if (!is_there(id)) return Outcome::kUnknownNode;
  uids.clear();
  for (const auto *pod : nodes_[id].pods) uids.push_back(pod->first);
  std::sort(uids.begin(), uids.end());
  return Outcome::kDone;
}

ShapePtr Cluster::shape_of(const object::PodObject &pod, const object::PodTotals &totals,
                           Purpose purpose) const {
  Shape outline = outline_shape(pod, totals, options_, resources_, purpose);
  {
    const std::lock_guard lock(shape_mutex_);
    const auto at = shapes_.find(outline.key);
    if (ShapePtr found = at == shapes_.end() ? nullptr : at->second.lock()) return found;
  }
  ask_devices(pod, options_, resources_, outline);
  auto shape = std::make_shared<const Shape>(std::move(outline));
  const std::lock_guard lock(shape_mutex_);
  std::weak_ptr<const Shape> &known = shapes_[shape->key];
  if (ShapePtr found = known.lock()) return found;  // another thread's, made meanwhile
  known = shape;
  if (shapes_.size() > 2 * shapes_swept_ + 256) {
    std::erase_if(shapes_, [](const auto &entry) { return entry.second.expired(); });
    shapes_swept_ = shapes_.size();
  }
  return shape;
}

void Cluster::check_words(const Node &node, size_t needed, std::span<const uint64_t> cpus) {
  if (!cpus.empty() && cpus.size() < needed)
    throw Error(Status::kNoSpace, "words: found " + std::to_string(cpus.size()) + ", node " +
                                      in_quotes(node.name()) + " needs " + std::to_string(needed));
}

Outcome Cluster::reserve(const Question &question, std::string_view uid, uint32_t node,
                         const Terms &terms, Refusal &refusal, std::span<uint64_t> cpus) {
  const std::unique_lock lock(mutex_);
  if (!is_there(node)) return Outcome::kUnknownNode;
  Slot &slot = nodes_[node];
  check_words(*slot.node, slot.node->words(), cpus);
  refusal = {};
  if (const auto at = pods_.find(uid); at != pods_.end()) {
    if (at->second.node != node) return Outcome::kElsewhere;
    check_words(*slot.node, at->second.holding.cpus().size(), cpus);
    at->second.holding.write_cpus(cpus);
    return Outcome::kDone;
  }
  if (waiting_.contains(uid)) return Outcome::kElsewhere;
  if (terms.generation != 0 && slot.generation > terms.generation) return Outcome::kStale;
  if ((terms.affinity & ~numa::first_nodes(slot.node->numa().size())) != 0)
    throw Error(Status::kInvalid, "affinity: names NUMA nodes beyond the " +
                                      std::to_string(slot.node->numa().size()) + " of node " +
                                      in_quotes(slot.node->name()));
  Holding holding(question.shape);
  refusal = allocate(view_of(node), question.shape, options_, {question.skip_fit, terms.affinity},
                     holding);
  holding.write_cpus(cpus);
  if (refusal.refused()) return Outcome::kDone;
  Pod pod{node, terms.priority, std::move(holding)};
  std::vector<Settled> elsewhere = settle_elsewhere(uid, node);
  if (slot.healing > 0) {
    Settled settled = settle(node, {{uid, &pod}});
    bring(uid, std::move(pod), std::move(settled));
  } else {
    make_room_for(node, pod.holding);
    put_on(pods_.emplace(std::string(uid), std::move(pod)).first);
  }
  recorded_.set_left(uid, false);
  apply(std::move(elsewhere));
  return Outcome::kDone;
}

void Cluster::make_room_for(uint32_t node, const Holding &holding) {
  Slot &slot = nodes_[node];
  if (slot.pods.size() == slot.pods.capacity()) slot.pods.reserve(2 * slot.pods.size() + 4);
  slot.node->make_room(holding);
  make_room_to_touch(*slot.node);
}

void Cluster::put_on(ByName<Pod>::iterator pod) {
  const uint32_t node = pod->second.node;
  nodes_[node].pods.push_back(&*pod);
  nodes_[node].node->hold(pod->second.holding);
  nodes_[node].healing += pod->second.may_heal() ? 1 : 0;
  touch(node);
}

void Cluster::take_off(ByName<Pod>::iterator pod) {
  const uint32_t node = pod->second.node;
  Slot &slot = nodes_[node];
  const auto at = std::find(slot.pods.begin(), slot.pods.end(), &*pod);
  *at = slot.pods.back();
  slot.pods.pop_back();
  if (!slot.node->release(pod->second.holding)) hold_all(node);
  slot.healing -= pod->second.may_heal() ? 1 : 0;
  pod->second.node = kNowhere;
  touch(node);
}

Outcome Cluster::remove_pod(std::string_view uid) {
  const std::unique_lock lock(mutex_);
  const auto at = pods_.find(uid);
  if (at == pods_.end()) {
    if (!waiting_.contains(uid)) return Outcome::kUnknownPod;
    recorded_.set_left(uid, true);
    waiting_.erase(uid);
    return Outcome::kDone;
  }
  if (is_linked(uid)) return release_linked(uid);
  const uint32_t id = at->second.node;
  Slot &slot = nodes_[id];
  make_room_to_touch(*slot.node);
  const bool has_record = slot.node->has_record(uid);
  if (slot.healing == 0 && !has_record) {
    recorded_.set_left(uid, true);
    take_off(at);
    pods_.erase(at);
    return Outcome::kDone;
  }
  Settled settled = settle(id, {}, {uid});
  recorded_.set_left(uid, true);
  std::erase(slot.pods, &*at);
  pods_.erase(at);
  apply(std::move(settled));
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
