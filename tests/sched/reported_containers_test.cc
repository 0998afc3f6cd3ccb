// The rows of the tables of unreported devices in docs/reference/claims.md: the pod's resource, the
// node's mode, and the state of kubelet's record.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/device_plugins.h"
#include "sched/gpu_pods.h"

namespace koord::testing {
namespace {

constexpr auto kUnreported = Reason::kDevicesNotReported;

PodObject requesting(const std::string &uid, const std::string &node, Amounts amounts) {
  PodObject pod = seeing(uid, node, {}, 0);
  Amounts &requests = pod.containers[0].requests;
  requests.insert(requests.end(), amounts.begin(), amounts.end());
  std::ranges::sort(requests, {}, &Amount::resource);
  pod.containers[0].limits = requests;
  return pod;
}

// Adds a container that requests the amount, or none.
void add_container(PodObject &pod, const std::string &name, const std::string &resource, int64_t n,
                   bool init = false, bool sidecar = false) {
  Container container;
  container.name = name;
  container.init = init;
  container.restartable = sidecar;
  if (n > 0) container.requests = {{resource, n}};
  container.limits = container.requests;
  const auto first_app = std::ranges::find(pod.containers, false, &Container::init);
  pod.containers.insert(init ? first_app : pod.containers.end(), std::move(container));
}

DeviceObject fpgas_of(const std::string &node, int count) {
  DeviceObject out = visible_gpus_of(node, count);
  for (DeviceInfo &info : out.devices) {
    info.type = "fpga";
    info.id = "FPGA-" + std::to_string(info.minor);
    info.resources = {{"koordinator.sh/fpga", 100}};
  }
  return out;
}

class ReportedContainers : public ::testing::Test {
 protected:
  ReportedContainers() {
    node_ = add_node(cluster_, "n");
    devices_.reports_kubelet = true;
    cluster_.set_devices(devices_);
  }
  void report(std::vector<KubeletDevices> kubelet) {
    devices_.kubelet = std::move(kubelet);
    cluster_.set_devices(devices_);
  }
  // Why a pod with this many whole GPUs is refused.
  Reason reason(int gpus) {
    return explain(cluster_, requesting("new", "", {{"koordinator.sh/gpu", 100 * gpus}}), node_)
        .reason;
  }

