// Adjustments of containers at each stage of the runtime.
#include "agent/adjust.h"

#include "agent/node_support.h"
#include "base/error.h"
#include "wording/sentence.h"

namespace koord::agent::testing {
namespace {

object::AllocatedDevice gpu(int minor) {
  return {"gpu", minor, "GPU-36b27e44-b086-46f7-f2dc-73c36dc6599" + std::to_string(minor),
          {},    {},    {}};
}

class Adjust : public ::testing::Test {
 protected:
  Adjust() : node_(machine(), {}) {
    node_.set_pod(lse("own", "4-7").numa(0, {{"memory", 1 << 20}}));
    node_.set_pod(lsr("taken", "4-5"));
    PodMaker shared("shared");
    shared.burstable(500).asks("nvidia.com/gpu", 2);
    shared.pod.devices.allocated = {gpu(3), gpu(1)};
    node_.set_pod(shared);
  }

  Adjustment ask(const std::string &uid, Stage stage = Stage::kCreateContainer,
                 const std::string &container = "app",
                 std::optional<std::string> stated = std::nullopt) const {
    ContainerRequest request{stage, uid, container, std::nullopt};
    if (stated) request.stated = CpuSet::parse(*stated);
    return adjust(decide(node_), request, nullptr);
  }

  std::optional<CpuSet> got_cpus(const std::string &uid) const { return ask(uid).cpus; }

