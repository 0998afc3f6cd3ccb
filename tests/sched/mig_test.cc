// GPUs in MIG mode, and pods to which kubelet assigned instances of them.
#include "object/mig.h"

#include <gtest/gtest.h>

#include "device/node_resources.h"
#include "sched/gpu_pods.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

const std::string kListed = "MIG-1111";
const std::string kNamed = "MIG-GPU-1/3/0";  // an instance of GPU 1
const std::string kUnknown = "MIG-7777";

// GPU 1 of four is in MIG mode. Its entry has amounts of a whole GPU only
// with `with_amounts`, as some reporters write it.
DeviceObject one_split(bool with_amounts, bool with_instances) {
  DeviceObject out = visible_gpus_of("n", 4);
  DeviceInfo &gpu = out.devices[1];
  gpu.labels = {{std::string(object::kGpuMigLabel), "enabled"}};
  if (with_instances)
    gpu.labels.push_back({std::string(object::kGpuMigInstancesLabel), "MIG-0000," + kListed});
  if (!with_amounts) gpu.resources.clear();
  return out;
}

PodObject with_instance(const std::string &uid) {
  PodObject pod = seeing(uid, "n", {}, 0);
  for (Amounts *amounts : {&pod.containers[0].requests, &pod.containers[0].limits})
    amounts->push_back({"nvidia.com/mig-3g.40gb", 1});
  return pod;
}

object::KubeletDevices record(const std::string &uid, const std::string &id) {
  return {uid, "main", "nvidia.com/mig-3g.40gb", {id}};
}

// Returns the number of whole GPUs that a pod can still get.
int whole_gpus_left(Cluster &cluster) {
  int count = 0;
  while (!explain(cluster, seeing("next", "", {}, count + 1), 0).refused()) ++count;
  return count;
}

TEST(Mig, S32_NoPodGetsAGpuThatIsSplit) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream})
    for (const bool amounts : {false, true})
      for (const std::string &id : {std::string(), kListed, kNamed, kUnknown}) {
        sched::Options options;
        options.profile = profile;
        Cluster cluster{options};
        add_node(cluster, "n");
        DeviceObject devices = one_split(amounts, id == kListed);
        if (!id.empty()) devices.kubelet = {record("m", id)};
        cluster.set_devices(devices);
        if (!id.empty()) set(cluster, with_instance("m"));
        EXPECT_EQ(whole_gpus_left(cluster), 3) << id;
        ASSERT_FALSE(reserve(cluster, seeing("w", "", {}, 3), 0).refusal.refused());
        EXPECT_EQ(minors(cluster, "w"), "0 2 3 ");
      }
}

TEST(Mig, S32_ARecordOfAnInstanceHoldsItsGpu) {
  for (const std::string &id : {kListed, kNamed, kListed + "::2"}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    DeviceObject devices = one_split(false, true);
    devices.kubelet = {record("a", id), record("b", "MIG-0000")};
    cluster.set_devices(devices);
    // Both pods have a part of GPU 1.
    EXPECT_FALSE(set(cluster, with_instance("a")).any()) << id;
    EXPECT_FALSE(set(cluster, with_instance("b")).any()) << id;
    EXPECT_EQ(minors(cluster, "a"), "1 ");
    EXPECT_EQ(minors(cluster, "b"), "1 ");
  }
}

// If the GPU is not marked as split, the record alone withholds it from
// other pods, whether or not its pod is known.
TEST(Mig, ARecordHoldsAGpuThatIsNotMarked) {
  for (const bool known : {true, false}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    DeviceObject devices = visible_gpus_of("n", 4);
    devices.kubelet = {record("a", kNamed), record("b", "MIG-GPU-1/4/0")};
    cluster.set_devices(devices);
    if (known) {
      for (const char *uid : {"a", "b"}) EXPECT_FALSE(set(cluster, with_instance(uid)).any());
    }
    EXPECT_EQ(whole_gpus_left(cluster), 3);
    ASSERT_FALSE(reserve(cluster, seeing("w", "", {}, 3), 0).refusal.refused());
    EXPECT_EQ(minors(cluster, "w"), "0 2 3 ");
  }
}

TEST(Mig, AnInstanceOfAnUnknownGpuWithholdsOne) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 4);
  cluster.set_devices(devices);
  ASSERT_FALSE(reserve(cluster, seeing("w", "", {}, 1), 0).refusal.refused());
  devices.kubelet = {record("a", kUnknown)};
  cluster.set_devices(devices);
  const sched::Conflicts conflicts = set(cluster, with_instance("a"));
  EXPECT_EQ(conflicts.devices.reason, Reason::kDevicesUnknown);
  EXPECT_EQ(conflicts.devices_unexplained, 1);
  EXPECT_EQ(whole_gpus_left(cluster), 2);
  // A later report names the instance's GPU.
  devices.devices[3].labels = {{std::string(object::kGpuMigInstancesLabel), kUnknown}};
  cluster.set_devices(devices);
  EXPECT_EQ(minors(cluster, "a"), "3 ");
  cluster.remove_pod("a");
  devices.kubelet.clear();
  cluster.set_devices(devices);
  EXPECT_EQ(whole_gpus_left(cluster), 3);
}

