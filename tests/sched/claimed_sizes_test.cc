// Claims on GPUs of any size, by pods whose requests name bytes, percents or both.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "sched/draw_devices.h"
#include "sched/gpu_pods.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

constexpr int64_t kMi = kGi / 1024;
constexpr const char *kCore = "koordinator.sh/gpu-core";
constexpr const char *kRatio = "koordinator.sh/gpu-memory-ratio";
constexpr const char *kMemory = "koordinator.sh/gpu-memory";
constexpr const char *kPercents = "koordinator.sh/gpu";
constexpr const char *kNvidia = "nvidia.com/gpu";

// Bytes that a GPU reports, and those by which it is sold.
struct Size {
  int64_t real, nominal;
};
constexpr Size kSizes[] = {{80 * kGi, 80 * kGi},    {81559 * kMi, 80 * kGi},
                           {24 * kGi, 24 * kGi},    {23028 * kMi, 24 * kGi},
                           {46068 * kMi, 48 * kGi}, {15109 * kMi, 16 * kGi}};

Size draw_size() { return kSizes[*rc::gen::inRange<size_t>(0, std::size(kSizes))]; }

DeviceObject gpus_of(int count, int64_t bytes) {
  DeviceObject out = visible_gpus_of("n", count);
  for (DeviceInfo &gpu : out.devices) gpu.resources[1] = {kMemory, bytes};
  return out;
}

PodObject requesting(const std::string &uid, const Amounts &amounts, const std::string &node = "") {
  PodObject pod = seeing(uid, node, {}, 0);
  for (const Amount &amount : amounts) pod.containers[0].requests.push_back(amount);
  std::ranges::sort(pod.containers[0].requests, {}, &Amount::resource);
  pod.containers[0].limits = pod.containers[0].requests;
  return pod;
}

bool fits(const Cluster &cluster, const Amounts &amounts) {
  return !explain(cluster, requesting("next", amounts), 0).refused();
}

int64_t bytes_of(const Cluster &cluster, const std::string &uid) {
  sched::Allocation allocation;
  EXPECT_EQ(cluster.allocation(uid, allocation), Outcome::kDone);
  int64_t out = 0;
  for (const AllocatedDevice &device : allocation.devices)
    for (const Amount &amount : device.resources)
      if (amount.resource == kMemory) out += amount.value;
  return out;
}

// Checks that pods which fill GPU 1, by requests translated for GPUs of a nominal size, hold it
// and nothing else, however they state it.
RC_GTEST_PROP(ClaimedSizes, MayBeBelowThoseThatRequestsAreTranslatedFor, ()) {
  const Size size = draw_size();
  const auto percent = *rc::gen::element<int64_t>(100, 50, 25);
  const int64_t nominal = size.nominal * percent / 100;
  Amounts amounts = {{kCore, percent}, {kMemory, nominal}, {kRatio, percent}};
  switch (*rc::gen::inRange(0, percent == 100 ? 4 : 2)) {
    case 1:
      amounts.push_back({kPercents, percent});
      break;
    case 2:
      amounts.push_back({kNvidia, 1});
      break;
    case 3:
      amounts = {{kMemory, nominal}};
      break;
    default:
      break;
  }
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  const bool devices_first = one_in(2);
  if (devices_first) cluster.set_devices(gpus_of(2, size.real));
  const int source = *rc::gen::inRange(0, 5);
  std::vector<std::string> uids;
  for (int64_t i = 0; i < 100 / percent; ++i) {
    PodObject pod = requesting("running-" + std::to_string(i), amounts, "n");
    Amounts stated = {{kCore, percent}, {kMemory, size.real * percent / 100}, {kRatio, percent}};
    if (source == 1) stated[1].value = nominal;
    if (source == 2) stated = {{kCore, percent}, {kRatio, percent}};
    if (source == 3) stated = {};
    // A request for bytes alone states no cores.
    if (amounts.size() == 1)
      std::erase_if(stated, [](auto &each) { return each.resource == kCore; });
    if (source == 4)
      pod.devices.visible = {false, {"GPU-1"}};
    else
      pod.devices.allocated = {{"gpu", 1, "", stated, {}, {}}};
    uids.push_back(pod.uid);
    set(cluster, pod);
  }
  if (!devices_first) cluster.set_devices(gpus_of(2, size.real));
  int64_t bytes = 0;
  for (const std::string &uid : uids) {
    RC_ASSERT(to_sentence(conflicts_of(cluster, uid).devices) == "");
    RC_ASSERT(!conflicts_of(cluster, uid).any());
    RC_ASSERT(minors(cluster, uid) == "1 ");
    bytes += bytes_of(cluster, uid);
  }
  RC_ASSERT(bytes <= size.real);
  RC_ASSERT(bytes > size.real - size.real / 50);
  RC_ASSERT(!fits(cluster, {{kNvidia, 2}}));
  const Answer answer = reserve(cluster, requesting("next", {{kNvidia, 1}}), 0);
  RC_ASSERT(!answer.refusal.refused());
  RC_ASSERT(minors(cluster, "next") == "0 ");
  RC_ASSERT(!fits(cluster, {{kMemory, size.real / 50}}));
}