  LocalNode node_;
};

TEST_F(Adjust, OwnCpusComeWithTheirMemoryAndWithoutQuota) {
  for (const Stage stage :
       {Stage::kRunPodSandbox, Stage::kCreateContainer, Stage::kUpdateContainer}) {
    const Adjustment got = ask("own", stage, "app", "4-7");
    EXPECT_FALSE(got.refused.refused());
    EXPECT_EQ(got.cpus, cpus("4-7"));
    EXPECT_EQ(got.memory_nodes, std::vector<int>{0});
    EXPECT_TRUE(got.unlimited);
  }
  const Adjustment started = ask("own", Stage::kStartContainer);
  EXPECT_EQ(started.cpus, std::nullopt) << "the runtime would not listen";
  EXPECT_FALSE(started.unlimited);
}

TEST_F(Adjust, OthersRunOnTheSharedPoolWithTheirDevices) {
  const Adjustment got = ask("shared");
  EXPECT_EQ(got.cpus, cpus("0-3,8-15"));
  EXPECT_FALSE(got.unlimited);
  EXPECT_TRUE(got.memory_nodes.empty());
  ASSERT_EQ(got.env.size(), 1u);
  EXPECT_EQ(got.env[0].name, "NVIDIA_VISIBLE_DEVICES");
  EXPECT_EQ(got.env[0].value,
            "GPU-36b27e44-b086-46f7-f2dc-73c36dc65993,GPU-36b27e44-b086-46f7-f2dc-73c36dc65991");
  EXPECT_EQ(got.cdi.size(), 2u);
  EXPECT_TRUE(ask("shared", Stage::kUpdateContainer).env.empty()) << "at creation only";
  EXPECT_TRUE(ask("shared", Stage::kCreateContainer, "").env.empty()) << "not for the sandbox";
}

TEST(AdjustUpstream, GpusAreNamedByTheirMinors) {
  LocalNode node(machine(), {Profile::kUpstream, false, false});
  PodMaker pod("pod");
  pod.burstable(500);
  pod.pod.devices.allocated = {gpu(3), gpu(1)};
  node.set_pod(pod);
  EXPECT_EQ(adjust(decide(node), {Stage::kCreateContainer, "pod", "app", {}}, nullptr).env[0].value,
            "3,1");
  pod.pod.devices.allocated[0].id = "";
  node.set_pod(pod);
  const Adjustment got = adjust(decide(node), {Stage::kCreateContainer, "pod", "app", {}}, nullptr);
  EXPECT_FALSE(got.refused.refused());
  EXPECT_EQ(got.env[0].value, "3,1");
  EXPECT_EQ(got.cdi.at(0), "nvidia.com/gpu=3");
}

TEST_F(Adjust, RdmaDevicesComeWithTheirNodes) {
  PodMaker pod("rdma");
  pod.burstable(500).asks("koordinator.sh/rdma", 100);
  pod.pod.devices.allocated = {{"rdma", 0, "0000:1f:00.0", {}, {}, {}}};
  node_.set_pod(pod);
  const device::RdmaNodes names[] = {{"0000:1f:00.0", {"uverbs2"}}};
  const DeviceFiles nodes{names, false};
  EXPECT_EQ(
      adjust(decide(node_), {Stage::kCreateContainer, "rdma", "app", {}}, &nodes).device_nodes,
      (std::vector<std::string>{"/dev/infiniband/rdma_cm", "/dev/infiniband/uverbs2"}));
  EXPECT_TRUE(ask("rdma").device_nodes.empty());
  const DeviceFiles none{{}, false};
  const Adjustment without =
      adjust(decide(node_), {Stage::kCreateContainer, "rdma", "app", {}}, &none);
  EXPECT_EQ(without.refused.reason, Reason::kDeviceUnnamed);
  EXPECT_EQ(without.cpus, got_cpus("shared"));
  EXPECT_TRUE(without.device_nodes.empty());
}

// Allocations in the form of the device proposal name only minors.
TEST_F(Adjust, CpusDoNotDependOnDevices) {
  PodMaker pod = lse("gpus", "0-1").numa(0, {{"memory", 1}}).asks("nvidia.com/gpu", 2);
  pod.pod.devices.allocated = {gpu(1), {"gpu", 3, "", {}, {}, ""}};
  node_.set_pod(pod);
  for (const char *id : {"", "all", "GPU-*", "GPU-36b27e44-b086-46f7-f2dc-73c36dc65991"}) {
    pod.pod.devices.allocated[1].id = id;  // the last id is the other device's
    node_.set_pod(pod);
    const Adjustment got = ask("gpus", Stage::kCreateContainer, "app", "0-1");
    EXPECT_EQ(got.cpus, cpus("0-1")) << id;
    EXPECT_EQ(got.memory_nodes, std::vector<int>{0});
    EXPECT_TRUE(got.unlimited);
    EXPECT_TRUE(got.env.empty() && got.cdi.empty()) << "all of its devices or none";
    EXPECT_EQ(got.refused.reason, Reason::kDeviceUnnamed);
    EXPECT_EQ(to_sentence(got.refused),
              "has the GPU with minor 3, but neither its allocation nor the node's Device object "
              "gives a name that a runtime knows");
    EXPECT_FALSE(ask("gpus", Stage::kUpdateContainer).refused.refused()) << "devices are not told";
  }
  object::DeviceObject object;
  object.devices.resize(1);
  object.devices[0] = listed("gpu", 3, gpu(3).id);
  node_.set_devices(object);
  pod.pod.devices.allocated[1].id = "";
  node_.set_pod(pod);
  EXPECT_EQ(ask("gpus").env.at(0).value, gpu(1).id + "," + gpu(3).id);
  EXPECT_EQ(ask("gpus").cdi.size(), 2u);
  EXPECT_FALSE(ask("gpus").refused.refused());
  object.devices[0].id = "";
  node_.set_devices(object);
  EXPECT_EQ(ask("gpus").env.at(0).value, gpu(1).id + ",3") << "that is all there is to name it by";
  EXPECT_FALSE(ask("gpus").refused.refused());
}

// A container that starts again after its GPUs were renumbered gets the same card.
TEST_F(Adjust, ContainersGetTheCardOfTheirAllocationsId) {
  PodMaker pod = lse("gpus", "0-1").asks("nvidia.com/gpu", 1);
  pod.pod.devices.allocated = {gpu(3)};
  node_.set_pod(pod);
  object::DeviceObject object;
  object.devices = {listed("gpu", 3, gpu(1).id), listed("gpu", 1, gpu(3).id)};
  node_.set_devices(object);
  EXPECT_EQ(ask("gpus").env.at(0).value, gpu(3).id);
  object.devices = {listed("gpu", 3, gpu(1).id)};
  node_.set_devices(object);
  EXPECT_EQ(ask("gpus").env.at(0).value, gpu(3).id) << "the runtime refuses a card that is gone";
}

TEST_F(Adjust, NothingChangesInTheFirstStageOfATakeover) {
  LocalNode node(machine(), {.ignore_kubelet = true});
  node.set_pod(lse("own", "4-7").numa(0, {{"memory", 1 << 20}}));
  node.set_pod(lsr("taken", "4-5"));
  PodMaker pod("be");
  pod.asks("nvidia.com/gpu", 1);
  pod.pod.devices.allocated = {gpu(3)};
  node.set_pod(pod);
  for (const char *uid : {"own", "taken", "be"}) {
    const Adjustment got =
        adjust(decide(node), {Stage::kCreateContainer, uid, "app", CpuSet::parse("4-7")}, nullptr);
    EXPECT_FALSE(got.refused.refused()) << uid;
    EXPECT_EQ(got.cpus, std::nullopt) << uid;
    EXPECT_TRUE(got.memory_nodes.empty() && !got.unlimited) << uid;
    EXPECT_EQ(got.env.size(), std::string(uid) == "be" ? 1u : 0u) << "devices are no cpusets";
  }
}

TEST_F(Adjust, PodsThatAreNotThereGetNothing) {
  const Adjustment got = ask("nobody");
  EXPECT_EQ(got.refused.reason, Reason::kPodUnknown);
  EXPECT_EQ(got.cpus, std::nullopt);
  EXPECT_TRUE(got.env.empty());
}

TEST_F(Adjust, ACpusetThatContradictsTheNodeStateIsRefused) {
  for (const char *stated : {"4-8", "4-6", "0", ""}) {
    const Adjustment got = ask("own", Stage::kCreateContainer, "app", stated);
    EXPECT_EQ(got.refused.reason, Reason::kStateDisagrees) << stated;
    EXPECT_EQ(got.cpus, std::nullopt);
  }
  EXPECT_EQ(ask("shared", Stage::kCreateContainer, "app", "0-3").refused.reason,
            Reason::kStateDisagrees);
  EXPECT_FALSE(ask("shared", Stage::kCreateContainer, "app", "").refused.refused());
}

TEST_F(Adjust, ARefusedClaimLeavesThePool) {
  const Adjustment got = ask("taken", Stage::kCreateContainer, "app", "4-5");
  EXPECT_EQ(got.refused.reason, Reason::kCpuTaken);
  EXPECT_EQ(got.cpus, cpus("0-3,8-15"));
  EXPECT_FALSE(got.unlimited);
}

TEST_F(Adjust, APodThatLostACpuGoesOnWithTheOthers) {
  KubeletState kubelet = static_kubelet("4");
  kubelet.static_policy = false;
  node_.set_kubelet(kubelet);
  const Adjustment got = ask("own", Stage::kCreateContainer, "app", "4-7");
  EXPECT_FALSE(got.refused.refused());
  EXPECT_EQ(got.cpus, cpus("5-7"));
  EXPECT_TRUE(got.unlimited);
  EXPECT_EQ(state_of(node_, "own").refused.reason, Reason::kCpuReserved);
  for (const char *stated : {"5-7", "4-8", "6-9"})
    EXPECT_EQ(ask("own", Stage::kCreateContainer, "app", stated).refused.reason,
              Reason::kStateDisagrees);
}

TEST_F(Adjust, OtherRefusalsOfAPodWithRightCpusAreReported) {
  node_.set_pod(lse("odd", "0-1").numa(9, {{"memory", 1 << 20}}));
  EXPECT_EQ(ask("odd", Stage::kCreateContainer, "app", "0-1").refused.reason,
            Reason::kNumaNodeAbsent);
}

TEST_F(Adjust, ContainersPinnedByKubeletAreNotChanged) {
  node_.set_kubelet(static_kubelet("0", {{"static", {{"app", "2-3"}}}}));
  PodMaker pod("static");
  pod.guaranteed(2000);
  node_.set_pod(pod);
  EXPECT_EQ(ask("static").cpus, std::nullopt);
  EXPECT_EQ(ask("static", Stage::kCreateContainer, "sidecar").cpus, cpus("0-1,8-15"));
}

}  // namespace
}  // namespace koord::agent::testing