// Kubelet's record names an unknown pod and no GPU of the node.
TEST(Mig, ARecordOfAnAbsentPodWithholdsAGpu) {
  for (const object::KubeletDevices &entry :
       {record("a", kUnknown), object::KubeletDevices{"a", "main", "nvidia.com/gpu", {"GPU-77"}},
        object::KubeletDevices{"a", "main", "nvidia.com/gpu", {"GPU-77::0", "GPU-77::1"}}}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    DeviceObject devices = visible_gpus_of("n", 4);
    devices.kubelet = {entry};
    cluster.set_devices(devices);
    EXPECT_EQ(whole_gpus_left(cluster), 3) << entry.ids[0];
    // Claims of running pods take precedence over the record.
    set(cluster, stating("b", {0, 1, 2, 3}, 4));
    EXPECT_FALSE(conflicts_of(cluster, "b").any());
    EXPECT_EQ(minors(cluster, "b"), "0 1 2 3 ");
    cluster.remove_pod("b");
    EXPECT_EQ(whole_gpus_left(cluster), 3) << entry.ids[0];
    ASSERT_FALSE(reserve(cluster, seeing("w", "", {}, 3), 0).refusal.refused());
    EXPECT_EQ(whole_gpus_left(cluster), 0) << entry.ids[0];
    // Once the pod is known it counts one GPU, and none after it is removed.
    set(cluster, seeing("a", "n", {}, 1));
    EXPECT_EQ(whole_gpus_left(cluster), 0) << entry.ids[0];
    cluster.remove_pod("a");
    EXPECT_EQ(whole_gpus_left(cluster), 1) << entry.ids[0];
  }
}

TEST(Mig, RecordsOfAbsentPodsAddUp) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 4);
  devices.kubelet = {record("a", kUnknown),
                     record("b", "MIG-GPU-77/3/0"),
                     {"c", "main", "nvidia.com/gpu", {"GPU-1", "GPU-77"}}};
  cluster.set_devices(devices);
  EXPECT_EQ(whole_gpus_left(cluster), 0);
  // Instances belong to a GPU in MIG mode.
  devices.devices[3].labels = {{std::string(object::kGpuMigLabel), "enabled"}};
  cluster.set_devices(devices);
  EXPECT_EQ(whole_gpus_left(cluster), 1);
  // Ids of other device types have many forms.
  devices.kubelet = {{"a", "main", "koordinator.sh/rdma", {"0"}}};
  cluster.set_devices(devices);
  EXPECT_EQ(whole_gpus_left(cluster), 3);
}

// With the plugin's strategy "single", instances are counted as nvidia.com/gpu.
TEST(Mig, AnInstanceIsTheGpuThatItsPodAsksFor) {
  for (const std::string &id : {kListed, kNamed, kUnknown}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    DeviceObject devices = one_split(false, true);
    devices.kubelet = {{"a", "main", "nvidia.com/gpu", {id}}};
    cluster.set_devices(devices);
    EXPECT_FALSE(set(cluster, seeing("a", "n", {}, 1)).any()) << id;
    EXPECT_EQ(whole_gpus_left(cluster), 3) << id;
  }
}

TEST(Mig, ItsNodeDoesNotOfferIt) {
  for (const bool amounts : {false, true}) {
    const device::NodeResources offered = device::node_resources(one_split(amounts, true), true);
    EXPECT_EQ(object::amount_of(offered.resources, "koordinator.sh/gpu"), 300);
    EXPECT_EQ(object::amount_of(offered.resources, "koordinator.sh/gpu-core"), 300);
    EXPECT_EQ(object::amount_of(offered.resources, "koordinator.sh/gpu-memory"), 240 * kGi);
    EXPECT_EQ(object::amount_of(offered.resources, "koordinator.sh/gpu.shared"), 300);
  }
}

TEST(Mig, OnlyGpusAreSplit) {
  DeviceInfo device;
  device.type = "gpu";
  for (const auto &[value, split] :
       {std::pair{"enabled", true}, {"true", true}, {"disabled", false}, {"", false}}) {
    device.labels = {{std::string(object::kGpuMigLabel), value}};
    EXPECT_EQ(object::in_mig_mode(device), split) << value;
  }
  device.labels[0].value = "enabled";
  device.type = "rdma";
  EXPECT_FALSE(object::in_mig_mode(device));
}

}  // namespace
}  // namespace koord::testing
