// Claims on GPUs of any size, by pods whose requests name bytes, percentages or both.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "sched/draw_devices.h"
#include "sched/gpu_pods.h"
#include "support/expect_error.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

constexpr int64_t kMebi = kGi / 1024;
constexpr const char *kGpuCore = "koordinator.sh/gpu-core";
constexpr const char *kGpuRatio = "koordinator.sh/gpu-memory-ratio";
constexpr const char *kGpuMemory = "koordinator.sh/gpu-memory";
constexpr const char *kGpuPercents = "koordinator.sh/gpu";
constexpr const char *kNvidiaGpu = "nvidia.com/gpu";

// Bytes that a GPU reports, and its nominal size.
struct GpuSize {
  int64_t real, nominal;
};
constexpr GpuSize kGpuSizes[] = {{80 * kGi, 80 * kGi},      {81559 * kMebi, 80 * kGi},
                                 {24 * kGi, 24 * kGi},      {23028 * kMebi, 24 * kGi},
                                 {46068 * kMebi, 48 * kGi}, {15109 * kMebi, 16 * kGi}};

GpuSize draw_gpu_size() { return kGpuSizes[*rc::gen::inRange<size_t>(0, std::size(kGpuSizes))]; }

DeviceObject gpus_sized(int count, int64_t bytes) {
  DeviceObject out = visible_gpus_of("n", count);
  for (DeviceInfo &gpu : out.devices) gpu.resources[1] = {kGpuMemory, bytes};
  return out;
}

PodObject sized_pod(const std::string &uid, const Amounts &amounts, const std::string &node = "") {
  PodObject pod = seeing(uid, node, {}, 0);
  for (const Amount &amount : amounts) pod.containers[0].requests.push_back(amount);
  std::ranges::sort(pod.containers[0].requests, {}, &Amount::resource);
  pod.containers[0].limits = pod.containers[0].requests;
  return pod;
}

bool fits(const Cluster &cluster, const Amounts &amounts) {
  return !explain(cluster, sized_pod("next", amounts), 0).refused();
}

int64_t bytes_of(const Cluster &cluster, const std::string &uid) {
  sched::Allocation allocation;
  EXPECT_EQ(cluster.allocation(uid, allocation), Outcome::kDone);
  int64_t out = 0;
  for (const AllocatedDevice &device : allocation.devices)
    for (const Amount &amount : device.resources)
      if (amount.resource == kGpuMemory) out += amount.value;
  return out;
}

