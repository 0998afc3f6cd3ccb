// A kubelet that is played with random pods, and a cluster that knows it by its reports. These are
// late, and kubelet restarts.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/local_node.h"
#include "agent/report.h"
#include "capi/agent/memory_report.h"
#include "capi/agent/plugin_devices_report.h"
#include "capi/kubelet/setup.h"
#include "kubelet/cpu_options.h"
#include "kubelet/kubelet.h"
#include "sched/clusters.h"
#include "sched/played_machines.h"
#include "wording/sentence.h"

namespace koord::testing {

struct Counts {
  int admitted = 0;
  int refused = 0;          // by both
  int unaligned = 0;        // of these, by the topology manager
  int short_of_memory = 0;  // and by the memory manager
  int others = 0;           // refused by the scheduler's own rules
  int pending = 0;          // decisions while the report lacked pods
  int wrongly_accepted = 0;
  int wrongly_refused = 0;
  int cautious = 0;  // pending, refused for another order of pods that are not reported yet
};

// The managers that take part.
struct Played {
  bool static_memory = false;
  bool devices = false;
};

inline constexpr const char *kGpu = "vendor.example/gpu";
inline constexpr const char *kNic = "vendor.example/nic";

// Draws GPUs of each NUMA node, and NICs that may be near several nodes or none, in any order:
// a played kubelet takes the first ones.
inline std::vector<kubelet::DeviceReport> draw_devices(size_t nodes, Dice &dice) {
  std::vector<kubelet::DeviceReport> out;
  const auto add = [&](const char *resource, numa::Mask near) {
    kubelet::DeviceReport device{resource, "device-" + std::to_string(out.size()), near};
    device.healthy = !dice.one_in(10);
    out.push_back(device);
  };
  const int gpus = 1 + dice.upto(3);
  const int nics = dice.upto(2);
  for (size_t node = 0; node < nodes; ++node) {
    for (int i = 0; i < gpus; ++i) add(kGpu, numa::Mask{1} << node);
    for (int i = 0; i < nics; ++i) {
      const numa::Mask other = dice.one_in(3) ? numa::Mask{1} << (node + 1) % nodes : 0;
      add(kNic, dice.one_in(5) ? 0 : (numa::Mask{1} << node | other));
    }
  }
  for (size_t i = out.size(); i > 1; --i)
    std::swap(out[i - 1], out[static_cast<size_t>(dice.upto(static_cast<int>(i - 1)))]);
  return out;
}

inline kubelet::Config config_of(const Topology &machine, Dice &dice, const Played &played) {
  constexpr NumaPolicy kPolicies[] = {NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                      NumaPolicy::kRestricted, NumaPolicy::kSingleNode};
  constexpr KubeletVersion kVersions[] = {KubeletVersion::k135, KubeletVersion::k136,
                                          KubeletVersion::k137, KubeletVersion::k138};
  kubelet::Config config;
  config.version = kVersions[dice.upto(3)];
  config.static_cpus = !dice.one_in(4) || (!played.static_memory && !played.devices);
  config.reserved_cpu_count = 1;
  config.numa_policy = kPolicies[dice.upto(3)];
  config.pod_scope = dice.one_in(2);
  config.prefer_closest = dice.one_in(3);
  config.pod_level_managers = config.version > KubeletVersion::k135 && dice.one_in(3);
  if (config.static_cpus && dice.one_in(3)) {
    config.cpu_options["full-pcpus-only"] = "true";
    config.reserved_cpu_count = 2;
  }
  if (config.static_cpus && dice.one_in(4))
    config.cpu_options["distribute-cpus-across-numa"] = "true";
  if (played.devices) config.devices = draw_devices(machine.nodes().size(), dice);
  config.static_memory = played.static_memory;
  if (!played.static_memory) return config;
  for (const Topology::NumaNode &node : machine.nodes())
    config.reserved_memory.push_back({node.id, "memory", static_cast<uint64_t>(kGi)});
  config.node_reserved_memory = machine.nodes().size() * static_cast<uint64_t>(kGi);
  return config;
}

// A node with a kubelet, and a cluster that knows it by its reports.
class PlayedNode {
 public:
  PlayedNode(uint32_t seed, const Played &played)
      : dice_(seed), machine_(machine_of(dice_)), config_(config_of(*machine_, dice_, played)) {
    kubelet_.emplace(std::make_shared<const kubelet::NodeSetup>(machine_, config_));
    NodeObject node;
    node.name = "node-1";
    node.allocatable = {
        {"cpu", 1000000}, {"hugepages-1Gi", 1000 * kGi}, {"memory", 10000 * kGi}, {"pods", 1000}};
    for (const char *resource : {kGpu, kNic}) {
      const auto count =
          std::ranges::count_if(config_.devices, [&](const kubelet::DeviceReport &device) {
            return device.resource == resource && device.healthy;
          });
      if (count > 0) node.allocatable.push_back({resource, count});
    }
    node.kubelet_version = config_.version;
    id_ = cluster_.set_node(node);
    report();
  }

