// After any history of nodes, pods and names, a cluster gives the results of a cluster that only
// received the remaining objects.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <tuple>

#include "sched/clusters.h"

namespace koord::testing {
namespace {

Outcome set_pod_object(Cluster &cluster, const PodObject &pod) {
  sched::Conflicts conflicts;
  return cluster.set_pod(pod, conflicts);
}

// Random versions of the nodes and pods of a cluster.
struct RandomObjects {
  struct Machine {
    std::optional<NodeObject> node;
    std::optional<NodeTopology> topology;
    std::optional<DeviceObject> devices;
  };
  std::mt19937 random;
  std::map<std::string, Machine> machines;
  std::map<std::string, PodObject> pods;
  int next = 0;

  int pick(int n) { return static_cast<int>(random() % static_cast<uint32_t>(n)); }
  std::string some_name() {
    return "example.com/r" + std::to_string(pick(3) == 0 ? pick(4000) : pick(12));
  }
  std::string some_node() { return "n" + std::to_string(pick(7)); }
  Amounts some_amounts(int most) {
    std::map<std::string, int64_t> amounts;
    for (int i = pick(most); i > 0; --i) amounts[some_name()] = 1 + pick(9);
    Amounts out;
    for (const auto &[name, amount] : amounts) out.push_back({name, amount});
    return out;
  }

  NodeObject draw_node(const std::string &name) {
    NodeObject node = node_of(name);
    for (Amount &amount : some_amounts(40)) node.allocatable.push_back(std::move(amount));
    std::sort(node.allocatable.begin(), node.allocatable.end(),
              [](const auto &a, const auto &b) { return a.resource < b.resource; });
    node.numa_policy = static_cast<NumaPolicy>(pick(5));
    return node;
  }
  NodeTopology draw_topology(const std::string &name) {
    NodeTopology topology = topology_of(name);
    for (NumaAmounts &zone : topology.allocatable)
      for (Amount &amount : some_amounts(5)) zone.amounts.push_back(std::move(amount));
    return topology;
  }
  DeviceObject draw_devices(const std::string &name) {
    DeviceObject out;
    out.node = name;
    for (int type = pick(4); type > 0; --type)
      for (int minor = 0; minor < 2; ++minor) {
        DeviceInfo info;
        info.type =
            "type" + std::to_string(type) + (pick(4) == 0 ? "-" + std::to_string(pick(500)) : "");
        if (minor > 0) info.type = out.devices.back().type;
        if (std::any_of(out.devices.begin(), out.devices.end(), [&](const DeviceInfo &known) {
              return known.type == info.type && known.minor == minor;
            }))
          continue;
        info.id = info.type + std::to_string(minor);
        info.minor = minor;
        info.healthy = pick(8) != 0;
        info.resources = minor > 0 ? out.devices.back().resources : Amounts{{some_name(), 100}};
        out.devices.push_back(std::move(info));
      }
    return out;
  }
  PodObject draw_pod(const std::string &uid, int most = 4) {
    PodObject pod = pick(3) == 0 ? pod_of(uid, Qos::kLsr, 1000 * (1 + pick(3)))
                                 : pod_of(uid, Qos::kLs, 100 * (1 + pick(9)));
    for (Amount &amount : some_amounts(most))
      pod.containers[0].requests.push_back(std::move(amount));
    if (pick(4) == 0)
      pod.devices.hints.push_back({"type" + std::to_string(1 + pick(4)),
                                   {},
                                   false,
                                   {},
                                   DeviceCount::kApplyForAll,
                                   DeviceScope::kAny,
                                   DeviceExclusive::kNone});
    return pod;
  }
  PodObject draw_bound(const std::string &uid) {
    PodObject pod = draw_pod(uid, pick(30) == 0 ? 200 : 4);
    pod.node = some_node();
    if (pod.qos == Qos::kLsr)
      for (int at = pick(13), i = 0; i < 3; ++i) {
        if (!pod.status) pod.status.emplace().cpus.emplace();
        pod.status->cpus->add(at + i);
      }
    if (pick(3) == 0)
      pod.devices.allocated.push_back({"type" + std::to_string(1 + pick(4)),
                                       pick(2),
                                       "",
                                       {{some_name(), 10 * (1 + pick(9))}},
                                       {},
                                       ""});
    if (pick(4) == 0) {
      if (!pod.status) pod.status.emplace();
      pod.status->numa.push_back({pick(2), some_amounts(4)});
    }
    return pod;
  }