  DeviceObject devices_ = visible_gpus_of("n", 4);
  Cluster cluster_{sched::Options{}};
  uint32_t node_ = 0;
};

// A pod of a device plugin closes its device type until the record names its devices, whatever the
// plugin calls them and whatever vendor the node states.
TEST(DevicePlugins, CloseTheirTypeUntilTheReportNamesTheirDevices) {
  for (const DevicePlugin &plugin : kDevicePlugins) {
    std::string resource(plugin.resource);
    for (size_t star; (star = resource.find('*')) != resource.npos;)
      resource.replace(star, 1, "910C");
    const bool is_fpga = plugin.type == "fpga";
    for (const std::string vendor : {"", "nvidia", "other"}) {
      Cluster cluster{sched::Options{}};
      add_node(cluster, "n");
      DeviceObject devices = is_fpga ? fpgas_of("n", 4) : visible_gpus_of("n", 4);
      devices.reports_kubelet = true;
      if (!vendor.empty()) devices.labels = {{"node.koordinator.sh/gpu-vendor", vendor}};
      cluster.set_devices(devices);
      const auto reason = [&](int64_t n) {
        const std::string name = is_fpga ? "koordinator.sh/fpga" : "koordinator.sh/gpu";
        return explain(cluster, requesting("new", "", {{name, 100 * n}}), 0).reason;
      };
      set(cluster, requesting("other", "n", {{resource, 1}}));
      EXPECT_EQ(reason(1), kUnreported) << resource << " " << vendor;
      const std::string last = devices.devices.back().id;
      devices.kubelet = {{"other", "main", resource, {last}}};
      cluster.set_devices(devices);
      EXPECT_EQ(minors(cluster, "other"), "3 ") << resource;
      EXPECT_EQ(reason(3), Reason::kNone) << resource;
      EXPECT_EQ(reason(4), Reason::kNotEnoughDevices) << resource;
      // A device that failed and is not on the node any more: a later report cannot say more.
      devices.kubelet = {{"other", "main", resource, {last.substr(0, 4) + "-9"}}};
      cluster.set_devices(devices);
      EXPECT_EQ(reason(3), Reason::kNone) << resource;
      // A part of any device.
      devices.kubelet = {{"other", "main", resource, {"vcore-1"}}};
      cluster.set_devices(devices);
      EXPECT_EQ(reason(1), plugin.parts ? kUnreported : Reason::kNone) << resource;
      devices.kubelet.clear();
      cluster.set_devices(devices);
      EXPECT_EQ(reason(1), kUnreported) << resource;
      cluster.remove_pod("other");
      EXPECT_EQ(reason(4), Reason::kNone) << resource;
    }
  }
}

// The first row that matches a name applies.
TEST(DevicePlugins, AreKnownByPatterns) {
  const auto parts = [](std::string_view name) {
    const DevicePlugin *plugin = find_device_plugin(name);
    return plugin == nullptr ? -1 : int{plugin->parts};
  };
  EXPECT_EQ(parts("huawei.com/Ascend910"), 0);
  EXPECT_EQ(parts("huawei.com/Ascend310P-VPro"), 0);
  for (const char *name :
       {"huawei.com/Ascend910-2c", "huawei.com/Ascend310P-4c.3cpu.ndvpp",
        "cambricon.com/mlu370.smlu.vcore", "hygon.com/dcu-share-2", "amd.com/cpx_nps4"})
    EXPECT_EQ(parts(name), 1) << name;
  for (const char *name : {"cambricon.com/mlu", "cambricon.com/mlu370", "amd.com/spx_nps1"})
    EXPECT_EQ(parts(name), 0) << name;
  for (const char *name : {"cambricon.com/roce", "huawei.com/npu-memory", "amd.com/gpu-x", ""})
    EXPECT_EQ(parts(name), -1) << name;
  static_assert(matches("a*b*", "ab") && matches("a*b*", "axxbbx") && matches("a*bc", "abbc"));
  static_assert(!matches("a*b", "ab!") && !matches("a", "") && matches("*", ""));
}

// Parts of a container are of one device, however many units and resources the plugin counts.
TEST_F(ReportedContainers, PartsAreOneDevice) {
  for (auto &[device, id] : {std::pair{0, "MLU-10"}, {1, "MLU-11"}, {2, "MLU-12"}, {3, "MLU-1"}})
    devices_.devices[static_cast<size_t>(device)].id = id;
  std::vector<std::string> ids;
  for (int i = 0; i < 30; ++i) ids.push_back("MLU-1-_-" + std::to_string(i));
  const std::string memory = "cambricon.com/mlu370.smlu.vmemory";
  const std::string cores = "cambricon.com/mlu370.smlu.vcore";
  set(cluster_, requesting("other", "n", {{cores, 30}, {memory, 1}}));
  report({{"other", "main", cores, {ids[0]}}});
  EXPECT_EQ(reason(1), kUnreported);
  report({{"other", "main", cores, ids}, {"other", "main", memory, {"MLU-1-profile-1"}}});
  EXPECT_EQ(minors(cluster_, "other"), "3 ");
  EXPECT_EQ(reason(3), Reason::kNone);
  EXPECT_EQ(reason(4), Reason::kNotEnoughDevices);
  // An id of an unknown form may be of any device.
  ids[7] = "vcore-7";
  report({{"other", "main", cores, ids}, {"other", "main", memory, {"MLU-1-profile-1"}}});
  EXPECT_EQ(reason(1), kUnreported);
}

// Each of two containers has a part of a device, perhaps of another one.
TEST(DevicePlugins, CountOneDeviceForThePartsOfAContainer) {
  for (const bool two : {false, true}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(visible_gpus_of("n", 8));
    PodObject pod = requesting("other", "n", {{"huawei.com/Ascend910-2c", 4}});
    if (two) add_container(pod, "second", "huawei.com/Ascend910-2c", 1);
    set(cluster, pod);
    EXPECT_EQ(conflicts_of(cluster, "other").devices_unexplained, two ? 2 : 1);
    const auto reason = [&](int64_t n) {
      return explain(cluster, requesting("new", "", {{"koordinator.sh/gpu", 100 * n}}), 0).reason;
    };
    EXPECT_EQ(reason(two ? 6 : 7), Reason::kNone);
    EXPECT_EQ(reason(two ? 7 : 8), Reason::kNotEnoughDevices);
  }
}

// The last number of a virtual NPU's id is its chip's.
TEST_F(ReportedContainers, OfVirtualNpusAreTheirChips) {
  for (DeviceInfo &device : devices_.devices)
    device.id = "Ascend910-" + std::to_string(device.minor);
  const std::string name = "huawei.com/Ascend910-2c";
  set(cluster_, requesting("other", "n", {{name, 4}}));
  report(
      {{"other",
        "main",
        name,
        {"Ascend910-2c-100-3", "Ascend910-2c-101-3", "Ascend910-2c-102-3", "Ascend910-2c-103-3"}}});
  EXPECT_EQ(minors(cluster_, "other"), "3 ");
  EXPECT_EQ(reason(3), Reason::kNone);
  EXPECT_EQ(reason(4), Reason::kNotEnoughDevices);
  // Another pod has a part of the same chip.
  set(cluster_, requesting("second", "n", {{name, 1}}));
  devices_.kubelet.push_back({"second", "main", name, {"Ascend910-2c-104-3"}});
  report(devices_.kubelet);
  EXPECT_FALSE(conflicts_of(cluster_, "second").any());
  EXPECT_EQ(reason(3), Reason::kNone);
}

// The amounts of each container count, whatever others have.
TEST_F(ReportedContainers, AreCoveredOneByOne) {
  PodObject pod = requesting("other", "n", {{"nvidia.com/gpu", 1}});
  add_container(pod, "second", "nvidia.com/gpu", 1);
  set(cluster_, pod);
  // The first container has all ids that the pod needs.
  report({{"other", "main", "nvidia.com/gpu", {"GPU-0", "GPU-1"}}});
  EXPECT_EQ(reason(1), kUnreported);
  // A container that the pod does not have.
  report({{"other", "main", "nvidia.com/gpu", {"GPU-0"}},
          {"other", "third", "nvidia.com/gpu", {"GPU-1"}}});
  EXPECT_EQ(reason(1), kUnreported);
  report({{"other", "main", "nvidia.com/gpu", {"GPU-0"}},
          {"other", "second", "nvidia.com/gpu", {"GPU-1"}}});
  EXPECT_EQ(reason(2), Reason::kNone);
}

// No rule interprets the amounts of both containers together.
TEST_F(ReportedContainers, AreCoveredOneByOneIfTheirAmountsAreUnclear) {
  PodObject pod = requesting("other", "n", {{"nvidia.com/gpu", 1}});
  add_container(pod, "second", "amd.com/gpu", 1);
  set(cluster_, pod);
  EXPECT_EQ(reason(1), kUnreported);
  report({{"other", "main", "nvidia.com/gpu", {"GPU-0"}}});
  EXPECT_EQ(reason(1), kUnreported);
  report({{"other", "main", "nvidia.com/gpu", {"GPU-0"}},
          {"other", "second", "amd.com/gpu", {"GPU-3"}}});
  EXPECT_EQ(reason(2), Reason::kNone);
}

// Kubelet's pod-resources API does not list init containers that are no sidecars.
TEST_F(ReportedContainers, DoNotIncludeInitContainersThatHaveEnded) {
  PodObject pod = requesting("other", "n", {{"nvidia.com/gpu", 1}});
  add_container(pod, "init", "nvidia.com/gpu", 2, true);
  set(cluster_, pod);
  report({{"other", "main", "nvidia.com/gpu", {"GPU-0"}}});
  EXPECT_EQ(reason(1), kUnreported);
  pod.initialized = true;
  set(cluster_, pod);
  EXPECT_EQ(reason(2), Reason::kNone);
  EXPECT_EQ(reason(3), Reason::kNotEnoughDevices);  // the pod may run again from the start
  // Kubelet gives a device of the init container to main again. It counts once.
  report({{"other", "init", "nvidia.com/gpu", {"GPU-0", "GPU-1"}},
          {"other", "main", "nvidia.com/gpu", {"GPU-0"}}});
  EXPECT_EQ(reason(2), Reason::kNone);
  EXPECT_EQ(minors(cluster_, "other"), "0 1 ");
}

TEST_F(ReportedContainers, IncludeSidecars) {
  PodObject pod = requesting("other", "n", {{"nvidia.com/gpu", 1}});
  add_container(pod, "sidecar", "nvidia.com/gpu", 1, true, true);
  pod.initialized = true;
  set(cluster_, pod);
  report({{"other", "main", "nvidia.com/gpu", {"GPU-0"}}});
  EXPECT_EQ(reason(1), kUnreported);
  report({{"other", "main", "nvidia.com/gpu", {"GPU-0"}},
          {"other", "sidecar", "nvidia.com/gpu", {"GPU-1"}}});
  EXPECT_EQ(reason(2), Reason::kNone);
}

// Kubelet serves no percentages. The agent reports the GPUs that the container sees, or none.
TEST_F(ReportedContainers, OfPercentagesHaveAnyEntry) {
  for (const Amounts &amounts :
       {Amounts{{"koordinator.sh/gpu-core", 50}, {"koordinator.sh/gpu-memory-ratio", 50}},
        Amounts{{"koordinator.sh/gpu", 50}}, Amounts{{"koordinator.sh/gpu-memory", 40 * kGi}},
        Amounts{{"huawei.com/npu-core", 50}, {"koordinator.sh/gpu-memory-ratio", 50}}}) {
    report({});
    set(cluster_, requesting("other", "n", amounts));
    EXPECT_EQ(reason(1), kUnreported);
    report({{"other", "main", amounts[0].resource, {}}});
    EXPECT_EQ(reason(3), Reason::kNone);
    EXPECT_EQ(reason(4), Reason::kNotEnoughDevices);
    report({{"other", "main", "nvidia.com/gpu", {"GPU-3"}}});
    EXPECT_EQ(minors(cluster_, "other"), "3 ");
    EXPECT_EQ(reason(3), Reason::kNone);
    cluster_.remove_pod("other");
  }
}

// An entry without ids does not cover a container that kubelet serves.
TEST_F(ReportedContainers, OfPluginsNeedIds) {
  set(cluster_, requesting("other", "n", {{"nvidia.com/gpu", 1}}));
  report({{"other", "main", "nvidia.com/gpu", {}}});
  EXPECT_EQ(reason(1), kUnreported);
}

DeviceObject partitioned(int gpus, int in_mig_mode) {
  DeviceObject out = visible_gpus_of("n", gpus);
  out.reports_kubelet = true;
  for (int32_t minor = 0; minor < in_mig_mode; ++minor) {
    MigGpu gpu{minor, 7, {}};
    for (int32_t gi = 0; gi < 2; ++gi)
      gpu.instances.push_back(
          {"MIG-" + std::to_string(minor) + std::to_string(gi), "3g.40gb", gi + 1, 0, 4 * gi, 4});
    out.mig.push_back(gpu);
  }
  return out;
}

// With the strategy "single" the plugin gives instances as nvidia.com/gpu, if all GPUs are in MIG
// mode. With "mixed" it gives the GPUs that are not in MIG mode, and with "none" any GPU with its
// instances. The node does not state its strategy.
TEST(MigStrategies, CloseTheDevicesThatTheyMayGive) {
  for (const bool all : {true, false}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    DeviceObject devices = partitioned(all ? 2 : 3, 2);
    cluster.set_devices(devices);
    const auto reason = [&](const std::string &resource, int64_t n) {
      return explain(cluster, requesting("new", "", {{resource, n}}), 0).reason;
    };
    const std::string half = "nvidia.com/mig-3g.40gb";
    set(cluster, seeing("other", "n", {}, 1));
    EXPECT_EQ(reason(half, 1), kUnreported);
    if (!all) {
      EXPECT_EQ(reason("nvidia.com/gpu", 1), kUnreported);
    }
    devices.kubelet = {{"other", "main", "nvidia.com/gpu", {all ? "MIG-11" : "GPU-2"}}};
    cluster.set_devices(devices);
    EXPECT_EQ(reason(half, all ? 3 : 4), Reason::kNone);
    EXPECT_EQ(reason(half, all ? 4 : 5), Reason::kNotEnoughDevices);
    devices.kubelet = {{"other", "main", "nvidia.com/gpu", {"GPU-0"}}};
    cluster.set_devices(devices);
    EXPECT_EQ(reason(half, 2), Reason::kNone);
    EXPECT_EQ(reason(half, 3), Reason::kNotEnoughDevices);
    cluster.remove_pod("other");
    devices.kubelet.clear();
    cluster.set_devices(devices);
    // An unreported instance of a profile closes the profile only.
    set(cluster, requesting("instance", "n", {{half, 1}}));
    EXPECT_EQ(reason(half, 1), kUnreported);
    if (!all) {
      EXPECT_EQ(reason("nvidia.com/gpu", 1), Reason::kNone);
    }
  }
}

// With the strategy "none" the plugin gives a GPU in MIG mode with all of its instances.
TEST(MigStrategies, AGpuInMigModeHasItsInstances) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = partitioned(2, 2);
  devices.kubelet = {{"other", "main", "nvidia.com/gpu", {"GPU-1"}}};
  cluster.set_devices(devices);
  set(cluster, seeing("other", "n", {}, 1));
  const auto reason = [&](int64_t n) {
    return explain(cluster, requesting("new", "", {{"nvidia.com/mig-3g.40gb", n}}), 0).reason;
  };
  EXPECT_EQ(reason(2), Reason::kNone);
  EXPECT_EQ(reason(3), Reason::kNotEnoughDevices);
}

// The report may be older than the MIG mode of a GPU.
TEST(MigStrategies, AnInstanceOfAnUnknownProfileIsOfAnyGpu) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = partitioned(2, 0);
  cluster.set_devices(devices);
  set(cluster, requesting("other", "n", {{"nvidia.com/mig-1g.10gb", 1}}));
  EXPECT_EQ(explain(cluster, seeing("new", "", {}, 1), 0).reason, kUnreported);
  devices.kubelet = {{"other", "main", "nvidia.com/mig-1g.10gb", {"MIG-GPU-1/1/0"}}};
  cluster.set_devices(devices);
  EXPECT_EQ(explain(cluster, seeing("new", "", {}, 1), 0).reason, Reason::kNone);
  EXPECT_EQ(explain(cluster, seeing("new", "", {}, 2), 0).reason, Reason::kNotEnoughDevices);
}