// Pods that fill GPU 1, by requests translated for GPUs of a nominal size,
// hold it and nothing else, in every form of claim.
RC_GTEST_PROP(ClaimedSizes, MayBeBelowThoseThatRequestsAreTranslatedFor, ()) {
  const GpuSize size = draw_gpu_size();
  const auto percent = *rc::gen::element<int64_t>(100, 50, 25);
  const int64_t nominal = size.nominal * percent / 100;
  Amounts amounts = {{kGpuCore, percent}, {kGpuMemory, nominal}, {kGpuRatio, percent}};
  switch (*rc::gen::inRange(0, percent == 100 ? 4 : 2)) {
    case 1:
      amounts.push_back({kGpuPercents, percent});
      break;
    case 2:
      amounts.push_back({kNvidiaGpu, 1});
      break;
    case 3:
      amounts = {{kGpuMemory, nominal}};
      break;
    default:
      break;
  }
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  const bool devices_first = one_in(2);
  if (devices_first) cluster.set_devices(gpus_sized(2, size.real));
  const int source = *rc::gen::inRange(0, 5);
  std::vector<std::string> uids;
  for (int64_t i = 0; i < 100 / percent; ++i) {
    PodObject pod = sized_pod("running-" + std::to_string(i), amounts, "n");
    Amounts stated = {
        {kGpuCore, percent}, {kGpuMemory, size.real * percent / 100}, {kGpuRatio, percent}};
    if (source == 1) stated[1].value = nominal;
    if (source == 2) stated = {{kGpuCore, percent}, {kGpuRatio, percent}};
    if (source == 3) stated = {};
    // A request for bytes alone states no cores.
    if (amounts.size() == 1)
      std::erase_if(stated, [](auto &each) { return each.resource == kGpuCore; });
    if (source == 4)
      pod.devices.visible = {false, {"GPU-1"}};
    else
      pod.devices.allocated = {{"gpu", 1, "", stated, {}, {}}};
    uids.push_back(pod.uid);
    set(cluster, pod);
  }
  if (!devices_first) cluster.set_devices(gpus_sized(2, size.real));
  int64_t bytes = 0;
  for (const std::string &uid : uids) {
    RC_ASSERT(to_sentence(conflicts_of(cluster, uid).devices) == "");
    RC_ASSERT(!conflicts_of(cluster, uid).any());
    RC_ASSERT(minors(cluster, uid) == "1 ");
    bytes += bytes_of(cluster, uid);
  }
  RC_ASSERT(bytes <= size.real);
  RC_ASSERT(bytes > size.real - size.real / 50);
  RC_ASSERT(!fits(cluster, {{kNvidiaGpu, 2}}));
  const Answer answer = reserve(cluster, sized_pod("next", {{kNvidiaGpu, 1}}), 0);
  RC_ASSERT(!answer.refusal.refused());
  RC_ASSERT(minors(cluster, "next") == "0 ");
  RC_ASSERT(!fits(cluster, {{kGpuMemory, size.real / 50}}));
}

// Bytes that are not a translation of the percentages count as requested.
TEST(ClaimedSizes, FarFromThoseOfThePercentsAreHeld) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(gpus_sized(1, 80 * kGi));
  PodObject pod = sized_pod("r", {{kGpuCore, 10}, {kGpuMemory, 40 * kGi}, {kGpuRatio, 10}}, "n");
  pod.devices.allocated = {
      {"gpu", 0, "", {{kGpuCore, 10}, {kGpuMemory, 8 * kGi}, {kGpuRatio, 10}}, {}, {}}};
  EXPECT_FALSE(set(cluster, pod).any());
  EXPECT_EQ(bytes_of(cluster, "r"), 40 * kGi);
  EXPECT_FALSE(fits(cluster, {{kGpuMemory, 41 * kGi}}));
  EXPECT_TRUE(fits(cluster, {{kGpuMemory, 40 * kGi}}));
}

// A bound pod holds the maximum that counts of an excessive amount;
// pods that are not bound are refused with it.
TEST(ClaimedSizes, OfABoundPodAreCappedAtTheMaximum) {
  for (const char *resource : {kGpuMemory, kNvidiaGpu, "example.com/bytes", "memory"}) {
    SCOPED_TRACE(resource);
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(gpus_sized(2, 80 * kGi));
    PodObject pod = sized_pod("r", {{kGpuPercents, 100}}, "n");
    pod.containers.push_back({});
    pod.containers[1].requests = {{resource, INT64_MAX}};
    pod.containers.push_back(pod.containers[1]);
    pod.devices.allocated = {
        {"gpu", 1, "", {{kGpuCore, 100}, {kGpuMemory, 80 * kGi}, {kGpuRatio, 100}}, {}, {}}};
    set(cluster, pod);
    EXPECT_FALSE(fits(cluster, {{kNvidiaGpu, 2}}));
    EXPECT_EQ(cluster.remove_pod("r"), Outcome::kDone);
    EXPECT_TRUE(fits(cluster, {{kNvidiaGpu, 2}}));
    EXPECT_ERROR(ask(cluster, sized_pod("next", {{resource, INT64_MAX}})), Status::kLimit,
                 "expected at most 1125899906842624");
  }
}

