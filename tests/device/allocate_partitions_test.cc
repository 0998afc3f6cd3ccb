// GPUs in partitions, by the Device object's table or by the GPU model, honoured or preferred.
#include "device/allocation/allocate.h"
#include "device_support.h"
#include "wording/sentence.h"

namespace koord::device::testing {
namespace {

using object::PartitionPolicy;

constexpr Profile kProfiles[] = {Profile::kSpec, Profile::kUpstream};

Request some_of_a_gpu(int64_t percent) { return {{"koordinator.sh/gpu", percent}}; }
Request whole_gpus(int64_t count) { return {{"nvidia.com/gpu", count}}; }

// GPUs 0 to count - 1, two on each switch and four on each NUMA node.
std::vector<object::DeviceInfo> on_switches(int count) {
  std::vector<object::DeviceInfo> out;
  for (int i = 0; i < count; ++i)
    out.push_back(placed(gpu(i), i / 4, "pci" + std::to_string(i / 2)));
  return out;
}

Grants bit_of_gpu(int32_t minor) { return {{kTypeGpu, minor, {{kResourceGpuCore, 1}}, {}, {}}}; }

void add_partitions(World &world) {
  world.object.has_partitions = true;
  world.object.partitions = {
      {2, {{{0, 1}, "NVLink", 0, 1}, {{0, 2}, "NVLink", 0, 5}, {{1, 3}, "NVLink", 400 * kGi, 5}}}};
}

// The documentation says highest score first; upstream takes the lowest.
TEST(AllocatePartitions, OfTheHighestScoreComeFirst) {
  World world(on_switches(4));
  add_partitions(world);
  EXPECT_EQ(world.minors(world.ledger(), whole_gpus(2)), (std::vector<int32_t>{0, 2}));
  world.conditions.profile = Profile::kUpstream;
  EXPECT_EQ(world.minors(world.ledger(), whole_gpus(2)), (std::vector<int32_t>{0, 1}));
}

TEST(AllocatePartitions, AreHonouredOrPreferred) {
  for (const Profile profile : kProfiles) {
    World world(on_switches(4));
    add_partitions(world);
    world.conditions.profile = profile;
    Ledger ledger = world.ledger();
    ledger.hold(bit_of_gpu(0));
    ledger.hold(bit_of_gpu(1));
    EXPECT_EQ(world.minors(ledger, whole_gpus(2)), (std::vector<int32_t>{2, 3}))
        << "preferred: not in a partition";
    EXPECT_EQ(world.minors(world.ledger(), whole_gpus(3)).size(), 3u) << "nor are there such";
    world.stated.has_partition_spec = true;
    EXPECT_EQ(world.refused(ledger, whole_gpus(2)).reason, Reason::kPartitionsTaken);
    EXPECT_EQ(world.refused(world.ledger(), whole_gpus(3)).reason, Reason::kPartitionSize);
    world.stated.partition_spec.ring_bandwidth = 300 * kGi;
    EXPECT_EQ(world.minors(world.ledger(), whole_gpus(2)), (std::vector<int32_t>{1, 3}));
    world.stated.partition_spec.ring_bandwidth = 500 * kGi;
    EXPECT_EQ(world.refused(world.ledger(), whole_gpus(2)).reason, Reason::kPartitionsTaken);
    world.stated = {};
    world.object.partition_policy = PartitionPolicy::kHonor;
    const Ledger honoured = world.ledger();
    EXPECT_EQ(world.refused(honoured, whole_gpus(3)).reason, Reason::kPartitionSize);
    EXPECT_EQ(world.minors(honoured, some_of_a_gpu(50)).size(), 1u) << "parts need none";
    world.object.partitions = {};
    EXPECT_EQ(world.refused(world.ledger(), whole_gpus(2)).reason,
              profile == Profile::kSpec ? Reason::kNoPartitionTable : Reason::kPartitionSize)
        << "the annotation has no partitions";
    world.object.has_partitions = false;
    world.stated.has_partition_spec = true;
    EXPECT_EQ(world.refused(world.ledger(), whole_gpus(2)).reason, Reason::kNoPartitionTable);
  }
}

TEST(AllocatePartitions, BuiltInByTheModel) {
  World world(on_switches(8));
  Ledger ledger = world.ledger();
  world.conditions.labels.model = "H800";
  world.conditions.labels.policy = PartitionPolicy::kHonor;
  for (const Profile profile : kProfiles) {
    world.conditions.profile = profile;
    EXPECT_EQ(world.minors(ledger, whole_gpus(4)), (std::vector<int32_t>{0, 1, 2, 3}));
    EXPECT_EQ(world.refused(ledger, whole_gpus(3)).reason, Reason::kPartitionSize);
  }
  // If the GPU model is unknown or has no table, upstream's Honor
  // refuses every request for whole GPUs.
  for (const char *model : {"A100", ""}) {
    world.conditions.labels.model = model;
    world.conditions.profile = Profile::kSpec;
    EXPECT_EQ(world.minors(ledger, whole_gpus(3)).size(), 3u) << model;
    world.conditions.profile = Profile::kUpstream;
    for (const int count : {1, 3, 8}) {
      const Refusal refusal = world.refused(ledger, whole_gpus(count));
      EXPECT_EQ(refusal.reason, Reason::kNoPartitionTable) << model;
      EXPECT_EQ(to_sentence(refusal), "node(s) missing GPU Partition Table");
    }
    EXPECT_EQ(world.minors(ledger, some_of_a_gpu(50)).size(), 1u) << "parts need none";
  }
  world.conditions.labels.model = "H100";
  world.conditions.labels.vendor = "amd";
  EXPECT_EQ(world.refused(ledger, whole_gpus(2)).reason, Reason::kNoPartitionTable);
  // The Device object may name the model, too; upstream does not read it there.
  world.conditions.labels = {};
  world.object.labels = {{"node.koordinator.sh/gpu-model", "H800"}};
  world.object.partition_policy = PartitionPolicy::kHonor;
  ledger = world.ledger();
  world.conditions.profile = Profile::kSpec;
  EXPECT_EQ(world.refused(ledger, whole_gpus(3)).reason, Reason::kPartitionSize);
  world.conditions.profile = Profile::kUpstream;
  EXPECT_EQ(world.minors(ledger, whole_gpus(3)).size(), 3u);
}

}  // namespace
}  // namespace koord::device::testing