// A kubelet that gives GPUs to the containers of a pod as its device manager does: init containers
// first, whose devices later containers get again, except those of sidecars.
struct Kubelet {
  std::set<int> free;
  std::set<int> reusable;
  std::map<std::string, std::set<int>> given;

  bool admit(const PodObject &pod) {
    for (const Container &container : pod.containers) {
      const int64_t n = object::amount_of(container.requests, "nvidia.com/gpu");
      std::set<int> &own = given[container.name];
      for (int64_t i = 0; i < n; ++i) {
        std::set<int> &from = reusable.empty() ? free : reusable;
        if (from.empty()) return false;
        own.insert(*from.begin());
        from.erase(from.begin());
      }
      if (container.init && !container.restartable) reusable.insert(own.begin(), own.end());
    }
    return true;
  }
};

// Whatever part of the record is reported, no GPU in use is allocated; and once all of it is, the
// node is open.
RC_GTEST_PROP(ReportedContainersOfAPod, AreCoveredExactly, ()) {
  const int gpus = *rc::gen::inRange(2, 9);
  PodObject pod = seeing("other", "n", {}, 0);
  pod.containers.clear();
  const int count = *rc::gen::inRange(1, 5);
  for (int i = 0; i < count; ++i) {
    const bool init = i + 1 < count && *rc::gen::arbitrary<bool>();
    add_container(pod, "c" + std::to_string(i), "nvidia.com/gpu", *rc::gen::inRange(0, 4), init,
                  init && *rc::gen::arbitrary<bool>());
  }
  Kubelet kubelet;
  for (int gpu = 0; gpu < gpus; ++gpu)
    if (*rc::gen::inRange(0, 4) > 0) kubelet.free.insert(gpu);
  RC_PRE(kubelet.admit(pod));
  pod.initialized = *rc::gen::arbitrary<bool>();
  const bool lists_init = *rc::gen::arbitrary<bool>();  // the checkpoint, not the pod-resources API

  DeviceObject devices = visible_gpus_of("n", gpus);
  devices.reports_kubelet = true;
  std::set<int> in_use;
  bool is_covered = true;
  bool is_listed = true;
  for (const Container &container : pod.containers) {
    const std::set<int> &own = kubelet.given[container.name];
    const bool ends = container.init && !container.restartable;
    if (own.empty()) continue;
    if (!ends || !pod.initialized) in_use.insert(own.begin(), own.end());
    const bool reported = (lists_init || !ends) && *rc::gen::inRange(0, 3) > 0;
    if (!reported && !(ends && pod.initialized)) is_covered = false;
    if (!lists_init && ends && !pod.initialized) is_listed = false;
    if (!reported) continue;
    std::vector<std::string> ids;
    for (const int gpu : own) ids.push_back("GPU-" + std::to_string(gpu));
    devices.kubelet.push_back({"other", container.name, "nvidia.com/gpu", ids});
  }
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(devices);
  set(cluster, pod);
  const Refusal refusal = explain(cluster, seeing("new", "", {}, 1), 0);
  RC_ASSERT((refusal.reason == kUnreported) == !is_covered);
  for (int i = 0; i < gpus; ++i) {
    const Answer answer = reserve(cluster, seeing("new" + std::to_string(i), "", {}, 1), 0);
    if (answer.refusal.refused()) break;
    RC_ASSERT(!in_use.contains(answer.allocation.devices.at(0).minor));
  }
  // The rest of the record arrives.
  devices.kubelet.clear();
  for (const Container &container : pod.containers) {
    if (container.init && !container.restartable && !lists_init) continue;
    std::vector<std::string> ids;
    for (const int gpu : kubelet.given[container.name]) ids.push_back("GPU-" + std::to_string(gpu));
    if (!ids.empty()) devices.kubelet.push_back({"other", container.name, "nvidia.com/gpu", ids});
  }
  cluster.set_devices(devices);
  if (is_listed) RC_ASSERT(explain(cluster, seeing("last", "", {}, 1), 0).reason != kUnreported);
}

}  // namespace
}  // namespace koord::testing
