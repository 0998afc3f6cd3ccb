#include "sched/cluster/affected.h"

#include <algorithm>

namespace koord::sched {
namespace {

void add_devices(const device::Grants &grants, uint64_t &mask) {
  for (const device::Grant &grant : grants) mask |= uint64_t{1} << (grant.minor & 63);
}

// A set of CPUs, and of devices by minor modulo 64. A device of another type with the same minor
// matches, too, which affects more pods than necessary but is cheap to compare.
class Contested {
 public:
  void add(const device::KubeletGrants &record) { add_devices(record.grants, devices_); }
  void add(const Pod &pod, uint64_t devices) {
    devices_ |= devices;
    if (const CpuSet *claimed = claimed_cpus(pod)) cpus_ |= *claimed;
    if (!pod.holding.cpus().empty()) cpus_ |= pod.holding.cpu_set();
  }
  bool includes(const Pod &pod, uint64_t devices) const {
    if ((devices & devices_) != 0) return true;
    const CpuSet *claimed = claimed_cpus(pod);
    if (claimed != nullptr && claimed->intersects(cpus_)) return true;
    const auto held = pod.holding.cpus();
    for (size_t i = 0; i < held.size(); ++i)
      if ((held[i] & cpus_.word(i)) != 0) return true;
    return false;
  }
  bool has_devices() const { return devices_ != 0; }

 private:
  static const CpuSet *claimed_cpus(const Pod &pod) {
    return pod.claim && pod.claim->status && pod.claim->status->cpus ? &*pod.claim->status->cpus
                                                                     : nullptr;
  }

  CpuSet cpus_;
  uint64_t devices_ = 0;
};

// Returns the minor that the claimed device has on the node, or the claimed one if it is gone.
int32_t present_minor(const Node &node, const object::AllocatedDevice &device) {
  if (device.id.empty() || node.devices() == nullptr) return device.minor;
  for (const device::Pool &pool : node.devices()->inventory().pools) {
    if (node.resources().types().name(pool.type) != device.type) continue;
    const int at = pool.find(device.minor, device.id);
    return at < 0 ? device.minor : pool.devices[static_cast<size_t>(at)].minor;
  }
  return device.minor;
}

// Returns the devices that the pod claims or holds, or that kubelet's record contains.
uint64_t devices_of(const Node &node, std::string_view uid, const Pod &pod) {
  uint64_t out = 0;
  if (pod.holding.devices()) add_devices(*pod.holding.devices(), out);
  if (const device::KubeletGrants *record = node.record_of(uid)) add_devices(record->grants, out);
  if (!pod.claim) return out;
  for (const object::AllocatedDevice &device : pod.claim->devices)
    out |= uint64_t{1} << (present_minor(node, device) & 63);
  return pod.claim->visible.empty() ? out : ~uint64_t{0};
}

// Returns true if devices were assumed for the pod, or too
// few were left. Its holding depends on all others then.
bool assumes_devices(const Pod &pod) {
  return pod.conflicts != nullptr && pod.conflicts->devices_unexplained > 0;
}

struct Candidate {
  PodTable::Entry *entry;
  uint64_t devices;
  bool is_affected;
};

class Search {
 public:
  explicit Search(const Node &node) : node_(node), any_rank_(node.names_owners()) {}

  void add_source(std::string_view uid, const Pod &pod) {
    contested_.add(pod, devices_of(node_, uid, pod));
    if (pod.claim == nullptr || pod.cpus_are_ours) {
      any_rank_ = true;
      return;
    }
    add_record_of(uid);
    // The pod may be assigned unidentified devices.
    assumes_ = assumes_ || pod.holding.shape().devices != nullptr;
    lower(rank_of(uid, *pod.claim));
  }
  // Kubelet's record of a pod counts before all claims while the pod's node is unknown.
  void add_record_of(std::string_view uid) {
    const device::KubeletGrants *record = node_.record_of(uid);
    if (record == nullptr) return;
    contested_.add(*record);
    any_rank_ = true;
  }
  void add_candidate(PodTable::Entry *entry) {
    const auto &[uid, pod] = *entry;
    if (pod.claim) candidates_.push_back({entry, devices_of(node_, uid, pod), false});
  }
  std::vector<PodTable::Entry *> run() {
    while (spread() || add_assuming()) {
    }
    std::vector<PodTable::Entry *> out;
    for (const Candidate &candidate : candidates_)
      if (candidate.is_affected) out.push_back(candidate.entry);
    return out;
  }

 private:
  void lower(const object::ClaimRank &rank) {
    if (!first_ || rank < *first_) first_ = rank;
  }
  bool comes_later(const Candidate &candidate) const {
    const auto &[uid, pod] = *candidate.entry;
    return any_rank_ || pod.cpus_are_ours || !first_ || *first_ < rank_of(uid, *pod.claim);
  }
  void affect(Candidate &candidate) {
    candidate.is_affected = true;
    contested_.add(candidate.entry->second, candidate.devices);
    assumes_ = assumes_ || assumes_devices(candidate.entry->second);
  }
  // Adds pods that the affected ones affect. Returns true if there are more than before.
  bool spread() {
    bool grows = false;
    for (Candidate &candidate : candidates_) {
      if (candidate.is_affected || !comes_later(candidate) ||
          !contested_.includes(candidate.entry->second, candidate.devices))
        continue;
      affect(candidate);
      grows = true;
    }
    return grows;
  }
  bool add_assuming() {
    if (!assumes_ && !contested_.has_devices()) return false;
    bool grows = false;
    for (Candidate &candidate : candidates_) {
      const auto &[uid, pod] = *candidate.entry;
      if (candidate.is_affected || !assumes_devices(pod)) continue;
      affect(candidate);
      lower(rank_of(uid, *pod.claim));
      grows = true;
    }
    return grows;
  }

  const Node &node_;
  Contested contested_;
  std::vector<Candidate> candidates_;
  std::optional<object::ClaimRank> first_;  // lowest of all affected pods
  bool any_rank_;                           // claims are not ordered by their ranks alone
  bool assumes_ = false;
};

bool has_replicas(const Node &node) {
  return node.devices() != nullptr &&
         std::ranges::any_of(node.devices()->inventory().kubelet,
                             [](const auto &of_pod) { return !of_pod.replicas.empty(); });
}

}  // namespace

std::optional<std::vector<PodTable::Entry *>> affected_by(const ClusterState &state, uint32_t id,
                                                          const ArrivingPods &guests,
                                                          const Uids &without) {
  const Node &node = state.nodes[id];
  if (has_replicas(node)) return std::nullopt;
  Search search(node);
  for (const ArrivingPod &guest : guests) {
    if (state.reservations.is_linked(guest.uid)) return std::nullopt;
    search.add_source(guest.uid, *guest.pod);
  }
  for (const std::string_view uid : without) search.add_record_of(uid);
  for (PodTable::Entry *entry : state.pods.on(id)) {
    if (state.reservations.is_linked(entry->first)) return std::nullopt;
    if (std::ranges::find(without, entry->first) != without.end())
      search.add_source(entry->first, entry->second);
    else
      search.add_candidate(entry);
  }
  return search.run();
}

}  // namespace koord::sched
