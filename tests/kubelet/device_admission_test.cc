// Admission by the device manager: the plugin devices that containers get, and their NUMA hints.
#include "base/error.h"
#include "kubelet/nodes.h"

namespace koord::kubelet {
namespace {

using namespace testing;

constexpr const char *kGpu = "nvidia.com/gpu";

// Adds GPUs by their NUMA nodes: {0b01, 0b10} is one GPU near node 0 and one near node 1.
Config with_gpus(const std::shared_ptr<const Topology> &topology, NumaPolicy policy,
                 const std::vector<numa::Mask> &nodes, bool pod_scope = false) {
  Config config = static_config(*topology, policy, pod_scope);
  config.static_memory = false;
  for (size_t i = 0; i < nodes.size(); ++i)
    config.devices.push_back({kGpu, "gpu-" + std::to_string(i), nodes[i]});
  return config;
}
Kubelet node(NumaPolicy policy, const std::vector<numa::Mask> &nodes, bool pod_scope = false) {
  const auto topology = machine();
  return node_of(topology, with_gpus(topology, policy, nodes, pod_scope));
}

// A container with shared CPUs.
object::Container gpus(std::string name, int64_t count, const std::string &resource = kGpu) {
  object::Container out;
  out.name = std::move(name);
  out.requests.push_back({resource, count});
  out.limits = out.requests;
  return out;
}

// Returns the ids of a container's devices, as in "gpu-0 gpu-1".
std::string devices_of(const Kubelet &node, const std::string &uid, const std::string &container) {
  std::string out;
  const PodHolding *pod = node.find(uid);
  const ContainerHolding *held = pod != nullptr ? pod->find(container) : nullptr;
  if (held == nullptr) return out;
  for (const HeldDevices &devices : held->devices)
    for (const uint32_t number : devices.devices)
      out.append(out.empty() ? "" : " ").append(node.setup().devices().device(number).id);
  return out;
}

TEST(KubeletDeviceAdmission, AnyPodGetsDevices) {
  Kubelet one = node(NumaPolicy::kNone, {0b01, 0b10});
  EXPECT_EQ(outcome(admit(one, pod("p", {gpus("a", 1)}))), "") << "a BestEffort pod";
  EXPECT_EQ(devices_of(one, "p", "a"), "gpu-0");
  EXPECT_EQ(outcome(admit(one, pod("q", {gpus("a", 1), gpus("b", 1)}))),
            "UnexpectedAdmissionError: Allocate failed due to requested number of devices "
            "unavailable for a resource. Requested: 1, Available: 0, which is unexpected");
  EXPECT_EQ(devices_of(one, "q", "a"), "") << "all of a pod or nothing";
  EXPECT_TRUE(one.remove("p"));
  EXPECT_EQ(outcome(admit(one, pod("q", {gpus("a", 1), gpus("b", 1)}))), "");
  EXPECT_EQ(devices_of(one, "q", "b"), "gpu-1");
}

TEST(KubeletDeviceAdmission, ResourcesWithoutPluginDoNotMatter) {
  Kubelet one = node(NumaPolicy::kSingleNode, {0b01});
  EXPECT_EQ(outcome(admit(one, pod("p", {gpus("a", 8, "example.com/nic")}))), "");
  EXPECT_TRUE(one.pods().empty());
}

TEST(KubeletDeviceAdmission, CpusFollowTheGpu) {
  Kubelet one = node(NumaPolicy::kSingleNode, {0b10, 0b10, 0b01});
  object::Container both = container("c", 2000, kGi);
  both.requests.push_back({kGpu, 2});
  both.limits = both.requests;
  EXPECT_EQ(outcome(admit(one, pod("p", {both}))), "");
  EXPECT_EQ(devices_of(one, "p", "c"), "gpu-0 gpu-1");
  EXPECT_EQ(cpus_of(one, "p", "c"), "6,18") << "node 1";
  EXPECT_EQ(outcome(admit(one, pod("q", {both}))),
            "TopologyAffinityError: Resources cannot be allocated with Topology locality");
}

TEST(KubeletDeviceAdmission, TheGpuFollowsTheCpus) {
  Kubelet one = node(NumaPolicy::kSingleNode, {0b01, 0b10});
  EXPECT_EQ(outcome(admit(one, pod("p", {container("c", 10000, kGi)}))), "");
  EXPECT_EQ(cpus_of(one, "p", "c"), "1-5,13-17");
  object::Container both = container("c", 2000, kGi);
  both.requests.push_back({kGpu, 1});
  both.limits = both.requests;
  EXPECT_EQ(outcome(admit(one, pod("q", {both}))), "");
  EXPECT_EQ(devices_of(one, "q", "c"), "gpu-1");
}

TEST(KubeletDeviceAdmission, ScopePodAsksForAllContainersAtOnce) {
  const auto two = pod("p", {gpus("a", 1), gpus("b", 1)});
  Kubelet by_container = node(NumaPolicy::kSingleNode, {0b01, 0b10});
  EXPECT_EQ(outcome(admit(by_container, two)), "");
  Kubelet by_pod = node(NumaPolicy::kSingleNode, {0b01, 0b10}, true);
  EXPECT_EQ(outcome(admit(by_pod, two)),
            "TopologyAffinityError: Resources cannot be allocated with Topology locality");
}

TEST(KubeletDeviceAdmission, DevicesNearTheNodesComeFirst) {
  const auto topology = machine();
  Config config = with_gpus(topology, NumaPolicy::kRestricted, {0, 0b10, 0b11, 0b01, 0b01});
  Kubelet one = node_of(topology, config);
  EXPECT_EQ(outcome(admit(one, pod("p", {gpus("a", 3)}))), "");
  EXPECT_EQ(devices_of(one, "p", "a"), "gpu-2 gpu-3 gpu-4") << "node 0 has three";
}

TEST(KubeletDeviceAdmission, InitContainersLeaveTheirDevicesToLaterOnes) {
  Kubelet one = node(NumaPolicy::kBestEffort, {0b01, 0b01, 0b10});
  EXPECT_EQ(
      outcome(admit(one, pod("p", {init(gpus("i", 2)), sidecar(gpus("s", 1)), gpus("c", 2)}))), "");
  EXPECT_EQ(devices_of(one, "p", "i"), "gpu-0 gpu-1");
  EXPECT_EQ(devices_of(one, "p", "s"), "gpu-0");
  EXPECT_EQ(devices_of(one, "p", "c"), "gpu-1 gpu-2");
  EXPECT_TRUE(one.remove("p"));
  EXPECT_EQ(outcome(admit(one, pod("q", {gpus("c", 3)}))), "");
}

TEST(KubeletDeviceAdmission, UnhealthyDevicesCountButAreNotGiven) {
  const auto topology = machine();
  Config config = with_gpus(topology, NumaPolicy::kRestricted, {0b01, 0b01, 0b10, 0b10});
  config.devices[0].healthy = false;
  config.devices[2].healthy = false;
  Kubelet one = node_of(topology, config);
  EXPECT_EQ(outcome(admit(one, pod("p", {gpus("a", 2)}))),
            "TopologyAffinityError: Resources cannot be allocated with Topology locality")
      << "one node would do if all were healthy";
  for (DeviceReport &device : config.devices) device.healthy = false;
  config.numa_policy = NumaPolicy::kNone;
  Kubelet none = node_of(topology, config);
  EXPECT_EQ(outcome(admit(none, pod("p", {gpus("a", 0)}))),
            "UnexpectedAdmissionError: Allocate failed due to no healthy devices present; cannot "
            "allocate unhealthy devices a resource, which is unexpected");
}

TEST(KubeletDeviceAdmission, Before136SetsOfAllNodesAreHints) {
  // Six CPUs need two of four NUMA nodes; the only GPU is near one of them.
  const auto topology = machine({.sockets = 2, .nodes = 2, .cores = 2});
  object::Container both = container("c", 6000, kGi);
  both.requests.push_back({kGpu, 1});
  both.limits = both.requests;
  const auto nodes = [&](KubeletVersion version) {
    Config config = with_gpus(topology, NumaPolicy::kBestEffort, {0b0010});
    config.version = version;
    Kubelet one = node_of(topology, config);
    return admit(one, pod("p", {both})).admission.affinities.at(0).nodes;
  };
  EXPECT_EQ(nodes(KubeletVersion::k135), 0b0011U);
  EXPECT_EQ(nodes(KubeletVersion::k136), 0b0010U);
  EXPECT_EQ(nodes(KubeletVersion::k137), 0b0010U);
}

TEST(KubeletDeviceAdmission, ARestartedKubeletRestoresDevicesOfPods) {
  const auto topology = machine();
  const Config config = with_gpus(topology, NumaPolicy::kSingleNode, {0b01, 0b10});
  Kubelet before = node_of(topology, config);
  const object::PodObject p = pod("p", {gpus("a", 1)});
  EXPECT_EQ(outcome(admit(before, p)), "");
  const DeviceState state = before.device_state();
  ASSERT_EQ(state.entries.at("p").at("a").at(kGpu).ids, std::vector<std::string>{"gpu-0"});
  EXPECT_EQ(state.registered.at(kGpu), (std::vector<std::string>{"gpu-0", "gpu-1"}));

  const auto restarted = [&](Config with) {
    add_held(with, state);
    return Kubelet(std::make_shared<const NodeSetup>(topology, with), {}, {}, state);
  };
  Kubelet after = restarted(config);
  EXPECT_EQ(outcome(admit(after, p)), "");
  EXPECT_EQ(devices_of(after, "p", "a"), "gpu-0");
  EXPECT_EQ(outcome(admit(after, pod("q", {gpus("a", 1)}))), "");
  EXPECT_EQ(devices_of(after, "q", "a"), "gpu-1");

  Config without_it = config;
  without_it.devices.erase(without_it.devices.begin());
  without_it.numa_policy = NumaPolicy::kNone;
  Kubelet gone = restarted(without_it);
  EXPECT_EQ(outcome(admit(gone, p)),
            "UnexpectedAdmissionError: Allocate failed due to previously allocated devices are no "
            "longer healthy; cannot allocate unhealthy devices a resource, which is unexpected");
  EXPECT_TRUE(gone.pods().empty());

  Config no_plugin = without_it;
  no_plugin.devices.clear();
  Kubelet bare = restarted(no_plugin);
  EXPECT_EQ(outcome(admit(bare, pod("q", {gpus("a", 1)}))),
            "UnexpectedAdmissionError: Allocate failed due to no healthy devices present; cannot "
            "allocate unhealthy devices a resource, which is unexpected");
}

TEST(KubeletDeviceAdmission, ADeviceThatTwoPodsHoldIsFreeWhenBothAreGone) {
  const auto topology = machine();
  const Config config = with_gpus(topology, NumaPolicy::kNone, {0b01});
  DeviceState state;
  for (const char *uid : {"p", "q"}) state.entries[uid]["a"][kGpu].ids = {"gpu-0"};
  Kubelet one(std::make_shared<const NodeSetup>(topology, config), {}, {}, state);
  EXPECT_TRUE(one.remove("p"));
  EXPECT_NE(outcome(admit(one, pod("r", {gpus("a", 1)}))), "");
  EXPECT_TRUE(one.remove("q"));
  EXPECT_EQ(outcome(admit(one, pod("r", {gpus("a", 1)}))), "");
}

TEST(KubeletDeviceAdmission, DevicesOfAPodAreBounded) {
  const auto topology = machine();
  Config config = with_gpus(topology, NumaPolicy::kNone, {});
  for (int i = 0; i < 65536; ++i) config.devices.push_back({kGpu, std::to_string(i), 0b01});
  Kubelet one = node_of(topology, config);
  std::vector<object::Container> many;
  for (int i = 0; i < 17; ++i) many.push_back(init(gpus("i" + std::to_string(i), 65536)));
  EXPECT_THROW(admit(one, pod("p", many)), Error) << "2^20 devices and more";
  EXPECT_TRUE(one.pods().empty());
  many.pop_back();
  EXPECT_EQ(outcome(admit(one, pod("p", many))), "");
  EXPECT_EQ(outcome(admit(one, pod("q", {gpus("a", INT64_MAX, "example.com/nic"),
                                         gpus("b", INT64_MAX, "example.com/nic")}))),
            "")
      << "of no plugin";
}

TEST(KubeletDeviceAdmission, APodThatAsksForAnotherNumberIsRefused) {
  Kubelet one = node(NumaPolicy::kNone, {0b01, 0b10});
  EXPECT_EQ(outcome(admit(one, pod("p", {gpus("a", 1)}))), "");
  EXPECT_EQ(outcome(admit(one, pod("p", {gpus("a", 2)}))),
            "UnexpectedAdmissionError: Allocate failed due to changed request for resource \"a "
            "resource\" from 1 to 2, which is unexpected");
  Kubelet aligned = node(NumaPolicy::kSingleNode, {0b01, 0b01});
  EXPECT_EQ(outcome(admit(aligned, pod("p", {gpus("a", 1)}))), "");
  EXPECT_EQ(outcome(admit(aligned, pod("p", {gpus("a", 2)}))),
            "TopologyAffinityError: Resources cannot be allocated with Topology locality");
}

TEST(KubeletDeviceAdmission, ARefusedPodMayLeaveItsDevicesForAWhile) {
  Kubelet one = node(NumaPolicy::kNone, {0b01, 0b10});
  const object::PodObject refused = pod("p", {gpus("a", 1), gpus("b", 2)});
  EXPECT_NE(outcome(admit(one, refused, Refused::kLeft)), "");
  EXPECT_EQ(devices_of(one, "p", "a"), "gpu-0");
  EXPECT_EQ(outcome(one.judge(request_of(pod("q", {gpus("a", 2)})))), "");
  EXPECT_EQ(devices_of(one, "p", "a"), "gpu-0") << "judging changes nothing";
  EXPECT_EQ(outcome(admit(one, pod("q", {gpus("a", 2)}))), "");
  EXPECT_EQ(devices_of(one, "q", "a"), "gpu-0 gpu-1");
}

TEST(KubeletDeviceAdmission, InvalidConfigurationsAreErrors) {
  const auto topology = machine();
  Config config = with_gpus(topology, NumaPolicy::kNone, {0b01});
  config.devices.push_back(config.devices[0]);
  EXPECT_THROW(node_of(topology, config), Error);
  config.devices[1] = {kGpu, "gpu-1", 0b100};
  EXPECT_THROW(node_of(topology, config), Error) << "two nodes";
  config.devices.resize(1);
  for (int i = 0; i < 64; ++i) config.devices.push_back({"example.com/r" + std::to_string(i), "d"});
  EXPECT_THROW(node_of(topology, config), Error);
}

}  // namespace
}  // namespace koord::kubelet