// Bytes that are no translation of the percents count as requested.
TEST(ClaimedSizes, FarFromThoseOfThePercentsAreHeld) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(gpus_of(1, 80 * kGi));
  PodObject pod = requesting("r", {{kCore, 10}, {kMemory, 40 * kGi}, {kRatio, 10}}, "n");
  pod.devices.allocated = {{"gpu", 0, "", {{kCore, 10}, {kMemory, 8 * kGi}, {kRatio, 10}}, {}, {}}};
  EXPECT_FALSE(set(cluster, pod).any());
  EXPECT_EQ(bytes_of(cluster, "r"), 40 * kGi);
  EXPECT_FALSE(fits(cluster, {{kMemory, 41 * kGi}}));
  EXPECT_TRUE(fits(cluster, {{kMemory, 40 * kGi}}));
}

// An annotation with fewer bytes than its percents leaves others no more than the percents do.
RC_GTEST_PROP(ClaimedSizes, BelowTheRequestedPercentsFreeNothing, ()) {
  const Size size = draw_size();
  const auto percent = *rc::gen::element<int64_t>(100, 50, 33, 1);
  Amounts amounts;
  switch (*rc::gen::inRange(0, percent == 100 ? 6 : 4)) {
    case 0:
      amounts = {{kPercents, percent}};
      break;
    case 1:
      amounts = {{kRatio, percent}};
      break;
    case 2:
      amounts = {{kCore, percent}, {kMemory, size.real * percent / 100}, {kRatio, percent}};
      break;
    case 3:
      amounts = {{kCore, percent}};  // no rule interprets it
      break;
    case 4:
      amounts = {{kNvidia, 1}};
      break;
    default:
      amounts = {{kPercents, 150}};
      break;
  }
  const int64_t least = size.real * percent / 100;
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(gpus_of(1, size.real));
  PodObject pod = requesting("r", amounts, "n");
  Amounts stated = {
      {kCore, percent}, {kMemory, *rc::gen::inRange<int64_t>(0, least + 1)}, {kRatio, percent}};
  if (amounts[0].resource == kRatio) stated.erase(stated.begin());
  pod.devices.allocated = {{"gpu", 0, "", stated, {}, {}}};
  const sched::Conflicts conflicts = set(cluster, pod);
  RC_ASSERT(to_sentence(conflicts.devices) == "");
  RC_ASSERT(bytes_of(cluster, "r") == least);
  RC_ASSERT(!fits(cluster, {{kMemory, size.real - least + 1}}));
  RC_ASSERT(least == size.real || fits(cluster, {{kMemory, size.real - least}}));
}

TEST(ClaimedSizes, AreTheAnnotationsUnderUpstream) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(gpus_of(1, 80 * kGi));
  PodObject pod = requesting("r", {{kPercents, 100}}, "n");
  pod.devices.allocated = {
      {"gpu", 0, "", {{kCore, 100}, {kMemory, 16 * kGi}, {kRatio, 100}}, {}, {}}};
  set(cluster, pod);
  EXPECT_EQ(bytes_of(cluster, "r"), 16 * kGi);
  EXPECT_TRUE(fits(cluster, {{kMemory, 64 * kGi}}));
  EXPECT_FALSE(fits(cluster, {{kMemory, 65 * kGi}}));
}

// A request for more bytes than the GPU has: the pod holds all of it, and no other has too much.
TEST(ClaimedSizes, AreAtMostThoseOfTheGpu) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(gpus_of(2, 24 * kGi));
  PodObject pod = requesting("r", {{kMemory, 200 * kGi}}, "n");
  pod.devices.allocated = {{"gpu", 1, "", {{kMemory, 200 * kGi}}, {}, {}}};
  EXPECT_EQ(to_sentence(set(cluster, pod).devices), "");
  EXPECT_EQ(bytes_of(cluster, "r"), 24 * kGi);
  EXPECT_FALSE(fits(cluster, {{kNvidia, 2}}));
  EXPECT_TRUE(fits(cluster, {{kNvidia, 1}}));
}

