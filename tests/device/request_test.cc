// Device requests of pods under both profiles: names that may be combined,
// the number of devices and the amount of each.
#include "device/request/request.h"

#include "device_support.h"
#include "wording/sentence.h"

namespace koord::device::testing {
namespace {

constexpr const char *kCoreName = "koordinator.sh/gpu-core";
constexpr const char *kRatio = "koordinator.sh/gpu-memory-ratio";
constexpr const char *kMemory = "koordinator.sh/gpu-memory";
constexpr const char *kGpu = "koordinator.sh/gpu";
constexpr const char *kShared = "koordinator.sh/gpu.shared";
constexpr const char *kNvidia = "nvidia.com/gpu";
constexpr const char *kRdma = "koordinator.sh/rdma";

struct Asked {
  Refusal refusal;
  device::Request ask;
  int64_t each(ResourceId resource) const { return amount_of(ask.gpu.each, resource); }
};
Asked asked(const Request &request, Profile profile = Profile::kSpec) {
  World world;
  world.conditions.profile = profile;
  Asked out;
  out.refusal = world.ask(request, out.ask);
  return out;
}
std::string sentence(const Request &request, Profile profile = Profile::kSpec) {
  return to_sentence(asked(request, profile).refusal);
}

TEST(Request, WholeGpusByTheNamesOfTheirVendors) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream})
    for (const char *name : {kNvidia, "amd.com/gpu", "dcu.com/gpu"}) {
      const Asked two = asked({{name, 2}}, profile);
      ASSERT_FALSE(two.refusal.refused()) << name;
      EXPECT_EQ(two.ask.gpu.count, 2);
      EXPECT_FALSE(two.ask.gpu.shared);
      EXPECT_EQ(two.each(kResourceGpuCore), 100);
      EXPECT_EQ(two.each(kResourceGpuMemoryRatio), 100);
      EXPECT_EQ(amount_of(two.ask.types.at(0).parts, kResourceGpuCore), 200);
    }
}

TEST(Request, PartsOfOneGpu) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    const Asked half = asked({{kGpu, 50}}, profile);
    EXPECT_EQ(half.ask.gpu.count, 1);
    EXPECT_TRUE(half.ask.gpu.shared);
    EXPECT_EQ(half.each(kResourceGpuCore), 50);
    EXPECT_EQ(half.each(kResourceGpuMemoryRatio), 50);
    const Asked uneven = asked({{kCoreName, 50}, {kRatio, 60}}, profile);
    EXPECT_EQ(uneven.each(kResourceGpuCore), 50);
    EXPECT_EQ(uneven.each(kResourceGpuMemoryRatio), 60);
    const Asked bytes = asked({{kCoreName, 60}, {kMemory, 4 * kGi}}, profile);
    EXPECT_EQ(bytes.each(kResourceGpuMemory), 4 * kGi);
    EXPECT_TRUE(bytes.ask.gpu.shared);
  }
}

TEST(Request, SharesOfSeveralGpus) {
  const Asked four = asked({{kShared, 4}, {kMemory, 160 * kGi}});
  EXPECT_EQ(four.ask.gpu.count, 4);
  EXPECT_TRUE(four.ask.gpu.shared);
  EXPECT_EQ(four.each(kResourceGpuMemory), 40 * kGi);
  const Asked two = asked({{kShared, 2}, {kCoreName, 100}, {kRatio, 60}});
  EXPECT_EQ(two.ask.gpu.count, 2);
  EXPECT_EQ(two.each(kResourceGpuCore), 50);
  EXPECT_EQ(two.each(kResourceGpuMemoryRatio), 30);
  EXPECT_EQ(sentence({{kShared, 3}, {kRatio, 100}}, Profile::kUpstream),
            "invalid resource device requests: [koordinator.sh/gpu-memory-ratio "
            "koordinator.sh/gpu.shared]");
}