  void play(int steps, Counts &counts) {
    for (int i = 0; i < steps; ++i) {
      const int what = dice_.upto(9);
      if (what < 2)
        end_a_pod();
      else if (what < 5)
        report();
      else if (what == 5 && dice_.one_in(3))
        restart();
      else
        arrive(draw_pod("pod-" + std::to_string(i)), counts);
    }
  }

 private:
  kubelet::PodRequest request_of(const PodObject &pod) const {
    return kubelet::request_of(pod, kubelet_->setup().request_rules());
  }

  Container draw_container(const std::string &name) {
    Container out;
    out.name = name;
    const int64_t milli = dice_.one_in(4) ? 1500 : 1000 * (1 + dice_.upto(dice_.one_in(6) ? 9 : 3));
    out.requests = {{"cpu", milli}};
    if (dice_.one_in(4)) out.requests.push_back({"hugepages-1Gi", (1 + dice_.upto(1)) * kGi});
    out.requests.push_back({"memory", (1 + dice_.upto(dice_.one_in(5) ? 20 : 4)) * kGi});
    if (!config_.devices.empty() && dice_.one_in(2))
      out.requests.push_back({kGpu, 1 + dice_.upto(dice_.one_in(4) ? 5 : 1)});
    if (!config_.devices.empty() && dice_.one_in(3)) out.requests.push_back({kNic, 1});
    out.limits = out.requests;
    return out;
  }

  PodObject draw_pod(const std::string &uid) {
    PodObject pod;
    pod.uid = pod.name = uid;
    constexpr Qos kQos[] = {Qos::kNone, Qos::kLs, Qos::kLsr};
    pod.qos = kQos[dice_.upto(2)];
    if (dice_.one_in(4)) {
      pod.containers.push_back(draw_container("init"));
      pod.containers.back().init = true;
      pod.containers.back().restartable = dice_.one_in(2);
    }
    const int containers = 1 + (dice_.one_in(3) ? dice_.upto(2) : 0);
    for (int i = 0; i < containers; ++i)
      pod.containers.push_back(draw_container("main-" + std::to_string(i)));
    if (dice_.one_in(8)) {  // Burstable
      auto &limits = pod.containers.back().limits;
      std::erase_if(limits,
                    [](const Amount &amount) { return !amount.resource.starts_with("vendor."); });
    }
    return pod;
  }

  void end_a_pod() {
    if (pods_.empty()) return;
    auto at = pods_.begin();
    std::advance(at, dice_.upto(static_cast<int>(pods_.size()) - 1));
    EXPECT_EQ(cluster_.remove_pod(at->first), Outcome::kDone);
    ended_.push_back(at->first);
    pods_.erase(at);
  }

  // Releases pods that have ended, which kubelet does before it admits the next one.
  void sweep() {
    for (const std::string &uid : ended_) kubelet_->remove(uid);
    ended_.clear();
  }

  void restart() {
    sweep();
    // Kubelet does not start with some of its own files, because its
    // accounts depend on the order in which pods came and went.
    try {
      kubelet::Kubelet restarted(std::make_shared<const kubelet::NodeSetup>(machine_, config_),
                                 kubelet_->cpu_state(), kubelet_->memory_state(),
                                 kubelet_->device_state());
      kubelet_.emplace(std::move(restarted));
    } catch (const Error &error) {
      EXPECT_NE(std::string_view(error.what()).find("machine state"), std::string_view::npos);
    }
  }