// An annotation with fewer bytes than its percentages frees nothing for other pods.
RC_GTEST_PROP(ClaimedSizes, BelowTheRequestedPercentsFreeNothing, ()) {
  const GpuSize size = draw_gpu_size();
  const auto percent = *rc::gen::element<int64_t>(100, 50, 33, 1);
  Amounts amounts;
  switch (*rc::gen::inRange(0, percent == 100 ? 6 : 4)) {
    case 0:
      amounts = {{kGpuPercents, percent}};
      break;
    case 1:
      amounts = {{kGpuRatio, percent}};
      break;
    case 2:
      amounts = {
          {kGpuCore, percent}, {kGpuMemory, size.real * percent / 100}, {kGpuRatio, percent}};
      break;
    case 3:
      amounts = {{kGpuCore, percent}};  // no rule interprets this amount
      break;
    case 4:
      amounts = {{kNvidiaGpu, 1}};
      break;
    default:
      amounts = {{kGpuPercents, 150}};
      break;
  }
  const int64_t least = size.real * percent / 100;
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(gpus_sized(1, size.real));
  PodObject pod = sized_pod("r", amounts, "n");
  Amounts stated = {{kGpuCore, percent},
                    {kGpuMemory, *rc::gen::inRange<int64_t>(0, least + 1)},
                    {kGpuRatio, percent}};
  if (amounts[0].resource == kGpuRatio) stated.erase(stated.begin());
  pod.devices.allocated = {{"gpu", 0, "", stated, {}, {}}};
  const sched::Conflicts conflicts = set(cluster, pod);
  RC_ASSERT(to_sentence(conflicts.devices) == "");
  RC_ASSERT(bytes_of(cluster, "r") == least);
  RC_ASSERT(!fits(cluster, {{kGpuMemory, size.real - least + 1}}));
  RC_ASSERT(least == size.real || fits(cluster, {{kGpuMemory, size.real - least}}));
}

TEST(ClaimedSizes, AreTheAnnotationsUnderUpstream) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(gpus_sized(1, 80 * kGi));
  PodObject pod = sized_pod("r", {{kGpuPercents, 100}}, "n");
  pod.devices.allocated = {
      {"gpu", 0, "", {{kGpuCore, 100}, {kGpuMemory, 16 * kGi}, {kGpuRatio, 100}}, {}, {}}};
  set(cluster, pod);
  EXPECT_EQ(bytes_of(cluster, "r"), 16 * kGi);
  EXPECT_TRUE(fits(cluster, {{kGpuMemory, 64 * kGi}}));
  EXPECT_FALSE(fits(cluster, {{kGpuMemory, 65 * kGi}}));
}

// If a request exceeds the GPU's bytes, the pod holds the whole GPU and no device is overcommitted.
TEST(ClaimedSizes, AreAtMostThoseOfTheGpu) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(gpus_sized(2, 24 * kGi));
  PodObject pod = sized_pod("r", {{kGpuMemory, 200 * kGi}}, "n");
  pod.devices.allocated = {{"gpu", 1, "", {{kGpuMemory, 200 * kGi}}, {}, {}}};
  EXPECT_EQ(to_sentence(set(cluster, pod).devices), "");
  EXPECT_EQ(bytes_of(cluster, "r"), 24 * kGi);
  EXPECT_FALSE(fits(cluster, {{kNvidiaGpu, 2}}));
  EXPECT_TRUE(fits(cluster, {{kNvidiaGpu, 1}}));
}