// Upstream reads the memory alone; the proposal requires all dimensions to agree.
TEST(Request, CountsAgreeAcrossDimensions) {
  const Asked two = asked({{kCoreName, 200}, {kRatio, 200}});
  EXPECT_EQ(two.ask.gpu.count, 2);
  EXPECT_TRUE(asked({{kCoreName, 200}, {kRatio, 100}}).refusal.refused());
  EXPECT_TRUE(asked({{kCoreName, 50}, {kRatio, 200}}).refusal.refused());
  EXPECT_EQ(sentence({{kCoreName, 300}, {kRatio, 200}}),
            "requests koordinator.sh/gpu-core with koordinator.sh/gpu-memory-ratio, which cannot "
            "be combined in these amounts");
  EXPECT_EQ(asked({{kCoreName, 50}, {kRatio, 200}}, Profile::kUpstream).ask.gpu.count, 2);
  const Asked bytes = asked({{kCoreName, 200}, {kMemory, 16 * kGi + 1}});
  EXPECT_EQ(bytes.ask.gpu.count, 2) << "the compute says so";
  EXPECT_EQ(bytes.each(kResourceGpuCore), 100);
  EXPECT_EQ(bytes.each(kResourceGpuMemory), 8 * kGi + 1) << "rounded up: all of it is there";
  const Asked one = asked({{kCoreName, 200}, {kMemory, 16 * kGi}}, Profile::kUpstream);
  EXPECT_EQ(one.ask.gpu.count, 1) << "upstream asks for 200 of one GPU, which none has";
  EXPECT_EQ(one.each(kResourceGpuCore), 200);
}

TEST(Request, OverAHundredIsWholeDevices) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream})
    for (const char *name : {kGpu, kRdma, "koordinator.sh/fpga"}) {
      EXPECT_FALSE(asked({{name, 100}}, profile).refusal.refused());
      EXPECT_FALSE(asked({{name, 300}}, profile).refusal.refused());
      EXPECT_EQ(asked({{name, 150}}, profile).refusal.reason, Reason::kDeviceUnit);
    }
  EXPECT_EQ(sentence({{kRatio, 150}}),
            "requests 150 of koordinator.sh/gpu-memory-ratio; expected at most 100 (part of one "
            "device) or a multiple of 100 (whole devices)");
  EXPECT_EQ(asked({{kCoreName, 101}, {kMemory, kGi}}).refusal.reason, Reason::kDeviceUnit);
  EXPECT_EQ(sentence({{kGpu, 150}}, Profile::kUpstream),
            "invalid resource unit koordinator.sh/gpu: 150");
}

TEST(Request, NamesThatDoNotGoTogether) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    const Request mixes[] = {{{kCoreName, 50}},
                             {{kMemory, kGi}, {kRatio, 50}},
                             {{kNvidia, 1}, {kGpu, 100}},
                             {{kNvidia, 1}, {"amd.com/gpu", 1}},
                             {{kShared, 1}},
                             {{kShared, 1}, {kCoreName, 50}},
                             {{kGpu, 50}, {kRatio, 50}}};
    for (const Request &mix : mixes)
      EXPECT_EQ(asked(mix, profile).refusal.reason, Reason::kDeviceMix);
  }
}

// The proposal's translated form of a request names all three
// dimensions; the original name may stay beside them.
TEST(Request, TranslatedRequestsAreTakenIfTheyAgree) {
  const Request plain = {{kCoreName, 200}, {kMemory, 16 * kGi}, {kRatio, 200}};
  const std::vector<std::pair<std::string, int64_t>> beside = {
      {"", 0}, {kNvidia, 2}, {"amd.com/gpu", 2}, {"dcu.com/gpu", 2}, {kGpu, 200}};
  for (const auto &original : beside) {
    Request request = plain;
    if (original.second > 0) request.push_back(original);
    const Asked two = asked(request);
    ASSERT_FALSE(two.refusal.refused()) << to_sentence(two.refusal);
    EXPECT_EQ(two.ask.gpu.count, 2);
    EXPECT_FALSE(two.ask.gpu.shared);
    EXPECT_EQ(two.ask.gpu.each.size(), 3u);
    EXPECT_EQ(two.each(kResourceGpuCore), 100);
    EXPECT_EQ(two.each(kResourceGpuMemory), 8 * kGi);
    EXPECT_EQ(two.each(kResourceGpuMemoryRatio), 100);
    EXPECT_EQ(asked(request, Profile::kUpstream).refusal.reason, Reason::kDeviceMix);
  }
  const Asked half = asked({{kGpu, 50}, {kCoreName, 50}, {kMemory, 4 * kGi}, {kRatio, 50}});
  ASSERT_FALSE(half.refusal.refused());
  EXPECT_TRUE(half.ask.gpu.shared);
  const Request disagreeing[] = {
      {{kCoreName, 200}, {kMemory, kGi}, {kRatio, 100}},
      {{kNvidia, 1}, {kCoreName, 200}, {kMemory, kGi}, {kRatio, 200}},
      {{kNvidia, 1}, {kCoreName, 50}, {kMemory, kGi}, {kRatio, 50}},
      {{kGpu, 50}, {kCoreName, 50}, {kMemory, kGi}, {kRatio, 60}},
      {{kNvidia, 1}, {kGpu, 100}, {kCoreName, 100}, {kMemory, kGi}, {kRatio, 100}},
      {{kShared, 1}, {kCoreName, 50}, {kMemory, kGi}, {kRatio, 50}}};
  for (const Request &request : disagreeing)
    EXPECT_EQ(asked(request).refusal.reason, Reason::kDeviceMix);
  EXPECT_EQ(asked({{kCoreName, 150}, {kMemory, kGi}, {kRatio, 150}}).refusal.reason,
            Reason::kDeviceUnit);
}

