// Predicts the admission of pods by a kubelet whose state the node's report names: the CPUs of each
// pod, the memory that kubelet has and holds if its memory manager has the policy Static, and the
// devices of device plugins. Kubelet's CPU, memory, device and topology managers are run on that
// state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "base/stored_cpus.h"
#include "kubelet/attempt.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"
#include "object/objects.h"
#include "sched/device_groups.h"
#include "sched/kubelet_gate.h"
#include "sched/managed.h"
#include "sched/misalignment.h"

namespace koord::sched {

// Identifies a pod on its node. 0 stands for no pod.
uint64_t key_of_uid(std::string_view uid) noexcept;

// The kubelet of one report. Immutable: nodes share it with their copies.
class MemoryGate {
 public:
  static constexpr int32_t kUnreported = -1;

  // The part of kubelet's state that pods change.
  struct State {
    CpuSet shared;  // the default set
    kubelet::MemoryBooks memory;
    DeviceGroups::Used devices;
    friend bool operator==(const State &, const State &) = default;
  };
  // Resources that kubelet gave to a pod.
  struct Gains {
    StoredCpus cpus;
    std::vector<kubelet::MemoryBlock> blocks;
    DeviceGroups::Gains devices;
    bool empty() const { return cpus.set().empty() && blocks.empty() && devices.empty(); }
  };
  // Available resources of one NUMA node that kubelet proposes alone.
  struct Room {
    int32_t cpus = 0;   // INT32_MAX if kubelet pins none
    int32_t whole = 1;  // CPUs of a core that a container must request together
    uint64_t bytes = 0;
    size_t node = 0;  // its index
    bool has(const Managed::Sum &sum) const {
      return sum.cpus <= cpus && sum.bytes <= bytes && sum.divisor % whole == 0;
    }
  };
  // Contents of the NodeResourceTopology object.
  struct Report {
    std::shared_ptr<const Topology> machine;
    kubelet::RunningKubelet kubelet;                      // its memory and version are set later
    std::shared_ptr<const object::KubeletMemory> memory;  // nullptr under the policy None
    // nullptr if kubelet aligns no devices.
    std::shared_ptr<const object::KubeletPluginDevices> devices;
    std::vector<std::pair<std::string, StoredCpus>> held;  // by kubelet
    std::vector<uint64_t> others;    // keys of pods whose CPUs of kubelet it omits; ascending
    std::vector<std::string> ended;  // pods, if there is no memory; ascending
  };

  // Returns nullptr if the NodeResourceTopology does not state the memory of a memory manager with
  // the policy Static, or if kubelet has neither this policy nor static CPUs nor devices to align.
  static std::shared_ptr<const Report> report_of(const object::NodeTopology &topology);
  // Returns the report of the same kubelet restarted on the remaining machine, without any pods.
  static std::shared_ptr<const Report> restarted(const Report &before,
                                                 std::shared_ptr<const Topology> machine);
  // Says why a part of a report cannot be true; empty if it can.
  struct Faults {
    std::string memory;
    std::string devices;
  };
  // Returns nullptr if the report cannot be true. Devices that cannot be true are left out.
  static std::shared_ptr<const MemoryGate> make(std::shared_ptr<const Report> report,
                                                KubeletVersion version, Faults &faults);

  // Throws kInvalid for a report that cannot be true, and kLimit like NodeSetup.
  MemoryGate(std::shared_ptr<const Report> report, KubeletVersion version);

  const Report *report() const { return report_.get(); }
  KubeletVersion version() const { return setup_.version(); }
  const kubelet::Machine &machine() const { return setup_.machine(); }

  // Returns the number of the pod in the report, kUnreported if it is not there.
  int32_t find(uint64_t key) const noexcept;
  size_t size() const { return pods_.size(); }
  // Returns true if the report has the pod, even if only a part of its resources or none.
  bool names(uint64_t key) const noexcept {
    return find(key) != kUnreported || std::ranges::binary_search(report_->others, key);
  }
  // Returns true if the report was read while kubelet admitted the containers of this pod: it names
  // what some of them keep. A pod with other resources has been admitted with another request: its
  // resize waits, or is infeasible.
  bool is_partial(int32_t number, const Managed &pod) const;
  // Return true if the report names as many CPUs or devices as the pod keeps.
  bool has_cpus_of(int32_t number, const Managed &pod) const;
  bool has_devices_of(int32_t number, const Managed &pod) const;
  // Returns true if kubelet can have given these resources to a pod of which it had given the part.
  bool extends(const Gains &gains, const Gains &part) const;
  // Returns true if kubelet's managers may give something to the pod.
  bool manages(const Managed &pod) const { return manages_amounts(pod) || requests_devices(pod); }
  // Returns true if kubelet has devices for the pod.
  bool requests_devices(const Managed &pod) const;
  bool has_memory() const { return setup_.static_memory(); }
  bool has_devices() const { return !devices_.empty(); }
  const Gains &gains(int32_t number) const { return pods_[static_cast<size_t>(number)].gains; }
  uint64_t key(size_t number) const { return pods_[number].key; }
  // Returns true if the pod has ended by the report, whose author may not know a new pod yet.
  bool has_ended(size_t number) const { return pods_[number].has_ended; }
  // Returns the state with all reported pods.
  const State &reported() const { return reported_; }
  // Returns list_rooms() of that state.
  std::span<const Room> reported_rooms() const { return reported_rooms_; }
  // Returns true if both know the same CPUs, NUMA nodes and kinds of memory.
  bool has_layout_of(const MemoryGate &other) const;

