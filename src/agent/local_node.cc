#include "agent/local_node.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"
#include "kubelet/cpu/policy.h"
#include "object/mig_instances.h"
#include "object/resources.h"

namespace koord::agent {
namespace {

using object::Qos;

// Picks CPUs for an amount as the node's agent does: like kubelet without options.
CpuSet lowest_cores(const Topology &machine, int64_t milli) {
  const int64_t cpus = milli / 1000 + (milli % 1000 > 0 ? 1 : 0);
  const auto all = static_cast<int64_t>(machine.cpus().size());
  if (cpus > all)
    throw Error(Status::kInvalid, "reservation: " + std::to_string(cpus) +
                                      " CPUs are reserved, the machine has " + std::to_string(all));
  CpuSet out;
  if (cpus > 0)
    kubelet::assign(kubelet::Machine(machine), 0, machine.all_cpus(), static_cast<int>(cpus), out);
  return out;
}

// Returns the pairs of a socket and a NUMA node that share CPUs, ascending.
std::vector<LocalNode::PoolZone> places_of(const Topology &machine) {
  std::vector<LocalNode::PoolZone> out;
  for (const Topology::Socket &socket : machine.sockets())
    for (const Topology::CpuNode &numa : machine.cpu_nodes()) {
      const CpuSet cpus = socket.cpus & numa.cpus;
      if (!cpus.empty()) out.push_back({socket.id, numa.id, cpus});
    }
  return out;
}

LocalNode::AssignmentMap assignments_of(const KubeletState &kubelet) {
  LocalNode::AssignmentMap out;
  for (const auto &[uid, containers] : kubelet.containers) {
    LocalNode::Assignment &assignment = out[uid];
    assignment.containers = containers;
  }
  for (const auto &[uid, cpus] : kubelet.pods) out[uid].pod = cpus;
  return out;
}

bool same(const Refusal &a, const Refusal &b) {
  return a.reason == b.reason && a.where == b.where && a.needed == b.needed && a.best == b.best;
}

}  // namespace

LocalNode::LocalNode(std::shared_ptr<const Topology> machine, const Options &options)
    : machine_(std::move(machine)), options_(options), places_(places_of(*machine_)) {
  if (!options.rules().runs_clusters_and_nodes)
    throw Error(Status::kInvalid,
                "profile: " + std::to_string(static_cast<int32_t>(options.profile)) +
                    ", expected KOORD_PROFILE_SPEC or KOORD_PROFILE_UPSTREAM");
  recompute(0);
}

LocalNode::Settings LocalNode::settings_of(const object::NodeObject &node,
                                           const Topology &machine) const {
  Settings out;
  out.name = node.name;
  out.reserved = node.reserved_cpus.empty()
                     ? lowest_cores(machine, object::amount_of(node.reserved, object::kCpu))
                     : node.reserved_cpus & machine.all_cpus();
  out.system = node.system_qos_cpus & machine.all_cpus();
  out.system_exclusive = node.system_qos_exclusive;
  return out;
}

void LocalNode::set_machine(std::shared_ptr<const Topology> machine) {
  Settings settings = settings_of(object_, *machine);
  std::vector<PoolZone> places = places_of(*machine);
  settings_ = std::move(settings);
  places_ = std::move(places);
  machine_ = std::move(machine);
  recompute_all();
}

void LocalNode::set_node(const object::NodeObject &node) {
  object::NodeObject object = node;
  Settings settings = settings_of(object, *machine_);
  const bool same = settings.name == settings_.name && settings.reserved == settings_.reserved &&
                    settings.system == settings_.system &&
                    settings.system_exclusive == settings_.system_exclusive;
  object_ = std::move(object);
  if (same) return;
  settings_ = std::move(settings);
  recompute_all();
}

void LocalNode::set_kubelet(const KubeletState &kubelet) {
  AssignmentMap assignments = assignments_of(kubelet);
  const bool same =
      kubelet.static_policy == static_policy_ && kubelet.reserved == kubelet_reserved_ &&
      std::equal(assignments.begin(), assignments.end(), assignments_.begin(), assignments_.end(),
                 [](const auto &a, const auto &b) {
                   return a.first == b.first && a.second.containers == b.second.containers &&
                          a.second.pod == b.second.pod;
                 });
  if (same) return;
  assignments_ = std::move(assignments);
  static_policy_ = kubelet.static_policy;
  kubelet_reserved_ = kubelet.reserved;
  recompute_all();
}

void LocalNode::set_devices(const object::DeviceObject &devices) {
  DeviceIds ids;
  for (const object::DeviceInfo &device : devices.devices) {
    const bool is_new = ids[device.type].emplace(device.minor, device.id).second;
    if (!is_new)
      throw Error(Status::kInvalid, "Device " + in_quotes(devices.node) + ": " +
                                        in_quotes(device.type) + " " +
                                        std::to_string(device.minor) + " is listed twice");
  }
  for (const object::MigGpu &gpu : devices.mig)
    for (const object::MigInstance &instance : gpu.instances)
      ids[object::mig_type(instance.profile)].emplace(object::mig_minor(gpu.minor, instance),
                                                      instance.id);
  if (ids == device_ids_) return;
  const std::vector<Refusal> devices_refused = judge_devices(claimants_without(nullptr), ids);
  device_ids_ = std::move(ids);
  for (auto &[uid, pod] : pods_)
    if (!pod.facts.devices.empty()) pod.changed = generation_ + 1;
  recompute(claimants_.size());
  grant_devices(devices_refused);
}

void LocalNode::set_pod(const object::PodObject &pod) {
  if (pod.terminated) {
    remove_pod(pod.uid);
    return;
  }
  PodFacts facts = facts_of(pod);
  const auto known = pods_.find(facts.uid);
  Pod *const before = known != pods_.end() ? &known->second : nullptr;
  if (before != nullptr && before->facts == facts) return;
  if (before == nullptr && pods_.size() >= kMaxPods)
    throw Error(Status::kLimit, "pods: at most " + std::to_string(kMaxPods) + " on a node");
  std::vector<const PodFacts *> claimants = claimants_without(before);
  if (facts.claims_something()) {
    const auto at = std::upper_bound(claimants.begin(), claimants.end(), rank_of(facts),
                                     [&](const object::ClaimRank &rank, const PodFacts *other) {
                                       return rank < rank_of(*other);
                                     });
    claimants.insert(at, &facts);
  }
  const std::vector<Refusal> devices_refused = judge_devices(claimants);
  claimants_.reserve(pods_.size() + 1);
  Pod &now = before != nullptr ? *before : pods_[facts.uid];
  // Nothing below throws.
  size_t changed_from = remove_claimant(now);
  // A changed claim is a new claim.
  const bool keeps = now.granted && facts.claims && facts.claimed == now.facts.claimed;
  now.granted = keeps;
  if (!keeps) now.own = {};
  if (!facts.claims) now.refused = {}, now.allowed = {};
  if (facts.devices.empty()) now.has_devices = false, now.devices_refused = {};
  now.facts = std::move(facts);
  if (now.facts.claims_something()) {
    const size_t place = claimant_position(now.facts);
    claimants_.insert(claimants_.begin() + static_cast<ptrdiff_t>(place), &now);
    changed_from = std::min(changed_from, place);
  }
  now.changed = generation_ + 1;
  recompute(changed_from);
  grant_devices(devices_refused);
}

bool LocalNode::remove_pod(std::string_view uid) {
  const auto at = pods_.find(uid);
  if (at == pods_.end()) return false;
  const std::vector<Refusal> devices_refused = judge_devices(claimants_without(&at->second));
  const size_t changed_from = remove_claimant(at->second);
  pods_.erase(at);
  recompute(changed_from);
  grant_devices(devices_refused);
  return true;
}

void LocalNode::set_best_effort_limit(const CpuSet &cpus) {
  if (cpus == best_effort_limit_) return;
  best_effort_limit_ = cpus;
  const CpuSet before = best_effort_now_;
  ++generation_;
  make_pools();
  if (best_effort_now_ == before) --generation_;
}

void LocalNode::set_state(const NodeState &state) {
  ConfirmedCpus confirmed;
  for (const PodState &pod : state.pods) {
    if (pod.place != agent::Place::kOwn || pod.cpus.empty()) continue;
    confirmed.cpus[pod.uid] = pod.cpus;
    confirmed.all |= pod.cpus;
  }
  if (confirmed == confirmed_) return;
  std::vector<const PodFacts *> claimants = claimants_without(nullptr);
  std::sort(claimants.begin(), claimants.end(), [&](const PodFacts *a, const PodFacts *b) {
    return rank_of(*a, confirmed) < rank_of(*b, confirmed);
  });
  const std::vector<Refusal> devices_refused = judge_devices(claimants);
  confirmed_ = std::move(confirmed);
  std::sort(claimants_.begin(), claimants_.end(),
            [&](const Pod *a, const Pod *b) { return rank_of(a->facts) < rank_of(b->facts); });
  recompute(0);
  grant_devices(devices_refused);
  // Usually the state confirms the present decision; then nothing has changed.
  const bool matters = shared_changed_ == generation_ || be_changed_ == generation_ ||
                       std::any_of(pods_.begin(), pods_.end(), [&](const auto &entry) {
                         return entry.second.changed == generation_;
                       });
  if (!matters) --generation_;
}

const LocalNode::Pod *LocalNode::find_pod(std::string_view uid) const {
  const auto at = pods_.find(uid);
  return at != pods_.end() ? &at->second : nullptr;
}

const std::string *LocalNode::device_id(std::string_view type, int32_t minor) const {
  const auto ids = device_ids_.find(type);
  if (ids == device_ids_.end()) return nullptr;
  const auto at = ids->second.find(minor);
  return at != ids->second.end() ? &at->second : nullptr;
}

const LocalNode::Assignment *LocalNode::assignment_of(std::string_view uid) const {
  const auto at = assignments_.find(uid);
  return at != assignments_.end() && at->second.counts ? &at->second : nullptr;
}

bool LocalNode::may_own_cpus(const Pod &pod) const {
  return !options_.rules().judges_claims || object::owns_cpus(pod.facts.label);
}

// Kubelet's entry does not count for a pod that Koordinator places. It counts for an unknown pod,
// which may be about to arrive or still be leaving, and for a pod that only claims to own CPUs.
bool LocalNode::counts(std::string_view uid) const {
  if (!kubelet_static()) return false;
  const Pod *pod = find_pod(uid);
  if (pod == nullptr) return true;
  const bool is_placed = pod->facts.claims && may_own_cpus(*pod);
  return !(is_placed || pod->facts.label == Qos::kLs || pod->facts.label == Qos::kBe);
}

// The pod may have been granted fewer CPUs than it claims because some were offline. But none of
// the missing ones may be another pod's.
object::ClaimRank LocalNode::rank_of(const PodFacts &pod, const ConfirmedCpus &confirmed) noexcept {
  const auto at = confirmed.cpus.find(pod.uid);
  const bool is_confirmed = at != confirmed.cpus.end() && at->second.is_subset_of(pod.claimed) &&
                            !(pod.claimed - at->second).intersects(confirmed.all);
  return {is_confirmed, pod.scheduled, pod.uid};
}

size_t LocalNode::claimant_position(const PodFacts &pod) const noexcept {
  const auto at = std::upper_bound(claimants_.begin(), claimants_.end(), rank_of(pod),
                                   [&](const object::ClaimRank &rank, const Pod *other) {
                                     return rank < rank_of(other->facts);
                                   });
  return static_cast<size_t>(at - claimants_.begin());
}

size_t LocalNode::remove_claimant(const Pod &pod) noexcept {
  const auto at = std::find(claimants_.begin(), claimants_.end(), &pod);
  const auto place = static_cast<size_t>(at - claimants_.begin());
  if (at != claimants_.end()) claimants_.erase(at);
  return place;
}

std::vector<const PodFacts *> LocalNode::claimants_without(const Pod *pod) const {
  std::vector<const PodFacts *> out;
  out.reserve(claimants_.size() + 1);
  for (const Pod *claimant : claimants_)
    if (claimant != pod) out.push_back(&claimant->facts);
  return out;
}

std::vector<Refusal> LocalNode::judge_devices(std::span<const PodFacts *const> claimants,
                                              const DeviceIds &ids) const {
  DevicesGranted granted(options_.profile, ids);
  std::vector<Refusal> out(claimants.size());
  for (size_t i = 0; i < out.size(); ++i)
    if (!claimants[i]->devices.empty()) out[i] = granted.grant(*claimants[i]);
  return out;
}

// Returns the part of the claim that the pod may own: all of it unless it exceeds the request. A
// resize changes the request before the scheduler has written the new claim, and another resize may
// follow meanwhile. A claim above the request is limited to CPUs that the pod has already.
CpuSet LocalNode::allowed_claim(const Pod &pod) const {
  const CpuSet &claimed = pod.facts.claimed;
  if (!options_.rules().judges_claims || claimed.count() <= pod.facts.requested_cpus)
    return claimed;
  const auto at = confirmed_.cpus.find(pod.facts.uid);
  return claimed & (at != confirmed_.cpus.end() ? pod.allowed | at->second : pod.allowed);
}

// Granted CPUs stay with their pod even if kubelet assigns them meanwhile. But CPUs that the pod
// had lost are not taken back from kubelet.
cpu::ClaimVerdict LocalNode::judge(const Pod &pod, const CpuSet &allowed) const {
  const PodFacts &facts = pod.facts;
  const CpuSet &claimed = allowed.empty() ? facts.claimed : allowed;
  const int64_t requested = std::max<int64_t>(facts.requested_cpus, allowed.count());
  const CpuSet assigned = assigned_ - pod.own;
  const CpuSet gone = pod.granted ? claimed & assigned & machine_->all_cpus() : CpuSet();
  cpu::ClaimBounds bounds;
  bounds.machine = &machine_->all_cpus();
  bounds.reserved = settings_.reserved;
  if (settings_.system_exclusive) bounds.reserved |= settings_.system;
  if (!options_.ignore_kubelet) bounds.reserved |= kubelet_reserved_;
  const CpuSet of_other_kind = not_for(facts) - bounds.reserved;
  bounds.reserved |= of_other_kind;
  bounds.taken = pod.granted ? own_ : own_ | assigned_;
  cpu::Claim claim{claimed - gone, may_own_cpus(pod), requested};
  cpu::ClaimVerdict out = cpu::judge(claim, bounds, options_.profile);
  if (out.refusal.reason == Reason::kCpuReserved && of_other_kind.contains(out.refusal.where))
    out.refusal.reason = Reason::kCpuIsolation;
  if (out.refusal.reason == Reason::kCpuReserved &&
      (options_.ignore_kubelet || !kubelet_reserved_.contains(out.refusal.where)))
    out.refusal.reason = Reason::kCpuReservedByNode;
  if (out.own.empty() || (gone.empty() && claimed == facts.claimed)) return out;
  if (!out.refusal.refused()) {
    out.refusal.reason = gone.empty() ? Reason::kMoreCpusThanAsked : Reason::kCpuTaken;
    out.refusal.profile = options_.profile;
    out.refusal.object = Object::kCpu;
    out.refusal.best = gone.empty() ? facts.requested_cpus : out.own.count();
    if (!gone.empty()) {
      out.refusal.where_object = Object::kCpu;
      out.refusal.where = gone.first();
    }
  }
  out.refusal.needed = facts.claimed.count();
  return out;
}

CpuSet LocalNode::excluded() const {
  const bool excludes = options_.exclude_isolated && options_.rules().knows_isolated_cpus;
  return excludes ? machine_->isolated() : CpuSet();
}

CpuSet LocalNode::not_for(const PodFacts &pod) const {
  const bool requires_isolated = pod.requires_isolated && options_.rules().knows_isolated_cpus;
  return cpu::not_for(requires_isolated, *machine_, excluded());
}

void LocalNode::update_assignments() {
  assigned_ = {};
  for (auto &[uid, assignment] : assignments_) {
    assignment.all = assignment.pod;
    for (const auto &[name, cpus] : assignment.containers) assignment.all |= cpus;
    assignment.all &= machine_->all_cpus();
    const bool counted = assignment.counts;
    assignment.counts = counts(uid);
    if (assignment.counts) assigned_ |= assignment.all;
    if (counted == assignment.counts) continue;
    const auto pod = pods_.find(uid);
    if (pod != pods_.end()) pod->second.changed = generation_;
  }
}

// Keeps the grants of claimants before `from`.
void LocalNode::grant_cpus(size_t from) {
  own_ = {};
  lse_ = {};
  for (size_t i = 0; i < claimants_.size(); ++i) {
    Pod *pod = claimants_[i];
    if (i >= from && pod->facts.claims) {
      const CpuSet allowed = allowed_claim(*pod);
      const cpu::ClaimVerdict verdict = judge(*pod, allowed);
      if (pod->own != verdict.own || !same(pod->refused, verdict.refusal))
        pod->changed = generation_;
      pod->own = verdict.own;
      pod->granted = !verdict.own.empty();
      pod->allowed = pod->granted ? allowed : CpuSet();
      pod->refused = verdict.refusal;
    }
    own_ |= pod->own;
    if (pod->facts.label == Qos::kLse) lse_ |= pod->own;
  }
}

void LocalNode::grant_devices(std::span<const Refusal> refused) noexcept {
  for (size_t i = 0; i < claimants_.size(); ++i) {
    Pod &pod = *claimants_[i];
    if (!same(refused[i], pod.devices_refused)) pod.changed = generation_;
    pod.devices_refused = refused[i];
    pod.has_devices = !pod.facts.devices.empty() && !refused[i].refused();
  }
}

// No CPU belongs to two pods. CPUs that Koordinator granted stay with their pod, and of two pods in
// kubelet's state the first by uid gets the CPU.
void LocalNode::update_kept_assignments() {
  assigned_kept_ = {};
  for (auto &[uid, assignment] : assignments_) {
    CpuSet kept;
    if (assignment.counts) kept = assignment.all - own_ - assigned_kept_;
    assigned_kept_ |= kept;
    if (kept == assignment.kept) continue;
    assignment.kept = kept;
    const auto pod = pods_.find(uid);
    if (pod != pods_.end()) pod->second.changed = generation_;
  }
}

void LocalNode::make_pools() {
  CpuSet withheld = settings_.reserved;
  if (settings_.system_exclusive) withheld |= settings_.system;
  withheld |= excluded();
  Pools pools;
  pools.exclusive = own_ | assigned_kept_;
  pools.shared = machine_->all_cpus() - pools.exclusive - withheld;
  pools.best_effort = machine_->all_cpus() - lse_ - assigned_kept_ - withheld;
  const CpuSet shared = (pools.shared - pools_.shared) | (pools_.shared - pools.shared);
  CpuSet now = pools.best_effort & best_effort_limit_;
  if (now.empty()) now = pools.best_effort;  // a cpuset cannot be empty
  const CpuSet best_effort = (now - best_effort_now_) | (best_effort_now_ - now);
  if (!shared.empty()) shared_changed_ = generation_;
  if (!best_effort.empty()) be_changed_ = generation_;
  for (PoolZone &place : places_) {
    if (shared.intersects(place.cpus)) place.shared_changed = generation_;
    if (best_effort.intersects(place.cpus)) place.be_changed = generation_;
  }
  pools_ = pools;
  best_effort_now_ = now;
}

// Settings affect the placement of every pod.
void LocalNode::recompute_all() {
  for (auto &[uid, pod] : pods_) pod.changed = generation_ + 1;
  recompute(0);
}

void LocalNode::recompute(size_t from) {
  ++generation_;
  const CpuSet before = assigned_;
  update_assignments();
  grant_cpus(before == assigned_ ? from : 0);
  update_kept_assignments();
  make_pools();
}

}  // namespace koord::agent
