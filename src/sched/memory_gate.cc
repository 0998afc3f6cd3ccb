#include "sched/memory_gate.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

#include "base/error.h"
#include "kubelet/admission.h"
#include "kubelet/cpu/policy.h"
#include "kubelet/memory_books.h"
#include "object/pod_request.h"

namespace koord::sched {
namespace {

using kubelet::PodRequest;
using object::KubeletMemory;

// field: in the annotation memory-manager-state.
[[noreturn]] void refuse_report(std::string_view field, const std::string &what) {
  throw Error(Status::kInvalid, std::string(field) + ": " + what);
}

std::string list_of(const std::vector<int> &nodes) {
  CpuSet out;
  for (const int id : nodes) out.add(id);
  return out.empty() ? "none" : out.to_string();
}

// The memory manager and the topology manager number the NUMA nodes alike.
void check_nodes(const KubeletMemory &memory, const Topology &machine) {
  std::vector<int> found;
  std::vector<int> expected;
  for (const KubeletMemory::NumaNode &node : memory.nodes) found.push_back(node.id);
  for (const Topology::NumaNode &node : machine.nodes()) expected.push_back(node.id);
  if (found != expected)
    refuse_report("numaNodes", "found " + list_of(found) + ", expected " + list_of(expected) +
                                   ", the NUMA nodes of cpu-topology and the zones");
}

// Options by which kubelet's CPU manager may prefer several NUMA nodes to one, or parts of it.
constexpr uint32_t kDistributing = ~uint32_t{kubelet::kFullPcpusOnly | kubelet::kStrictReservation};

// Returns the memory of the report on the NUMA nodes of the machine.
kubelet::MemorySetup memory_setup(const KubeletMemory &memory, const Topology &machine) {
  std::map<std::string, size_t> rows;
  for (const KubeletMemory::NumaNode &node : memory.nodes)
    for (const KubeletMemory::Amount &amount : node.amounts) rows.emplace(amount.kind, 0);
  std::vector<std::string> kinds;
  for (auto &[kind, row] : rows) {
    row = kinds.size();
    kinds.push_back(kind);
  }
  check_nodes(memory, machine);
  if (kinds.empty()) refuse_report("numaNodes", "found no memory, expected that of each NUMA node");
  std::vector<kubelet::MemoryCapacity> capacities(memory.nodes.size() * kinds.size());
  for (size_t i = 0; i < memory.nodes.size(); ++i)
    for (const KubeletMemory::Amount &amount : memory.nodes[i].amounts)
      capacities[i * kinds.size() + rows.at(amount.kind)] = {
          true, amount.allocatable + amount.system_reserved, amount.system_reserved,
          amount.allocatable};
  return kubelet::MemorySetup(std::move(kinds), std::move(capacities));
}

DeviceGroups groups_of(const MemoryGate::Report &report) {
  if (report.devices == nullptr || report.machine == nullptr) return {};
  return DeviceGroups(*report.devices, *report.machine);
}

kubelet::RunningKubelet running_kubelet(const MemoryGate::Report &report,
                                        const DeviceGroups &devices, KubeletVersion version) {
  if (report.machine == nullptr)
    throw Error(Status::kInvalid, "found no cpu-topology, which lists the machine's CPUs");
  kubelet::RunningKubelet out = report.kubelet;
  out.version = version;
  out.devices = kubelet::DeviceSetup(devices.groups());
  if (report.memory != nullptr) out.memory = memory_setup(*report.memory, *report.machine);
  return out;
}

// Returns true if NUMA nodes of devices decide about those of a pod. The number of devices is among
// the amounts of the Node.
bool aligns_devices(const object::NodeTopology &topology) {
  return topology.kubelet_devices != nullptr && topology.machine != nullptr &&
         topology.numa_policy != object::NumaPolicy::kAbsent &&
         topology.numa_policy != object::NumaPolicy::kNone;
}

numa::Mask mask_of(const kubelet::NodeSetup &setup, const std::vector<int> &ids) {
  numa::Mask out = 0;
  for (const int id : ids) out |= numa::Mask{1} << setup.machine().node_index(id);
  return out;
}

}  // namespace

// Hashes eight bytes at a time; the last word is padded with zeros. Each step folds the upper half
// into the lower one, because a product carries bits upwards only.
uint64_t key_of_uid(std::string_view uid) noexcept {
  uint64_t key = 0xcbf29ce484222325u ^ uid.size();
  for (; !uid.empty(); uid.remove_prefix(std::min<size_t>(8, uid.size()))) {
    uint64_t word = 0;
    std::memcpy(&word, uid.data(), std::min<size_t>(8, uid.size()));
    key = (key ^ word) * 0x9e3779b97f4a7c15u;
    key ^= key >> 32;
  }
  return key == 0 ? 1 : key;
}

std::shared_ptr<const MemoryGate::Report> MemoryGate::report_of(
    const object::NodeTopology &topology) {
  const bool has_memory = topology.kubelet_static_memory;
  const bool has_devices = aligns_devices(topology);
  if (has_memory ? topology.kubelet_memory == nullptr
                 : (!topology.kubelet_static && !has_devices) || topology.machine == nullptr)
    return nullptr;
  auto report = std::make_shared<Report>();
  report->machine = topology.machine;
  report->kubelet = kubelet_of(topology);
  if (has_memory) report->memory = topology.kubelet_memory;
  if (topology.kubelet_memory != nullptr)
    report->kubelet.prefer_closest = topology.kubelet_memory->prefer_closest;
  if (!has_memory && !kubelet::NodeSetup::can_align_cpus(*topology.machine))
    report->kubelet.numa_policy = object::NumaPolicy::kNone;
  if (has_devices && report->kubelet.numa_policy != object::NumaPolicy::kNone) {
    report->devices = topology.kubelet_devices;
    report->kubelet.prefer_closest |= topology.kubelet_devices->prefer_closest;
  }
  std::map<std::string, CpuSet> held;
  for (const object::HeldCpus &pod : topology.held)
    if (pod.managed_by_kubelet) held[pod.uid] |= pod.cpus;
  if (topology.kubelet_memory != nullptr)
    for (const KubeletMemory::Pod &pod : topology.kubelet_memory->pods) {
      if (CpuSet cpus = pod.cpus.set(); !cpus.empty()) held[pod.uid] = cpus;
      if (pod.ended && !has_memory) report->ended.push_back(pod.uid);
    }
  for (const auto &[uid, cpus] : held) report->held.emplace_back(uid, StoredCpus(cpus));
  // Older agents do not report kubelet's CPUs of pods to which Koordinator gave others.
  for (const object::HeldCpus &pod : topology.held)
    if (topology.kubelet_memory == nullptr && !held.contains(pod.uid))
      report->others.push_back(key_of_uid(pod.uid));
  std::ranges::sort(report->others);
  return report;
}

std::shared_ptr<const MemoryGate::Report> MemoryGate::restarted(
    const Report &before, std::shared_ptr<const Topology> machine) {
  auto report = std::make_shared<Report>();
  report->machine = std::move(machine);
  report->kubelet = before.kubelet;
  if (before.devices != nullptr) {
    auto devices = std::make_shared<object::KubeletPluginDevices>(*before.devices);
    devices->pods.clear();
    report->devices = std::move(devices);
  }
  if (before.memory == nullptr) return report;
  auto memory = std::make_shared<KubeletMemory>(*before.memory);
  memory->pods.clear();
  for (KubeletMemory::NumaNode &node : memory->nodes) {
    node.assignments = 0;
    node.group = {node.id};
    for (KubeletMemory::Amount &amount : node.amounts) amount.free = amount.allocatable;
  }
  report->memory = std::move(memory);
  return report;
}

std::shared_ptr<const MemoryGate> MemoryGate::make(std::shared_ptr<const Report> report,
                                                   KubeletVersion version, Faults &faults) {
  faults = {};
  std::string fault;
  try {
    return std::make_shared<const MemoryGate>(report, version);
  } catch (const Error &error) {
    if (error.status() != Status::kInvalid && error.status() != Status::kLimit) throw;
    fault = error.what();
  }
  if (report->devices != nullptr) {
    if (report->memory == nullptr && !report->kubelet.static_cpus) {
      faults.devices = fault;
      return nullptr;
    }
    auto others = std::make_shared<Report>(*report);
    others->devices = nullptr;
    auto gate = make(std::move(others), version, faults);
    if (gate != nullptr) faults.devices = fault;
    return gate;
  }
  // A kubelet without memory is refused by KubeletGate, too.
  if (report->memory != nullptr) faults.memory = fault;
  return nullptr;
}

MemoryGate::MemoryGate(std::shared_ptr<const Report> report, KubeletVersion version)
    : report_(std::move(report)),
      devices_(groups_of(*report_)),
      setup_(report_->machine, running_kubelet(*report_, devices_, version)),
      unusable_(setup_.has_option(kubelet::kFullPcpusOnly)
                    ? kubelet::reserved_physical(setup_.machine(), setup_.reserved())
                    : setup_.reserved()) {
  add_pods();
  set_reported();
  list_rooms(reported_, reported_rooms_);
}

void MemoryGate::add_pods() {
  std::map<std::string_view, Pod> pods;
  for (const auto &[uid, cpus] : report_->held) {
    pods[uid].gains.cpus = cpus;
    pods[uid].lacks_memory = has_memory();
    pods[uid].has_ended = std::ranges::binary_search(report_->ended, uid);
  }
  const std::vector<KubeletMemory::Pod> none;
  for (const KubeletMemory::Pod &pod : has_memory() ? report_->memory->pods : none) {
    Pod &added = pods[pod.uid];
    added.lacks_memory = !pod.ended && pod.is_being_admitted();
    added.has_ended = pod.ended;
    for (const KubeletMemory::Block &block : pod.blocks) {
      const int kind = setup_.memory().find_kind(block.kind);
      if (kind == kubelet::MemorySetup::kUnknown)
        refuse_report("pods", "pod " + in_quotes(pod.uid, 64) + " has " +
                                  in_quotes(block.kind, 64) + ", which no NUMA node has");
      added.gains.blocks.push_back(
          {mask_of(setup_, block.nodes), static_cast<uint32_t>(kind), block.bytes});
    }
  }
  if (has_devices()) add_device_pods(pods);
  for (auto &[uid, pod] : pods) {
    pod.key = key_of_uid(uid);
    pods_.push_back(std::move(pod));
  }
  std::ranges::sort(pods_, {}, &Pod::key);
}

void MemoryGate::set_reported() {
  reported_.shared = setup_.initial_shared();
  for (const Pod &pod : pods_) reported_.shared -= pod.gains.cpus.set();
  if (has_memory()) set_reported_memory();
  if (has_devices()) set_reported_devices();
}

void MemoryGate::set_reported_memory() {
  const kubelet::MemorySetup &memory = setup_.memory();
  reported_.memory = kubelet::empty_books(memory);
  for (size_t i = 0; i < report_->memory->nodes.size(); ++i) {
    const KubeletMemory::NumaNode &node = report_->memory->nodes[i];
    reported_.memory.cells[i] = {node.assignments, mask_of(setup_, node.group)};
    for (const KubeletMemory::Amount &amount : node.amounts)
      use_of(reported_.memory, memory, i, static_cast<size_t>(memory.find_kind(amount.kind))) = {
          amount.allocatable - amount.free, amount.free};
  }
}

bool MemoryGate::has_layout_of(const MemoryGate &other) const {
  const kubelet::MemorySetup &mine = setup_.memory();
  const kubelet::MemorySetup &others = other.setup_.memory();
  if (mine.kinds() != others.kinds() || setup_.node_ids() != other.setup_.node_ids() ||
      setup_.initial_shared() != other.setup_.initial_shared() ||
      !devices_.has_layout_of(other.devices_))
    return false;
  for (size_t kind = 0; kind < mine.kinds(); ++kind)
    if (mine.kind_name(kind) != others.kind_name(kind)) return false;
  return true;
}

kubelet::Attempt MemoryGate::trial_of(const State &state) const {
  kubelet::Attempt trial;
  trial.shared = state.shared;
  trial.memory = state.memory;
  if (has_devices()) trial.devices_in_use = devices_.in_use(state.devices);
  return trial;
}

const PodRequest &MemoryGate::request_of(const Managed &pod) const {
  if (pod.ungated && !setup_.pod_level_managers()) return *pod.ungated;
  return pod.since_138 && setup_.version() >= KubeletVersion::k138 ? *pod.since_138 : pod.request;
}

std::optional<MemoryGate::Gains> MemoryGate::admit(const Managed &pod, State &state,
                                                   kubelet::DeviceChoice *choice) const {
  Gains out;
  const PodRequest &request = request_of(pod);
  if (request.pod_level && !setup_.pod_level_managers()) return out;
  kubelet::Attempt trial = trial_of(state);
  trial.choice = choice;
  if (kubelet::admit(setup_, request, trial).refusal.refused()) return std::nullopt;
  out.cpus = StoredCpus(state.shared - trial.shared);
  if (trial.pod.memory)
    out.blocks = *trial.pod.memory;
  else
    for (const kubelet::ContainerHolding &container : trial.pod.containers)
      out.blocks.insert(out.blocks.end(), container.memory.begin(), container.memory.end());
  state.shared = trial.shared;
  state.memory = std::move(trial.memory);
  if (has_devices()) {
    DeviceGroups::Used used = devices_.used(trial.devices_in_use);
    out.devices = DeviceGroups::difference(used, state.devices);
    state.devices = std::move(used);
  }
  return out;
}

// A single NUMA node is the narrowest set, so every policy prefers it, and the lowest such node has
// all of the request, too.
bool MemoryGate::fits_one_node(const PodRequest &request, const State &state) const {
  if (request.containers.size() != 1 || request.pod_level) return false;
  const kubelet::ContainerRequest &container = request.containers.front();
  const int64_t cpus = setup_.static_cpus() ? container.cpus : 0;
  if (cpus > 0 && (setup_.cpu_options() & kDistributing) != 0) return false;
  if (setup_.has_option(kubelet::kFullPcpusOnly) &&
      cpus % setup_.machine().counters().cpus_per_core() != 0)
    return false;
  const CpuSet available = cpus > 0 ? state.shared - unusable_ : CpuSet();
  const kubelet::MemorySetup &memory = setup_.memory();
  for (size_t node = 0; node < setup_.node_ids().size(); ++node) {
    if (is_grouped(state, node)) continue;
    const auto has = [&](const kubelet::MemoryRequest &asked) {
      if (!has_memory()) return true;
      const int kind = memory.find_kind(asked.kind);
      return asked.is_int64 && kind != kubelet::MemorySetup::kUnknown &&
             use_of(state.memory, memory, node, static_cast<size_t>(kind)).free >= asked.bytes;
    };
    if (!devices_.has(container.extended, node, state.devices)) continue;
    if (cpus > 0 && setup_.machine().node_cpus(static_cast<int>(node)).count_and(available) < cpus)
      continue;
    if (std::ranges::all_of(container.memory, has)) return true;
  }
  return false;
}

void MemoryGate::list_rooms(const State &state, std::vector<Room> &out) const {
  out.clear();
  const kubelet::MemorySetup &memory = setup_.memory();
  const int kind = memory.find_kind(object::kMemory);
  if ((has_memory() && kind == kubelet::MemorySetup::kUnknown) ||
      (setup_.cpu_options() & kDistributing) != 0)
    return;
  const CpuSet available = state.shared - unusable_;
  Room room;
  if (setup_.has_option(kubelet::kFullPcpusOnly))
    room.whole = setup_.machine().counters().cpus_per_core();
  for (size_t node = 0; node < setup_.node_ids().size(); ++node) {
    if (is_grouped(state, node)) continue;
    room.cpus = setup_.static_cpus()
                    ? setup_.machine().node_cpus(static_cast<int>(node)).count_and(available)
                    : INT32_MAX;
    room.node = node;
    room.bytes = has_memory() ? use_of(state.memory, memory, node, static_cast<size_t>(kind)).free
                              : UINT64_MAX;
    out.push_back(room);
  }
}

// Kubelet chooses among equal devices at will, so a pod with several containers is tried with the
// ways to choose.
Refusal MemoryGate::judge(const Managed &pod, const State &state) const {
  constexpr uint64_t kMostTried = 32;
  const PodRequest &request = request_of(pod);
  if (request.pod_level && !setup_.pod_level_managers()) return {};
  if (!manages(pod) || fits_one_node(request, state)) return {};
  uint64_t ways = 1;
  for (uint64_t way = 0; way < std::min(ways, kMostTried); ++way) {
    kubelet::DeviceChoice choice{way};
    kubelet::Attempt trial = trial_of(state);
    trial.choice = &choice;
    Refusal refusal = kubelet::admit(setup_, request, trial).refusal;
    // Numbers of kubelet's resources are not those of the cluster.
    if (refusal.resource >= kubelet::DeviceSetup::refusal_number(0)) refusal.resource = -1;
    if (refusal.refused()) return refusal;
    if (choice.ways > ways && (ways > 1 || requests_devices_again(pod))) ways = choice.ways;
  }
  return {};
}

std::optional<Misalignment> MemoryGate::misalignment(const Managed &pod, const State &state) const {
  return find_misalignment(setup_, request_of(pod), trial_of(state));
}

KubeletGate::Room MemoryGate::room(const State &state) const {
  const CpuSet physical = kubelet::reserved_physical(setup_.machine(), setup_.reserved());
  return {(state.shared - setup_.reserved()).count(), (state.shared - physical).count()};
}

int MemoryGate::roomiest_node(const State &state) const {
  const CpuSet available = state.shared - setup_.reserved();
  int most = 0;
  for (int node = 0; node < setup_.machine().node_count(); ++node)
    most = std::max(most, setup_.machine().node_cpus(node).count_and(available));
  return most;
}

}  // namespace koord::sched