// A pending pod with such amounts is refused. A running pod counts as
// many GPUs as its largest amount represents.
TEST(Request, AmountsThatNoRuleInterpretsAreCounted) {
  const auto count = [](const Request &request) {
    const Asked out = asked(request);
    EXPECT_TRUE(out.refusal.refused());
    EXPECT_TRUE(out.ask.types.at(0).unclear);
    return out.ask.gpu.count;
  };
  EXPECT_EQ(count({{kCoreName, 50}}), 1);
  EXPECT_EQ(count({{kGpu, 150}}), 2);
  EXPECT_EQ(count({{kCoreName, 300}, {kRatio, 100}}), 3);
  EXPECT_EQ(count({{kNvidia, 4}, {kGpu, 100}}), 4);
  EXPECT_EQ(count({{kShared, 2}, {kCoreName, 50}}), 2);
  EXPECT_EQ(count({{kNvidia, INT64_MAX}, {kGpu, INT64_MAX}}), INT32_MAX);
  const Asked rdma = asked({{kRdma, 150}, {kNvidia, 2}});
  EXPECT_EQ(rdma.refusal.reason, Reason::kDeviceUnit);
  EXPECT_EQ(rdma.ask.gpu.count, 2) << "GPUs are stated all the same";
  EXPECT_TRUE(asked({{kGpu, 150}}, Profile::kUpstream).ask.types.empty());
}

TEST(Request, OtherTypesAndOtherNames) {
  World world({info("xpu", 0, {{"example.com/xpu", 100}})});
  (void)world.inventory();
  device::Request ask;
  ASSERT_FALSE(world.ask({{kRdma, 100}, {"example.com/xpu", 200}, {"cpu", 4000}}, ask).refused());
  ASSERT_EQ(ask.types.size(), 1u);
  EXPECT_EQ(ask.types[0].type, kTypeRdma);
  ASSERT_EQ(ask.others.size(), 1u) << "CPUs are no devices";
  EXPECT_FALSE(ask.empty());
  device::Request nothing;
  ASSERT_FALSE(world.ask({{"cpu", 4000}, {kNvidia, 0}}, nothing).refused());
  EXPECT_TRUE(nothing.empty()) << "0 of a device is none";
}

TEST(Request, JointTypesAreThoseAskedFor) {
  World world;
  world.stated.joint = {{"fpga", "rdma", "gpu", "rdma", "nothing"}, true};
  device::Request ask;
  ASSERT_FALSE(world.ask({{kNvidia, 1}, {kRdma, 100}}, ask).refused());
  EXPECT_EQ(ask.joint, (std::vector<TypeId>{kTypeRdma, kTypeGpu}));
  EXPECT_TRUE(ask.same_pcie);
  world.hint("rdma").count = object::DeviceCount::kApplyForAll;
  device::Request all;
  ASSERT_FALSE(world.ask({{kNvidia, 1}, {kRdma, 100}}, all).refused());
  EXPECT_EQ(all.joint, (std::vector<TypeId>{kTypeGpu})) << "all of them are near to nothing";
  device::Request alone;
  ASSERT_FALSE(world.ask({{kNvidia, 1}}, alone).refused());
  EXPECT_TRUE(alone.joint.empty());
}