// Such a pod counts as many GPUs as have these bytes, whichever names its request uses.
TEST(ClaimedSizes, S26_AboveThoseOfOneGpuStandForSeveral) {
  const Amounts by_name[] = {{{kGpuMemory, 200 * kGi}},
                             {{kNvidiaGpu, 1}, {kGpuMemory, 200 * kGi}},
                             {{kGpuCore, 10}, {kGpuMemory, 200 * kGi}},
                             {{kGpuCore, 100}, {kGpuMemory, 200 * kGi}, {kGpuRatio, 100}}};
  for (const Amounts &amounts : by_name) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(gpus_sized(5, 80 * kGi));
    PodObject pod = sized_pod("r", amounts, "n");
    EXPECT_EQ(set(cluster, pod).devices_unexplained, 3);
    EXPECT_FALSE(fits(cluster, {{kNvidiaGpu, 3}}));
    EXPECT_TRUE(fits(cluster, {{kNvidiaGpu, 2}}));
    for (const int32_t minor : {0, 2, 4}) {
      pod.devices.allocated.push_back({"gpu", minor, "", {}, {}, {}});
      EXPECT_EQ(to_sentence(set(cluster, pod).devices), "");
      const auto held = static_cast<int64_t>(pod.devices.allocated.size());
      EXPECT_FALSE(fits(cluster, {{kNvidiaGpu, 6 - held}}));
      EXPECT_TRUE(fits(cluster, {{kNvidiaGpu, 5 - held}}));
    }
    pod.devices.allocated.push_back({"gpu", 1, "", {}, {}, {}});
    EXPECT_EQ(set(cluster, pod).devices.reason, Reason::kDeviceCount);
  }
  // Bytes of the nominal size count as one GPU.
  for (const Amounts &amounts :
       {Amounts{{kGpuMemory, 80 * kGi}}, Amounts{{kNvidiaGpu, 1}, {kGpuMemory, 80 * kGi}}}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(gpus_sized(2, 81559 * kMebi));
    EXPECT_EQ(set(cluster, sized_pod("r", amounts, "n")).devices_unexplained, 1);
    EXPECT_FALSE(fits(cluster, {{kNvidiaGpu, 2}}));
    EXPECT_TRUE(fits(cluster, {{kNvidiaGpu, 1}}));
  }
}

Amounts draw_request(const GpuSize &size) {
  const int64_t percent = *rc::gen::inRange(1, 11) * 10;
  const int64_t bytes = *rc::gen::inRange<int64_t>(1, 10) * size.real / 10;
  switch (*rc::gen::inRange(0, 7)) {
    case 0:
      return {{kNvidiaGpu, 1}};
    case 1:
      return {{kGpuPercents, percent}};
    case 2:
      return {{kGpuMemory, bytes}};
    case 3:
      return {{kGpuCore, percent}, {kGpuMemory, bytes}};
    case 4:
      return {{kGpuCore, 10}, {kGpuRatio, percent}};
    case 5:
      return {{"koordinator.sh/gpu.shared", 2}, {kGpuMemory, bytes}};
    default:
      return {{kGpuCore, percent}, {kGpuMemory, bytes}, {kGpuRatio, percent}};
  }
}

// Pods accepted by Filter can be reserved, whatever running pods state about their GPUs.
RC_GTEST_PROP(ClaimedSizes, LeaveRoomForWhatFilterAccepts, ()) {
  sched::Options options;
  if (one_in(2)) options.profile = Profile::kUpstream;
  const GpuSize size = draw_gpu_size();
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(gpus_sized(2, size.real));
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    PodObject pod = sized_pod("running-" + std::to_string(i), draw_request(size), "n");
    Amounts stated;
    if (one_in(2)) stated.push_back({kGpuCore, *rc::gen::inRange(0, 101)});
    if (one_in(2)) stated.push_back({kGpuMemory, *rc::gen::inRange<int64_t>(0, size.real)});
    if (one_in(2)) stated.push_back({kGpuRatio, *rc::gen::inRange(0, 101)});
    pod.devices.allocated = {{"gpu", *rc::gen::inRange(0, 2), "", stated, {}, {}}};
    set(cluster, pod);
  }
  for (int i = 0; i < 8; ++i) {
    const PodObject pod = sized_pod(std::to_string(i), draw_request(size));
    const bool is_accepted = !explain(cluster, pod, 0).refused();
    const Answer answer = reserve(cluster, pod, 0);
    RC_ASSERT(answer.outcome == Outcome::kDone);
    RC_ASSERT(answer.refusal.refused() != is_accepted);
  }
  RC_ASSERT(cluster.counts().rejected == 0u);
}