// Such a pod stands for as many GPUs as have the bytes, by whatever names it requests them.
TEST(ClaimedSizes, S26_AboveThoseOfOneGpuStandForSeveral) {
  const Amounts by_name[] = {{{kMemory, 200 * kGi}},
                             {{kNvidia, 1}, {kMemory, 200 * kGi}},
                             {{kCore, 10}, {kMemory, 200 * kGi}},
                             {{kCore, 100}, {kMemory, 200 * kGi}, {kRatio, 100}}};
  for (const Amounts &amounts : by_name) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(gpus_of(5, 80 * kGi));
    PodObject pod = requesting("r", amounts, "n");
    EXPECT_EQ(set(cluster, pod).devices_unexplained, 3);
    EXPECT_FALSE(fits(cluster, {{kNvidia, 3}}));
    EXPECT_TRUE(fits(cluster, {{kNvidia, 2}}));
    for (const int32_t minor : {0, 2, 4}) {
      pod.devices.allocated.push_back({"gpu", minor, "", {}, {}, {}});
      EXPECT_EQ(to_sentence(set(cluster, pod).devices), "");
      const auto held = static_cast<int64_t>(pod.devices.allocated.size());
      EXPECT_FALSE(fits(cluster, {{kNvidia, 6 - held}}));
      EXPECT_TRUE(fits(cluster, {{kNvidia, 5 - held}}));
    }
    pod.devices.allocated.push_back({"gpu", 1, "", {}, {}, {}});
    EXPECT_EQ(set(cluster, pod).devices.reason, Reason::kDeviceCount);
  }
  // Bytes of a nominal size stand for one.
  for (const Amounts &amounts :
       {Amounts{{kMemory, 80 * kGi}}, Amounts{{kNvidia, 1}, {kMemory, 80 * kGi}}}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(gpus_of(2, 81559 * kMi));
    EXPECT_EQ(set(cluster, requesting("r", amounts, "n")).devices_unexplained, 1);
    EXPECT_FALSE(fits(cluster, {{kNvidia, 2}}));
    EXPECT_TRUE(fits(cluster, {{kNvidia, 1}}));
  }
}

Amounts draw_request(const Size &size) {
  const int64_t percent = *rc::gen::inRange(1, 11) * 10;
  const int64_t bytes = *rc::gen::inRange<int64_t>(1, 10) * size.real / 10;
  switch (*rc::gen::inRange(0, 7)) {
    case 0:
      return {{kNvidia, 1}};
    case 1:
      return {{kPercents, percent}};
    case 2:
      return {{kMemory, bytes}};
    case 3:
      return {{kCore, percent}, {kMemory, bytes}};
    case 4:
      return {{kCore, 10}, {kRatio, percent}};
    case 5:
      return {{"koordinator.sh/gpu.shared", 2}, {kMemory, bytes}};
    default:
      return {{kCore, percent}, {kMemory, bytes}, {kRatio, percent}};
  }
}

// Checks that whatever Filter accepts is reserved, whatever running pods state of their GPUs.
RC_GTEST_PROP(ClaimedSizes, LeaveRoomForWhatFilterAccepts, ()) {
  sched::Options options;
  if (one_in(2)) options.profile = Profile::kUpstream;
  const Size size = draw_size();
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(gpus_of(2, size.real));
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    PodObject pod = requesting("running-" + std::to_string(i), draw_request(size), "n");
    Amounts stated;
    if (one_in(2)) stated.push_back({kCore, *rc::gen::inRange(0, 101)});
    if (one_in(2)) stated.push_back({kMemory, *rc::gen::inRange<int64_t>(0, size.real)});
    if (one_in(2)) stated.push_back({kRatio, *rc::gen::inRange(0, 101)});
    pod.devices.allocated = {{"gpu", *rc::gen::inRange(0, 2), "", stated, {}, {}}};
    set(cluster, pod);
  }
  for (int i = 0; i < 8; ++i) {
    const PodObject pod = requesting(std::to_string(i), draw_request(size));
    const bool is_accepted = !explain(cluster, pod, 0).refused();
    const Answer answer = reserve(cluster, pod, 0);
    RC_ASSERT(answer.outcome == Outcome::kDone);
    RC_ASSERT(answer.refusal.refused() != is_accepted);
  }
  RC_ASSERT(cluster.counts().rejected == 0u);
}

// The percents that upstream makes of bytes may be more than what is left.
TEST(ClaimedSizes, LeaveRoomForBytesUnderUpstream) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(gpus_of(1, 80 * kGi));
  PodObject pod = requesting("r", {{kPercents, 100}}, "n");
  pod.devices.allocated = {
      {"gpu", 0, "", {{kCore, 100}, {kMemory, 16 * kGi}, {kRatio, 100}}, {}, {}}};
  set(cluster, pod);
  const Answer answer = reserve(cluster, requesting("x", {{kMemory, 5 * kGi}}), 0);
  EXPECT_EQ(answer.outcome, Outcome::kDone);
  EXPECT_FALSE(answer.refusal.refused());
}

}  // namespace
}  // namespace koord::testing
