// A cluster that is filled from the API server again equals the one that lived through everything:
// pods come and go, devices fail, vanish and come back, CPUs go offline, reports change.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

#include "sched/draw_devices.h"
#include "topology/subset.h"

namespace koord::testing {
namespace {

// The objects of one node as the API server has them, and the state of its hardware.
struct LivingNode {
  NodeObject node;
  NodeTopology topology;
  DeviceObject devices;  // all devices, working
  std::set<size_t> broken;
  std::set<size_t> absent;
  CpuSet offline;
  bool has_topology = true;

  NodeTopology topology_now() const {
    NodeTopology out = topology;
    const CpuSet online = topology.machine->all_cpus() - offline;
    out.machine = koord::with_cpus(*topology.machine, online);
    for (NumaAmounts &zone : out.allocatable)
      for (Amount &amount : zone.amounts)
        if (amount.resource == "cpu")
          for (const auto &place : topology.machine->numa_places())
            if (place.id == zone.node) amount.value -= 1000 * place.cpus.count_and(offline);
    return out;
  }
  DeviceObject devices_now() const {
    DeviceObject out = devices;
    out.devices.clear();
    for (size_t i = 0; i < devices.devices.size(); ++i) {
      if (absent.contains(i)) continue;
      out.devices.push_back(devices.devices[i]);
      out.devices.back().healthy = !broken.contains(i);
    }
    return out;
  }
};

class LivingCluster {
 public:
  explicit LivingCluster(Profile profile) : cluster_(options_of(profile)), profile_(profile) {
    const int count = *rc::gen::inRange(1, 3);
    for (int i = 0; i < count; ++i) {
      const std::string name = "n" + std::to_string(i);
      const Drawn drawn = draw_node(name);
      LivingNode node;
      node.node = drawn.node;
      node.topology = drawn.topology;
      node.devices = draw_devices(name, static_cast<int>(drawn.topology.allocatable.size()));
      for (size_t d = 0; d < node.devices.devices.size(); ++d)
        if (!node.devices.devices[d].healthy) node.broken.insert(d);
      nodes_.push_back(std::move(node));
    }
    for (const LivingNode &node : nodes_) show(cluster_, node);
  }

  void live() {
    const int steps = *rc::gen::inRange(3, 30);
    for (int step = 0; step < steps; ++step) happen();
    for (auto &[uid, pod] : pods_) bind(pod);
  }
  Cluster &lived() { return cluster_; }
  // Filled in any order.
  void restart(Cluster &out) const {
    std::vector<std::function<void()>> shown;
    for (const auto &[uid, pod] : pods_)
      shown.emplace_back([&out, &pod = pod.object] { set(out, pod); });
    for (const LivingNode &node : nodes_) {
      shown.emplace_back([&out, &node] { out.set_node(node.node); });
      shown.emplace_back([&out, &node] { out.set_devices(node.devices_now()); });
      if (node.has_topology)
        shown.emplace_back([&out, &node] { out.set_topology(node.topology_now()); });
    }
    std::mt19937 random(*rc::gen::inRange(0U, 1000U));
    std::shuffle(shown.begin(), shown.end(), random);
    // Rows of nodes have the same numbers.
    for (const LivingNode &node : nodes_) out.set_node(node.node);
    for (const auto &show : shown) show();
  }
  void compare(const Cluster &restarted) const {
    for (const auto &[uid, pod] : pods_) {
      sched::Allocation one;
      sched::Allocation other;
      RC_ASSERT(cluster_.allocation(uid, one) == Outcome::kDone);
      RC_ASSERT(restarted.allocation(uid, other) == Outcome::kDone);
      RC_LOG() << uid << " on " << one.node << ": "
               << (one.status.cpus ? one.status.cpus->to_string() : "") << ' ' << devices_of(one)
               << "; restored " << (other.status.cpus ? other.status.cpus->to_string() : "") << ' '
               << devices_of(other) << std::endl;
      RC_ASSERT(one.status.cpus == other.status.cpus);
      RC_ASSERT(devices_of(one) == devices_of(other));
    }
    RC_ASSERT(restarted.same_state(cluster_));
    for (int i = 0; i < 4; ++i) {
      const PodObject probe = i % 2 == 0 ? draw_pod("probe") : draw_device_pod("probe");
      RC_ASSERT(evaluate(restarted, probe) == evaluate(cluster_, probe));
    }
  }
  static sched::Options options_of(Profile profile) {
    sched::Options out;
    out.profile = profile;
    return out;
  }

 private:
  struct LivingPod {
    PodObject object;
    bool bound = false;
  };

  static void show(Cluster &out, const LivingNode &node) {
    out.set_node(node.node);
    if (node.has_topology) out.set_topology(node.topology_now());
    out.set_devices(node.devices_now());
  }
  static std::string devices_of(const sched::Allocation &allocation) {
    std::string out;
    for (const AllocatedDevice &device : allocation.devices) {
      out += device.type + std::to_string(device.minor) + '{';
      for (const Amount &amount : device.resources)
        out += amount.resource + '=' + std::to_string(amount.value) + ' ';
      out += '}';
    }
    return out;
  }
  LivingNode &any_node() { return nodes_[*rc::gen::inRange<size_t>(0, nodes_.size())]; }