  // Returns a cluster that received the objects in the order given by `order`.
  std::unique_ptr<Cluster> build_cluster(uint32_t order) const {
    std::vector<std::function<void(Cluster &)>> events;
    for (const auto &[name, machine] : machines) {
      if (machine.node) events.push_back([&](Cluster &c) { c.set_node(*machine.node); });
      if (machine.topology)
        events.push_back([&](Cluster &c) { c.set_topology(*machine.topology); });
      if (machine.devices) events.push_back([&](Cluster &c) { c.set_devices(*machine.devices); });
    }
    for (const auto &[uid, pod] : pods)
      events.push_back([&](Cluster &c) { ASSERT_EQ(set_pod_object(c, pod), Outcome::kDone); });
    std::mt19937 shuffle(order);
    std::shuffle(events.begin(), events.end(), shuffle);
    auto cluster = std::make_unique<Cluster>(sched::Options{});
    for (const auto &event : events) event(*cluster);
    return cluster;
  }
};

// Verdict of a node, without numbers that depend on the history.
using NodeVerdict = std::tuple<int32_t, int32_t, uint32_t, int64_t, int64_t, std::string>;

std::map<std::string, NodeVerdict> answers(const Cluster &cluster, const PodObject &pod) {
  std::map<std::string, NodeVerdict> out;
  for (const sched::Verdict &row : evaluate(cluster, pod)) {
    std::string name;
    EXPECT_EQ(cluster.node_name(row.node, name), Outcome::kDone);
    const Refusal refusal = explain(cluster, pod, row.node);
    std::string detail;
    const bool is_device = refusal.object == Object::kDevice;
    if (refusal.refused())
      detail = (is_device ? cluster.device_type_name(refusal.device_type, detail)
                          : cluster.resource_name(refusal.resource, detail))
                   ? detail
                   : std::to_string(is_device ? refusal.device_type : refusal.resource);
    out[name] = {row.reason, row.score, row.flags, refusal.needed, refusal.best, detail};
  }
  return out;
}

std::string held_by(const Cluster &cluster, const std::string &uid) {
  sched::Allocation allocation;
  if (cluster.allocation(uid, allocation) != Outcome::kDone) return "waits";
  std::string out;
  EXPECT_EQ(cluster.node_name(allocation.node, out), Outcome::kDone);
  if (allocation.status.cpus) out += " cpus " + allocation.status.cpus->to_string();
  for (const NumaAmounts &numa : allocation.status.numa)
    for (const Amount &amount : numa.amounts)
      out += " " + std::to_string(numa.node) + ":" + amount.resource + "=" +
             std::to_string(amount.value);
  for (const AllocatedDevice &device : allocation.devices)
    for (const Amount &amount : device.resources)
      out += " " + device.type + std::to_string(device.minor) + device.id + ":" + amount.resource +
             "=" + std::to_string(amount.value);
  return out;
}

class ClusterLives : public ::testing::TestWithParam<uint32_t> {};

TEST_P(ClusterLives, AnswersEqualThoseOfAClusterWithTheRemainingObjects) {
  RandomObjects lived;
  lived.random.seed(GetParam());
  Cluster cluster{sched::Options{}};
  std::vector<PodObject> queries;
  for (int i = 0; i < 6; ++i) queries.push_back(lived.draw_pod("asks" + std::to_string(i)));
  for (int step = 1; step <= 3000; ++step) {
    const std::string name = lived.some_node();
    RandomObjects::Machine &machine = lived.machines[name];
    switch (lived.pick(10)) {
      case 0:
        cluster.set_node(machine.node.emplace(lived.draw_node(name)));
        break;
      case 1:
        cluster.set_topology(machine.topology.emplace(lived.draw_topology(name)));
        break;
      case 2:
        cluster.set_devices(machine.devices.emplace(lived.draw_devices(name)));
        break;
      case 3: {
        if (lived.pick(2) == 0) break;
        const bool is_there = machine.node || machine.topology || machine.devices;
        ASSERT_EQ(cluster.remove_node(name), is_there ? Outcome::kDone : Outcome::kUnknownNode);
        // Bound pods are removed with their node; pods that wait for it are kept.
        if (is_there)
          std::erase_if(lived.pods, [&](const auto &pod) { return pod.second.node == name; });
        lived.machines.erase(name);
        break;
      }
      case 4:
      case 5:
      case 6: {
        const std::string uid = "p" + std::to_string(lived.pick(30));
        const PodObject &pod = lived.pods[uid] = lived.draw_bound(uid);
        ASSERT_EQ(set_pod_object(cluster, pod), Outcome::kDone);
        break;
      }
      case 7:
      case 8: {
        if (lived.pods.empty()) break;
        auto at = lived.pods.begin();
        std::advance(at, lived.pick(static_cast<int>(lived.pods.size())));
        ASSERT_EQ(cluster.remove_pod(at->first), Outcome::kDone);
        lived.pods.erase(at);
        break;
      }
      default:
        evaluate(cluster, queries[static_cast<size_t>(lived.pick(6))]);
    }
    if (step % 50 != 0) continue;
    queries[static_cast<size_t>(lived.pick(6))] = lived.draw_pod("asks");
    const auto fresh = lived.build_cluster(static_cast<uint32_t>(step));
    ASSERT_EQ(cluster.counts().pods, fresh->counts().pods);
    ASSERT_EQ(cluster.counts().nodes, fresh->counts().nodes);
    for (const auto &[uid, pod] : lived.pods)
      ASSERT_EQ(held_by(cluster, uid), held_by(*fresh, uid));
    for (const PodObject &pod : queries) ASSERT_EQ(answers(cluster, pod), answers(*fresh, pod));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ClusterLives, ::testing::Range(1u, 7u));

}  // namespace
}  // namespace koord::testing
