#include "kubelet/kubelet.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "kubelet/memory_books.h"
#include "kubelet/restore.h"

namespace koord::kubelet {
namespace {

constexpr size_t kMaxPodDevices = size_t{1} << 20;

using Containers = std::map<std::string, ContainerHolding>;  // by name

HeldDevices held_devices(const DeviceSetup &setup, const std::string &resource,
                         const DevicesState &state) {
  HeldDevices held;
  held.resource = setup.find_resource(resource);
  for (const std::string &id : state.ids)
    held.devices.push_back(setup.find_device(held.resource, id));
  std::ranges::sort(held.devices);
  held.response = state.response;
  return held;
}

// Returns the holdings by uid. Memory of a whole pod without containers was not checked.
std::map<std::string, PodHolding> holdings_of(const NodeSetup &setup, const CpuState &cpus,
                                              const MemoryState &memory,
                                              const DeviceState &devices) {
  std::map<std::string, Containers> by_name;
  std::map<std::string, PodHolding> out;
  for (const auto &[pod, containers] : cpus.entries)
    for (const auto &[container, set] : containers) {
      ContainerHolding &holding = by_name[pod][container];
      holding.has_cpus = true;
      holding.cpus = StoredCpus(set);
    }
  for (const auto &[pod, set] : cpus.pods) out[pod].cpus = StoredCpus(set);
  for (const auto &[pod, containers] : devices.entries)
    for (const auto &[container, resources] : containers)
      for (const auto &[resource, state] : resources)
        if (!state.ids.empty())
          by_name[pod][container].devices.push_back(held_devices(setup.devices(), resource, state));
  if (setup.static_memory()) {
    for (const auto &[pod, containers] : memory.entries)
      for (const auto &[container, blocks] : containers) {
        ContainerHolding &holding = by_name[pod][container];
        holding.has_memory = true;
        for (const BlockState &block : blocks) holding.memory.push_back(block_of(setup, block));
      }
    for (const auto &[pod, blocks] : memory.pods) {
      std::vector<MemoryBlock> &held = out[pod].memory.emplace();
      for (const BlockState &block : blocks)
        if (is_valid(setup, block)) held.push_back(block_of(setup, block));
    }
  }
  for (auto &[pod, containers] : by_name)
    for (auto &[name, holding] : containers) {
      holding.name = name;
      out[pod].containers.push_back(std::move(holding));
    }
  return out;
}

}  // namespace

Kubelet::Kubelet(std::shared_ptr<const NodeSetup> setup) : Kubelet(std::move(setup), {}, {}, {}) {}

Kubelet::Kubelet(std::shared_ptr<const NodeSetup> setup, const CpuState &cpus,
                 const MemoryState &memory, const DeviceState &devices)
    : setup_(std::move(setup)),
      shared_(restore_cpus(*setup_, cpus)),
      memory_(restore_memory(*setup_, memory)),
      devices_in_use_(setup_->devices().size()) {
  for (auto &[uid, holding] : holdings_of(*setup_, cpus, memory, devices)) {
    holding.uid = uid;
    if (!holding.empty()) pods_.push_back(std::make_shared<PodHolding>(std::move(holding)));
  }
  mark_devices_in_use();
}

void Kubelet::mark_devices_in_use() {
  if (devices_in_use_.empty()) return;
  for (const auto &pod : pods_)
    for (const ContainerHolding &container : pod->containers)
      for (const HeldDevices &held : container.devices)
        for (const uint32_t number : held.devices) devices_in_use_[number] = true;
}

Kubelet::Pods::const_iterator Kubelet::position(std::string_view uid) const {
  return std::lower_bound(pods_.begin(), pods_.end(), uid,
                          [](const std::shared_ptr<const PodHolding> &pod, std::string_view key) {
                            return pod->uid < key;
                          });
}

const PodHolding *Kubelet::find(std::string_view uid) const {
  const auto at = position(uid);
  return at != pods_.end() && (*at)->uid == uid ? at->get() : nullptr;
}

Attempt Kubelet::trial_of(std::string_view uid) const {
  Attempt trial{shared_.set(), memory_, devices_in_use_, {}, {}};
  if (const PodHolding *held = find(uid))
    trial.pod = *held;
  else
    trial.pod.uid = uid;
  return trial;
}

size_t Kubelet::most_devices(const PodRequest &pod) const {
  const DeviceSetup &devices = setup_->devices();
  const PodHolding *held = find(pod.uid);
  size_t most = 0;
  for (const ContainerRequest &container : pod.containers) {
    for (const ExtendedRequest &asked : container.extended)
      if (const uint32_t resource = devices.find_resource(asked.resource);
          resource != DeviceSetup::kUnknown)
        most += std::min(devices.resources()[resource].devices.size(),
                         static_cast<size_t>(asked.units));
    if (const ContainerHolding *holding = held != nullptr ? held->find(container.name) : nullptr)
      for (const HeldDevices &holds : holding->devices) most += holds.devices.size();
  }
  if (most > kMaxPodDevices)
    throw Error(Status::kLimit, "pod.spec: its containers ask for " + std::to_string(most) +
                                    " devices, at most " + std::to_string(kMaxPodDevices) +
                                    " are accepted");
  return most;
}

Answer Kubelet::judge(const PodRequest &pod) const {
  (void)most_devices(pod);  // checks the limit
  if (!refused_uid_.empty()) return without_refused_pod().judge(pod);
  Attempt trial = trial_of(pod.uid);
  Admission admission = kubelet::admit(*setup_, pod, trial);
  return {std::move(admission), std::move(trial.pod)};
}

Answer Kubelet::admit(const PodRequest &pod, Refused refused) {
  if (pod.uid.empty()) throw Error(Status::kInvalid, "pod.metadata.uid: found none");
  (void)most_devices(pod);  // checks the limit
  if (!refused_uid_.empty()) {
    Kubelet next = without_refused_pod();
    Answer answer = next.admit(pod, refused);
    *this = std::move(next);
    return answer;
  }
  Attempt trial = trial_of(pod.uid);
  Answer answer{kubelet::admit(*setup_, pod, trial), {}};
  std::erase_if(trial.pod.containers, [](const ContainerHolding &c) { return c.empty(); });
  answer.holding = trial.pod;
  const bool leave = answer.admission.refusal.refused() && refused == Refused::kLeft;
  std::string left = leave ? pod.uid : "";
  if (answer.admission.refusal.refused() && !leave) sweep(*setup_, trial);
  commit(std::move(trial));
  refused_uid_ = std::move(left);
  return answer;
}

bool Kubelet::remove(std::string_view uid) {
  if (!refused_uid_.empty()) {
    Kubelet next = without_refused_pod();
    const bool held = next.remove(uid) || uid == refused_uid_;
    *this = std::move(next);
    return held;
  }
  if (find(uid) == nullptr) return false;
  Attempt trial = trial_of(uid);
  sweep(*setup_, trial);
  commit(std::move(trial));
  return true;
}

// Returns the node without the resources of a refused pod. It works on a copy, so that running out
// of memory changes nothing.
Kubelet Kubelet::without_refused_pod() const {
  Kubelet next = *this;
  Attempt trial = next.trial_of(refused_uid_);
  sweep(*setup_, trial);
  next.commit(std::move(trial));
  next.refused_uid_.clear();
  return next;
}

// Everything that may fail comes first, so that the node changes completely or not at all.
void Kubelet::commit(Attempt &&trial) {
  StoredCpus shared(trial.shared);
  std::vector<bool> in_use(devices_in_use_.size());
  const auto at = static_cast<size_t>(position(trial.pod.uid) - pods_.begin());
  const bool known = at < pods_.size() && pods_[at]->uid == trial.pod.uid;
  if (!trial.pod.empty()) {
    auto pod = std::make_shared<const PodHolding>(std::move(trial.pod));
    if (known)
      pods_[at] = std::move(pod);
    else
      pods_.insert(pods_.begin() + static_cast<ptrdiff_t>(at), std::move(pod));
  } else if (known) {
    pods_.erase(pods_.begin() + static_cast<ptrdiff_t>(at));
  }
  shared_ = std::move(shared);
  memory_ = std::move(trial.memory);
  // Recomputed for all pods, because another pod may hold the devices that this one released.
  devices_in_use_ = std::move(in_use);
  mark_devices_in_use();
}

CpuState Kubelet::cpu_state() const {
  CpuState state{shared(), {}, {}};
  for (const auto &pod : pods_) {
    if (pod->cpus) state.pods[pod->uid] = pod->cpus->set();
    for (const ContainerHolding &container : pod->containers)
      if (container.has_cpus) state.entries[pod->uid][container.name] = container.cpus.set();
  }
  return state;
}

MemoryState Kubelet::memory_state() const {
  const MemorySetup &memory = setup_->memory();
  MemoryState state = machine_state(*setup_, memory_);
  const auto write = [&](const std::vector<MemoryBlock> &held, std::vector<BlockState> &out) {
    for (const MemoryBlock &block : held)
      out.push_back({setup_->ids_of(block.nodes), memory.kind_name(block.kind), block.bytes});
  };
  for (const auto &pod : pods_) {
    if (pod->memory) write(*pod->memory, state.pods[pod->uid]);
    for (const ContainerHolding &container : pod->containers)
      if (container.has_memory) write(container.memory, state.entries[pod->uid][container.name]);
  }
  return state;
}

DeviceState Kubelet::device_state() const {
  const DeviceSetup &devices = setup_->devices();
  DeviceState state;
  for (const DeviceSetup::Resource &resource : devices.resources()) {
    if (!resource.registered) continue;
    std::vector<std::string> &ids = state.registered[resource.name];
    for (const uint32_t number : resource.devices)
      if (devices.device(number).healthy) ids.push_back(devices.device(number).id);
  }
  for (const auto &pod : pods_)
    for (const ContainerHolding &container : pod->containers)
      for (const HeldDevices &held : container.devices) {
        const std::string &resource = devices.resources()[held.resource].name;
        DevicesState &entry = state.entries[pod->uid][container.name][resource];
        for (const uint32_t number : held.devices) entry.ids.push_back(devices.device(number).id);
        entry.response = held.response;
      }
  return state;
}

}  // namespace koord::kubelet