TEST(Request, HintsAndPartitionsReachTheGpus) {
  World world;
  world.hint("gpu").scope = object::DeviceScope::kPcie;
  world.stated.has_partition_spec = true;
  world.stated.partition_spec = {true, 400 * kGi};
  device::Request ask;
  ASSERT_FALSE(world.ask({{kNvidia, 2}}, ask).refused());
  EXPECT_EQ(ask.gpu.scope, object::DeviceScope::kPcie);
  EXPECT_TRUE(ask.gpu.honor_partition);
  EXPECT_TRUE(ask.gpu.partition.restricted);
  EXPECT_EQ(ask.gpu.partition.ring_bandwidth, 400 * kGi);
}

TEST(Request, PartsOfNpusComeInTheSizesOfTheirModels) {
  World world;
  const Request quarter = {
      {kShared, 1}, {"huawei.com/npu-core", 2}, {"huawei.com/npu-cpu", 1}, {kMemory, 6 * kGi}};
  const auto parts = [&](int64_t cores) {
    return world.parts(
        {{"huawei.com/npu-core", cores}, {"huawei.com/npu-cpu", 1}, {kMemory, 6 * kGi}});
  };
  device::Request ask;
  EXPECT_EQ(world.ask(quarter, ask).reason, Reason::kNoShareTemplate);
  world.templates = {{"huawei-Ascend-310P", {{"vir01", parts(1)}, {"vir02", parts(2)}}}};
  device::Request matched;
  ASSERT_FALSE(world.ask(quarter, matched).refused());
  EXPECT_TRUE(matched.gpu.by_template);
  ASSERT_EQ(matched.gpu.templates.size(), 1u);
  EXPECT_EQ(matched.gpu.templates[0].names, (std::vector<std::string>{"vir02"}));
}

TEST(Request, NumbersWithoutBoundsAreAnswered) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream})
    for (const char *name : {kNvidia, kGpu, kMemory, kRatio, kRdma})
      for (const int64_t amount : {INT64_MAX, INT64_MAX - 7, int64_t{100} << 50}) {
        World world({gpu(0), rdma(0)});
        world.conditions.profile = profile;
        Grants grants;
        EXPECT_TRUE(world.try_allocate(world.ledger(), {{name, amount}}, grants).refused());
      }
  EXPECT_EQ(asked({{kShared, INT64_MAX}, {kMemory, INT64_MAX}}).each(kResourceGpuMemory), 1);
}

// The amount of each device times the number of devices is at
// least the pod's request, and hardly more.
RC_GTEST_PROP(RequestProperties, SharesAddUp, ()) {
  const Profile profile = *rc::gen::element(Profile::kSpec, Profile::kUpstream);
  const int64_t core = *rc::gen::element<int64_t>(0, 1, 33, 50, 100, 150, 200, 300);
  const int64_t ratio = *rc::gen::element<int64_t>(0, 1, 33, 50, 100, 150, 200, 300);
  const int64_t memory = *rc::gen::inRange<int64_t>(0, 1000);
  const int64_t shared = *rc::gen::inRange<int64_t>(0, 4);
  Request request;
  if (core > 0) request.emplace_back(kCoreName, core);
  if (ratio > 0) request.emplace_back(kRatio, ratio);
  if (memory > 0) request.emplace_back(kMemory, memory);
  if (shared > 0) request.emplace_back(kShared, shared);
  const Asked result = asked(request, profile);
  if (result.refusal.refused() || result.ask.types.empty()) return;
  const GpuRequest &ask = result.ask.gpu;
  RC_ASSERT(ask.count >= 1);
  for (const ResourceAmount &part : result.ask.types.at(0).parts) {
    if (part.resource == kResourceGpuShared) continue;
    const int64_t sum = result.each(part.resource) * ask.count;
    RC_ASSERT(sum < part.amount + ask.count);
    if (profile == Profile::kSpec) RC_ASSERT(sum >= part.amount);
    if (profile == Profile::kSpec && part.resource != kResourceGpuMemory)
      RC_ASSERT(result.each(part.resource) <= 100);
  }
}

}  // namespace
}  // namespace koord::device::testing