// Splits a GPU into shares that may be far below one percent of it.
std::vector<int64_t> draw_split(int64_t size) {
  std::vector<int64_t> out;
  for (int64_t left = size; left > 0 && out.size() < 100; left -= out.back()) {
    const int64_t most = one_in(3) ? left : std::min<int64_t>(left, 200 * kMebi);
    out.push_back(*rc::gen::inRange<int64_t>(1, most + 1));
    if (one_in(4)) out.back() = std::min(left, kMebi);
  }
  return out;
}

int64_t stated_of(const sched::Allocation &allocation, const std::string &resource) {
  return object::amount_of(allocation.devices.front().resources, resource);
}

// Checks that bytes decide how many pods share a GPU, that each states its percents, and that the
// pods get the same after a restart in any order.
RC_GTEST_PROP(ClaimedSizes, OfSharesInBytesStatePercentsRoundedUp, ()) {
  const int64_t size = *rc::gen::element(16 * kGi, 15109 * kMebi);
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(gpus_sized(1, size));
  std::vector<PodObject> pods;
  int64_t sum = 0;
  for (const int64_t bytes : draw_split(size)) {
    PodObject pod = pod_of("share-" + std::to_string(pods.size()), Qos::kLs, 1, 1);
    pod.containers[0].requests.push_back({kGpuMemory, bytes});
    std::ranges::sort(pod.containers[0].requests, {}, &Amount::resource);
    pod.containers[0].limits = pod.containers[0].requests;
    const Answer answer = reserve(cluster, pod, 0);
    RC_ASSERT(to_sentence(answer.refusal) == "");
    const int64_t percent = (100 * bytes + size - 1) / size;
    const int64_t stated = stated_of(answer.allocation, kGpuRatio);
    RC_ASSERT(stated_of(answer.allocation, kGpuMemory) == bytes);
    RC_ASSERT(stated == std::max<int64_t>(1, std::min(percent, 100 - sum)));
    sum += stated;
    pod.node = "n";
    pod.devices.allocated = answer.allocation.devices;
    pods.push_back(pod);
  }
  RC_CLASSIFY(sum > 100, "more shares than percents");
  const auto order =
      *rc::gen::unique<std::vector<size_t>>(pods.size(), rc::gen::inRange<size_t>(0, pods.size()));
  Cluster restarted{sched::Options{}};
  add_node(restarted, "n");
  restarted.set_devices(gpus_sized(1, size));
  int64_t held = 0;
  for (const size_t i : order) set(restarted, pods[i]);
  for (const PodObject &pod : pods) {
    RC_ASSERT(to_sentence(conflicts_of(restarted, pod.uid).devices) == "");
    held += bytes_of(restarted, pod.uid);
  }
  const int64_t left = size - held;
  if (left > 0) RC_ASSERT(fits(restarted, {{kGpuMemory, left}}));
  RC_ASSERT(!fits(restarted, {{kGpuMemory, left + 1}}));
}

// Upstream's conversion of bytes to percentages may exceed what is left.
TEST(ClaimedSizes, LeaveRoomForBytesUnderUpstream) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(gpus_sized(1, 80 * kGi));
  PodObject pod = sized_pod("r", {{kGpuPercents, 100}}, "n");
  pod.devices.allocated = {
      {"gpu", 0, "", {{kGpuCore, 100}, {kGpuMemory, 16 * kGi}, {kGpuRatio, 100}}, {}, {}}};
  set(cluster, pod);
  const Answer answer = reserve(cluster, sized_pod("x", {{kGpuMemory, 5 * kGi}}), 0);
  EXPECT_EQ(answer.outcome, Outcome::kDone);
  EXPECT_FALSE(answer.refusal.refused());
}

}  // namespace
}  // namespace koord::testing
