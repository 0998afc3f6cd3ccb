#include "agent/node.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"
#include "cpu/kubelet_policy.h"
#include "object/resources.h"

namespace koord::agent {
namespace {

using object::Qos;

// CPUs for an amount, as the node's agent picks them: kubelet's way, without options.
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

// The pairs of a socket and a NUMA node that share CPUs, ascending.
std::vector<Node::Place> places_of(const Topology &machine) {
  std::vector<Node::Place> out;
  for (const Topology::Socket &socket : machine.sockets())
    for (const Topology::NumaPlace &numa : machine.numa_places()) {
      const CpuSet cpus = socket.cpus & numa.cpus;
      if (!cpus.empty()) out.push_back({socket.id, numa.id, cpus});
    }
  return out;
}

Node::GivenMap given_of(const KubeletState &kubelet) {
  Node::GivenMap out;
  for (const auto &[uid, containers] : kubelet.containers) {
    Node::Given &given = out[uid];
    given.containers = containers;
  }
  for (const auto &[uid, cpus] : kubelet.pods) out[uid].pod = cpus;
  return out;
}

Refusal refuse(Profile profile, Reason reason) {
  Refusal refusal;
  refusal.reason = reason;
  refusal.profile = profile;
  refusal.object = Object::kCpu;
  return refusal;
}

Refusal refuse_cpu(Profile profile, Reason reason, int cpu) {
  Refusal refusal = refuse(profile, reason);
  refusal.where_object = Object::kCpu;
  refusal.where = cpu;
  return refusal;
}

bool same(const Refusal &a, const Refusal &b) {
  return a.reason == b.reason && a.where == b.where && a.needed == b.needed && a.best == b.best;
}

}  // namespace

Node::Node(std::shared_ptr<const Topology> machine, const Options &options)
    : machine_(std::move(machine)), options_(options), places_(places_of(*machine_)) {
  if (options.profile != Profile::kSpec && options.profile != Profile::kUpstream)
    throw Error(Status::kInvalid,
                "profile: " + std::to_string(static_cast<int32_t>(options.profile)) +
                    ", expected that of the proposals or of upstream");
  settle();
}

Node::Settings Node::settings_of(const object::NodeObject &node, const Topology &machine) const {
  Settings out;
  out.name = node.name;
  out.reserved = node.reserved_cpus.empty()
                     ? lowest_cores(machine, object::amount_of(node.reserved, object::kCpu))
                     : node.reserved_cpus & machine.all_cpus();
  out.system = node.system_qos_cpus & machine.all_cpus();
  out.system_exclusive = node.system_qos_exclusive;
  return out;
}

void Node::set_machine(std::shared_ptr<const Topology> machine) {
  Settings settings = settings_of(object_, *machine);
  std::vector<Place> places = places_of(*machine);
  waiting_.reserve(pods_.size());
  settings_ = std::move(settings);
  places_ = std::move(places);
  machine_ = std::move(machine);
  take_lost();
  touch_all();
}

void Node::set_node(const object::NodeObject &node) {
  object::NodeObject object = node;
  Settings settings = settings_of(object, *machine_);
  const bool same = settings.name == settings_.name && settings.reserved == settings_.reserved &&
                    settings.system == settings_.system &&
                    settings.system_exclusive == settings_.system_exclusive;
  object_ = std::move(object);
  if (same) return;
  settings_ = std::move(settings);
  touch_all();
}

void Node::set_kubelet(const KubeletState &kubelet) {
  GivenMap given = given_of(kubelet);
  const bool same =
      kubelet.static_policy == static_policy_ && kubelet.reserved == kubelet_reserved_ &&
      std::equal(given.begin(), given.end(), given_.begin(), given_.end(),
                 [](const auto &a, const auto &b) {
                   return a.first == b.first && a.second.containers == b.second.containers &&
                          a.second.pod == b.second.pod;
                 });
  if (same) return;
  waiting_.reserve(pods_.size());
  given_ = std::move(given);
  static_policy_ = kubelet.static_policy;
  kubelet_reserved_ = kubelet.reserved;
  take_lost();
  touch_all();
}

void Node::set_devices(const object::DeviceObject &devices) {
  DeviceIds ids;
  for (const object::DeviceInfo &device : devices.devices) {
    const bool is_new = ids[device.type].emplace(device.minor, device.id).second;
    if (!is_new)
      throw Error(Status::kInvalid, "Device " + in_quotes(devices.node) + ": " +
                                        in_quotes(device.type) + " " +
                                        std::to_string(device.minor) + " is listed twice");
  }
  if (ids == device_ids_) return;
  device_ids_ = std::move(ids);
  for (auto &[uid, pod] : pods_)
    if (!pod.facts.devices.empty()) pod.changed = generation_ + 1;
  settle();
}

void Node::set_pod(const object::PodObject &pod) {
  if (pod.terminated) {
    remove_pod(pod.uid);
    return;
  }
  PodFacts facts = facts_of(pod);
  const auto known = pods_.find(facts.uid);
  if (known != pods_.end() && known->second.facts == facts) return;
  if (known == pods_.end() && pods_.size() >= kMaxPods)
    throw Error(Status::kLimit, "pods: at most " + std::to_string(kMaxPods) + " on a node");
  // From here on nothing throws but the first two.
  waiting_.reserve(pods_.size() + 1);
  Pod &now = known != pods_.end() ? known->second : pods_[facts.uid];
  if (known == pods_.end()) now.came = ++arrivals_;
  const bool keeps = now.granted && facts.claims && facts.claimed == now.facts.claimed;
  if (!keeps) release(now);
  std::erase(waiting_, &now);
  now.facts = std::move(facts);
  if (keeps && !is_due(now)) release(now);
  own(now, now.own);
  if (now.own != now.facts.claimed) wait(now);
  if (!now.facts.claims) now.refused = {};
  now.changed = generation_ + 1;
  settle();
}

bool Node::remove_pod(std::string_view uid) {
  const auto at = pods_.find(uid);
  if (at == pods_.end()) return false;
  release(at->second);
  std::erase(waiting_, &at->second);
  pods_.erase(at);
  settle();
  return true;
}

const Node::Pod *Node::find_pod(std::string_view uid) const {
  const auto at = pods_.find(uid);
  return at != pods_.end() ? &at->second : nullptr;
}

const std::string *Node::device_id(std::string_view type, int32_t minor) const {
  const auto ids = device_ids_.find(type);
  if (ids == device_ids_.end()) return nullptr;
  const auto at = ids->second.find(minor);
  return at != ids->second.end() ? &at->second : nullptr;
}

const Node::Given *Node::given_to(std::string_view uid) const {
  const auto at = given_.find(uid);
  return at != given_.end() && at->second.counts ? &at->second : nullptr;
}

// Upstream takes what any pod says.
bool Node::is_due(const Pod &pod) const {
  return options_.profile == Profile::kUpstream || pod.facts.label == Qos::kLse ||
         pod.facts.label == Qos::kLsr;
}

// Kubelet's entry of a pod that Koordinator places says where the pod is not. That of a pod which is
// not known counts: it may be about to come, or still be on its way out.
bool Node::counts(std::string_view uid) const {
  if (!kubelet_static()) return false;
  const Pod *pod = find_pod(uid);
  return pod == nullptr ||
         !(pod->facts.claims || pod->facts.label == Qos::kLs || pod->facts.label == Qos::kBe);
}

// Of the CPUs that it claims those that pods can have: neither offline nor, whatever kubelet's policy is,
// reserved by kubelet.
CpuSet Node::ownable(const Pod &pod) const {
  CpuSet cpus = pod.facts.claimed & machine_->all_cpus();
  if (options_.profile == Profile::kSpec && !options_.ignore_kubelet) cpus -= kubelet_reserved_;
  return cpus;
}

// Of a claim as a whole: one that fails gives the pod nothing.
Refusal Node::judge(const Pod &pod) const {
  const PodFacts &facts = pod.facts;
  const Profile profile = options_.profile;
  if (!is_due(pod)) return refuse(profile, Reason::kClaimNotDue);
  if (profile == Profile::kSpec && facts.claimed.count() > facts.asked_cpus) {
    Refusal refusal = refuse(profile, Reason::kMoreCpusThanAsked);
    refusal.needed = facts.claimed.count();
    refusal.best = facts.asked_cpus;
    return refusal;
  }
  const CpuSet cpus = ownable(pod);
  if (cpus.empty()) return loss(pod);
  const CpuSet taken = cpus & (own_ | given_all_);
  return taken.empty() ? Refusal{} : refuse_cpu(profile, Reason::kCpuTaken, taken.first());
}

// Why the pod does not have all that it claims, where the claim stands.
Refusal Node::loss(const Pod &pod) const {
  const CpuSet lost = pod.facts.claimed - pod.own;
  if (lost.empty()) return {};
  const CpuSet absent = lost - machine_->all_cpus();
  const CpuSet reserved = lost - ownable(pod);
  Refusal out =
      !absent.empty()     ? refuse_cpu(options_.profile, Reason::kCpuNotOnMachine, absent.first())
      : !reserved.empty() ? refuse_cpu(options_.profile, Reason::kCpuReserved, reserved.first())
                          : refuse_cpu(options_.profile, Reason::kCpuTaken, lost.first());
  out.needed = pod.facts.claimed.count();
  out.best = pod.own.count();
  return out;
}

void Node::own(Pod &pod, const CpuSet &cpus) {
  own_ = (own_ - pod.own) | cpus;
  lse_ -= pod.own;
  if (pod.facts.label == Qos::kLse) lse_ |= cpus;
  pod.own = cpus;
  pod.granted = !cpus.empty();
}

// Takes back what the pod was granted.
void Node::release(Pod &pod) { own(pod, CpuSet()); }

// From pods what they can have no longer. There is room for all of them to wait.
void Node::take_lost() {
  for (auto &[uid, pod] : pods_) {
    const CpuSet kept = pod.own & ownable(pod);
    if (kept == pod.own) continue;
    if (pod.own == pod.facts.claimed) wait(pod);
    own(pod, kept);
  }
}

// There is room: every change of pods makes it first.
void Node::wait(Pod &pod) noexcept {
  const auto at =
      std::upper_bound(waiting_.begin(), waiting_.end(), pod.came,
                       [](uint64_t came, const Pod *other) { return came < other->came; });
  waiting_.insert(at, &pod);
}

void Node::settle_given() {
  given_all_ = {};
  for (auto &[uid, given] : given_) {
    given.all = given.pod;
    for (const auto &[name, cpus] : given.containers) given.all |= cpus;
    given.all &= machine_->all_cpus();
    const bool counted = given.counts;
    given.counts = counts(uid);
    if (given.counts) given_all_ |= given.all;
    if (counted == given.counts) continue;
    const auto pod = pods_.find(uid);
    if (pod != pods_.end()) pod->second.changed = generation_;
  }
}

// Whether any pod was granted what it waited for: its claim, or CPUs of it that were lost and are back.
bool Node::grant_waiting() {
  bool any = false;
  std::erase_if(waiting_, [&](Pod *pod) {
    const bool stands = pod->granted;
    Refusal refused = stands ? Refusal{} : judge(*pod);
    const CpuSet more = refused.refused() ? CpuSet() : ownable(*pod) - own_ - given_all_;
    if (!more.empty()) own(*pod, pod->own | more);
    any |= !more.empty();
    if (!refused.refused()) refused = loss(*pod);
    if (!more.empty() || !same(refused, pod->refused)) pod->changed = generation_;
    pod->refused = refused;
    return !refused.refused();
  });
  return any;
}

// No CPU is two pods': what Koordinator granted stays with its pod, and of two that kubelet names
// the first by uid has it.
void Node::keep_given() {
  given_kept_ = {};
  for (auto &[uid, given] : given_) {
    CpuSet kept;
    if (given.counts) kept = given.all - own_ - given_kept_;
    given_kept_ |= kept;
    if (kept == given.kept) continue;
    given.kept = kept;
    const auto pod = pods_.find(uid);
    if (pod != pods_.end()) pod->second.changed = generation_;
  }
}

void Node::make_pools() {
  CpuSet withheld = settings_.reserved;
  if (settings_.system_exclusive) withheld |= settings_.system;
  Pools pools;
  pools.exclusive = own_ | given_kept_;
  pools.shared = machine_->all_cpus() - pools.exclusive - withheld;
  pools.best_effort = machine_->all_cpus() - lse_ - given_kept_ - withheld;
  const CpuSet shared = (pools.shared - pools_.shared) | (pools_.shared - pools.shared);
  const CpuSet best_effort =
      (pools.best_effort - pools_.best_effort) | (pools_.best_effort - pools.best_effort);
  if (!shared.empty()) shared_changed_ = generation_;
  if (!best_effort.empty()) be_changed_ = generation_;
  for (Place &place : places_) {
    if (shared.intersects(place.cpus)) place.shared_changed = generation_;
    if (best_effort.intersects(place.cpus)) place.be_changed = generation_;
  }
  pools_ = pools;
}

// Settings say for every pod where it may run.
void Node::touch_all() {
  for (auto &[uid, pod] : pods_) pod.changed = generation_ + 1;
  settle();
}

void Node::settle() {
  ++generation_;
  settle_given();
  if (grant_waiting()) grant_waiting();  // others may be refused for another CPU now
  keep_given();
  make_pools();
}

}  // namespace koord::agent