  void happen() {
    switch (*rc::gen::inRange(0, 16)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        return come();
      case 6:
      case 7:
        return go();
      case 8:
        return flip(any_node(), &LivingNode::broken);
      case 9:
        return flip(any_node(), &LivingNode::absent);
      case 10: {
        LivingNode &node = any_node();
        cluster_.remove_devices(node.node.name);
        cluster_.set_devices(node.devices_now());
        return;
      }
      case 11:
        return change_online(any_node());
      case 12:
        return change_report(any_node());
      case 13: {
        LivingNode &node = any_node();
        node.has_topology = !node.has_topology;
        if (node.has_topology)
          cluster_.set_topology(node.topology_now());
        else
          cluster_.remove_topology(node.node.name);
        return;
      }
      case 14:
        return change_node(any_node());
      default:
        if (pods_.empty()) return;
        auto at = pods_.begin();
        std::advance(at, *rc::gen::inRange<size_t>(0, pods_.size()));
        return bind(at->second);
    }
  }
  void come() {
    const std::string uid = "p" + std::to_string(next_++);
    PodObject pod = one_in(3) ? draw_pod(uid) : draw_device_pod(uid);
    const auto id = static_cast<uint32_t>(*rc::gen::inRange<size_t>(0, nodes_.size()));
    const Answer answer = reserve(cluster_, pod, id);
    if (answer.refusal.refused()) return;
    pod.node = nodes_[id].node.name;
    const ResourceStatus &status = answer.allocation.status;
    if (status.cpus || !status.numa.empty() || !status.pools.empty()) pod.status = status;
    pod.devices.allocated = answer.allocation.devices;
    pod.scheduled = next_;
    pods_[uid].object = std::move(pod);
  }
  void bind(LivingPod &pod) {
    set(cluster_, pod.object);
    pod.bound = true;
  }
  void go() {
    if (pods_.empty()) return;
    auto at = pods_.begin();
    std::advance(at, *rc::gen::inRange<size_t>(0, pods_.size()));
    RC_ASSERT(cluster_.remove_pod(at->first) == Outcome::kDone);
    pods_.erase(at);
  }
  void flip(LivingNode &node, std::set<size_t> LivingNode::*of) {
    const size_t device = *rc::gen::inRange<size_t>(0, node.devices.devices.size());
    if ((node.*of).erase(device) == 0) (node.*of).insert(device);
    cluster_.set_devices(node.devices_now());
  }
  void change_online(LivingNode &node) {
    const CpuSet all = node.topology.machine->all_cpus();
    const int count = *rc::gen::inRange(0, 4);
    node.offline = {};
    for (int i = 0; i < count; ++i) node.offline |= CpuSet{*rc::gen::inRange(1, all.count())};
    if (one_in(4)) node.offline = node.topology.machine->numa_places()[0].cpus - CpuSet{0};
    if (node.has_topology) cluster_.set_topology(node.topology_now());
  }
  void change_report(LivingNode &node) {
    NodeTopology &topology = node.topology;
    switch (*rc::gen::inRange(0, 5)) {
      case 0:
        topology.kubelet_reserved = one_in(2) ? CpuSet{} : CpuSet{*rc::gen::inRange(0, 4)};
        break;
      case 1:
        topology.kubelet_static = !topology.kubelet_static;
        break;
      case 2:
        topology.numa_policy = static_cast<NumaPolicy>(*rc::gen::inRange(0, 5));
        break;
      case 3:
        topology.node_reserved_cpus = draw_reserved(node);
        break;
      default:
        report_pods(node);
        break;
    }
    if (node.has_topology) cluster_.set_topology(node.topology_now());
  }
  // The node reserves CPUs that no pod has: a pod of this process keeps those that it has.
  CpuSet draw_reserved(const LivingNode &node) const {
    CpuSet out = one_in(2) ? CpuSet{} : CpuSet{*rc::gen::inRange(0, 8)};
    for (const auto &[uid, pod] : pods_)
      if (pod.object.node == node.node.name && pod.object.status && pod.object.status->cpus)
        out -= *pod.object.status->cpus;
    return out;
  }
  // The agent's report of pods with CPUs.
  void report_pods(LivingNode &node) {
    node.topology.held.clear();
    for (const auto &[uid, pod] : pods_)
      if (pod.bound && pod.object.node == node.node.name && pod.object.status &&
          pod.object.status->cpus)
        node.topology.held.push_back({uid, "default", uid, *pod.object.status->cpus, false});
  }
  void change_node(LivingNode &node) {
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        node.node.reserved_cpus = draw_reserved(node);
        break;
      case 1:
        node.node.numa_policy = static_cast<NumaPolicy>(*rc::gen::inRange(0, 5));
        break;
      case 2:
        node.node.cpu_amplification = one_in(2) ? 1 : 1.5;
        break;
      default:
        node.node.bind = static_cast<NodeBind>(*rc::gen::inRange(0, 4));
        break;
    }
    cluster_.set_node(node.node);
  }

  Cluster cluster_;
  const Profile profile_;
  std::vector<LivingNode> nodes_;
  std::map<std::string, LivingPod> pods_;
  int next_ = 0;
};

void live_and_restart(Profile profile) {
  LivingCluster cluster(profile);
  cluster.live();
  Cluster restarted{LivingCluster::options_of(profile)};
  cluster.restart(restarted);
  cluster.compare(restarted);
}

RC_GTEST_PROP(Restart, RestoresWhatWasLived, ()) { live_and_restart(Profile::kSpec); }
RC_GTEST_PROP(Restart, RestoresWhatWasLivedUnderUpstream, ()) {
  live_and_restart(Profile::kUpstream);
}

}  // namespace
}  // namespace koord::testing