  // Publishes what the node's agent reads from kubelet's files.
  void report() {
    NodeTopology out;
    out.node = "node-1";
    out.machine = machine_;
    out.kubelet_static = config_.static_cpus;
    out.kubelet_further_options = kubelet_->setup().cpu_options();
    out.kubelet_reserved = kubelet_->setup().reserved();
    out.numa_policy = config_.numa_policy;
    out.pod_scope = config_.pod_scope;
    out.kubelet_pod_level_managers = config_.pod_level_managers;
    out.kubelet_static_memory = config_.static_memory;
    wire::KubeletConfig settings;
    if (config_.static_memory) settings.memory_manager_policy = wire::MemoryManagerPolicy::kStatic;
    if (config_.numa_policy != NumaPolicy::kNone)
      settings.topology_manager_policy = wire::TopologyManagerPolicy::kRestricted;
    settings.prefer_closest_numa_nodes = config_.prefer_closest;
    settings.feature_gates["PodLevelResourceManagers"] = config_.pod_level_managers;
    const std::string file = capi::write_memory_state(kubelet_->memory_state(), kubelet_->setup());
    auto memory = capi::memory_report(file, settings, config_.version, Log());
    ASSERT_EQ(memory.has_value(), config_.static_memory) << file;
    agent::KubeletState cpus;
    cpus.static_policy = config_.static_cpus;
    cpus.reserved = out.kubelet_reserved;
    cpus.containers = kubelet_->cpu_state().entries;
    cpus.pods = kubelet_->cpu_state().pods;
    agent::LocalNode agent(machine_, {});
    agent.set_kubelet(cpus);
    for (const auto &[uid, pod] : pods_) agent.set_pod(pod);
    if (memory)
      capi::add_pods(agent, *memory);
    else
      memory = capi::cpu_report(agent, settings);
    if (memory) out.kubelet_memory = std::make_shared<const KubeletMemory>(*memory);
    koord_kubelet_setup setup;
    setup.config = settings;
    setup.devices = config_.devices;
    setup.device_state = capi::write_device_state(kubelet_->device_state(), kubelet_->setup());
    if (auto devices = capi::plugin_devices_report(setup, *machine_)) {
      capi::mark_ended(agent, *devices);
      out.kubelet_devices = std::make_shared<const object::KubeletPluginDevices>(*devices);
    }
    out.held = agent::held_cpus(agent);
    EXPECT_EQ(cluster_.set_topology(out), id_);
    unreported_ = 0;
  }

  void arrive(const PodObject &pod, Counts &counts) {
    sweep();
    const Refusal filters = explain(cluster_, pod, id_);
    const Refusal kubelets = kubelet_->judge(request_of(pod)).admission.refusal;
    counts.pending += unreported_ > 0;
    if (filters.refused() && filters.profile != Profile::kKubelet) {
      ++counts.others;
      return;
    }
    if (filters.refused() || kubelets.refused()) {
      count_refusal(pod, filters, kubelets, counts);
      return;
    }
    const Answer given = reserve(cluster_, pod, id_);
    if (given.refusal.refused()) {
      ++counts.others;
      return;
    }
    ++counts.admitted;
    ++unreported_;
    EXPECT_FALSE(kubelet_->admit(request_of(pod)).admission.refusal.refused());
    PodObject bound = pod;
    bound.node = "node-1";
    bound.carries_status = given.allocation.status.cpus.has_value();
    if (bound.carries_status) bound.status = given.allocation.status;
    pods_.emplace(pod.uid, std::move(bound));
  }

  // Returns true if kubelet's choice of devices for one container can decide about another one.
  static bool chooses_twice(const PodObject &pod) {
    return std::ranges::count_if(pod.containers, [](const Container &container) {
             return container.limits.size() > 0 &&
                    container.limits.back().resource.starts_with("vendor.");
           }) > 1;
  }

  void count_refusal(const PodObject &pod, const Refusal &filters, const Refusal &kubelets,
                     Counts &counts) const {
    counts.wrongly_accepted += !filters.refused();
    // In another order, pods that are not reported yet could take the room of this one, and with
    // other devices kubelet could have refused it.
    if (filters.refused() && !kubelets.refused() && (unreported_ > 0 || chooses_twice(pod))) {
      ++counts.cautious;
      return;
    }
    counts.wrongly_refused += !kubelets.refused();
    if (!filters.refused() || !kubelets.refused()) {
      ADD_FAILURE() << "Filter: " << to_sentence(filters) << "; kubelet: " << to_sentence(kubelets)
                    << "; pods not reported: " << unreported_;
      return;
    }
    ++counts.refused;
    counts.unaligned += kubelets.reason == Reason::kNumaUnaligned;
    counts.short_of_memory += kubelets.object == Object::kBytes;
    // Pods that are not reported may have other devices than expected.
    if (chooses_twice(pod) || (!config_.devices.empty() && unreported_ > 0)) return;
    EXPECT_EQ(to_sentence(filters), to_sentence(kubelets));
    EXPECT_EQ(filters.where, kubelets.where);
  }

  Dice dice_;
  std::shared_ptr<const Topology> machine_;
  kubelet::Config config_;
  std::optional<kubelet::Kubelet> kubelet_;
  Cluster cluster_{sched::Options{}};
  uint32_t id_ = 0;
  std::map<std::string, PodObject> pods_;  // on the node
  std::vector<std::string> ended_;
  int unreported_ = 0;
};

inline Counts play(const Played &played) {
  Counts counts;
  for (uint32_t seed = 1; seed <= 400 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    PlayedNode(seed, played).play(60, counts);
  }
  return counts;
}

}  // namespace koord::testing