  // Returns what decides about the room that gains leave: CPUs of each NUMA node, and blocks.
  std::vector<uint64_t> shape_of(const Gains &gains) const;
  // Add and remove what kubelet gave to a pod, without allocating memory.
  void take(const Gains &gains, State &state) const noexcept;
  void give(const Gains &gains, State &state) const noexcept;
  bool has(const State &state, const Gains &gains) const;
  // Replaces a pod's devices by those of `reported`.
  void replace_devices(Gains &gains, const Gains &reported, State &state) const;
  // Adds a new pod. Returns nullopt and changes nothing if kubelet refuses it. choice: of devices;
  // nullptr for the first way.
  std::optional<Gains> admit(const Managed &pod, State &state,
                             kubelet::DeviceChoice *choice = nullptr) const;
  // Returns true if containers of the pod request devices that earlier ones request, too, so that
  // its admission can depend on kubelet's choice.
  bool requests_devices_again(const Managed &pod) const;
  // Returns kubelet's refusal of a new pod.
  Refusal judge(const Managed &pod, const State &state) const;
  // See find_misalignment().
  std::optional<Misalignment> misalignment(const Managed &pod, const State &state) const;
  // Returns true if the order in which pods of any kind are admitted can decide about their
  // refusal: kubelet aligns them, or its memory manager groups NUMA nodes.
  bool depends_on_order() const {
    return has_memory() || setup_.numa_policy() == object::NumaPolicy::kRestricted ||
           setup_.numa_policy() == object::NumaPolicy::kSingleNode;
  }
  // Returns true if the NUMA node has the pod's devices.
  bool has_devices(const Managed &pod, const Room &room, const State &state) const {
    return devices_.empty() || devices_.has(request_of(pod).extended, room.node, state.devices);
  }
  // Returns true if each pod is certain to find a NUMA node that has its sum, in any order of them.
  // state: before the pods; rooms: list_rooms() of it.
  bool admits_in_any_order(const State &state, std::span<const Room> rooms,
                           std::span<const Managed *const> pods) const;
  // Lists the NUMA nodes of which one that has a pod's sum and devices is certain to serve the pod;
  // none if kubelet's options distribute CPUs.
  void list_rooms(const State &state, std::vector<Room> &out) const;
  KubeletGate::Room room(const State &state) const;
  // Most CPUs that one NUMA node has available.
  int roomiest_node(const State &state) const;

 private:
  struct Pod {
    uint64_t key = 0;
    bool lacks_memory = false;  // although kubelet's memory manager has the policy Static
    bool has_ended = false;
    const object::KubeletPluginDevices::Pod *devices = nullptr;  // in the report; nullptr: none
    Gains gains;
  };
  // The devices of one resource that each container requests, and that a pod has.
  struct DevicesOfPod {
    std::vector<int64_t> requested;
    int64_t kept = 0;  // of the request; other containers leave theirs to later ones
    int64_t held = 0;
  };

  void add_pods();
  void add_device_pods(std::map<std::string_view, Pod> &pods) const;
  void set_reported();
  void set_reported_devices();
  void set_reported_memory();
  kubelet::Attempt trial_of(const State &state) const;
  bool manages_amounts(const Managed &pod) const;
  std::vector<DevicesOfPod> devices_of(int32_t number, const Managed &pod) const;
  // Returns the most NUMA nodes of which other pods can take devices so that these lack the pod's.
  // Returns nullopt if it cannot be computed.
  std::optional<size_t> most_filled_by_devices(const Managed &pod,
                                               std::span<const Managed *const> pods,
                                               std::span<const Room *const> rooms,
                                               const State &state) const;
  // Returns true if the memory manager does not propose the NUMA node alone.
  bool is_grouped(const State &state, size_t node) const {
    return has_memory() && state.memory.cells[node].group != numa::Mask{1} << node;
  }
  // Returns true if one NUMA node certainly has all of the request, which saves running kubelet's
  // managers for nearly all pods that fit.
  bool fits_one_node(const kubelet::PodRequest &request, const State &state) const;
  const kubelet::PodRequest &request_of(const Managed &pod) const;
  bool has_memory_of(int32_t number, const Managed &pod) const;

  std::shared_ptr<const Report> report_;
  DeviceGroups devices_;
  kubelet::NodeSetup setup_;
  CpuSet unusable_;  // CPUs that no pod gets: reserved, with their siblings under full-pcpus-only
  std::vector<Pod> pods_;  // ascending by key
  State reported_;
  std::vector<Room> reported_rooms_;
};

}  // namespace koord::sched
