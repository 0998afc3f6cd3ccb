#include "base/refusal.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "base/device_types.h"
#include "wording/sentence.h"

namespace koord {
namespace {

constexpr int64_t kGi = int64_t{1} << 30;
constexpr int32_t kOfACluster = 40;  // a number that only the cluster can name

Refusal short_of(Reason reason, Object object, int64_t needed, int64_t best) {
  Refusal refusal;
  refusal.reason = reason;
  refusal.object = object;
  refusal.needed = needed;
  refusal.best = best;
  return refusal;
}

TEST(RefusalSentence, NamesTheResource) {
  Refusal refusal = short_of(Reason::kInsufficientResource, Object::kUnit, 4, 2);
  refusal.resource = kOfACluster;
  EXPECT_EQ(to_sentence(refusal, {"example.com/nic", ""}),
            "needs 4 of example.com/nic; the node has 2 available");
  EXPECT_EQ(to_sentence(refusal), "needs 4 of a resource; the node has 2 available");
  EXPECT_EQ(to_sentence(refusal, {"a\nb", ""}), R"(needs 4 of "a\x0ab"; the node has 2 available)");
  refusal.resource = -1;
  EXPECT_EQ(to_sentence(refusal), "needs 4 of a resource that no node has");
  refusal.resource = kResourcePods;
  EXPECT_EQ(to_sentence(refusal), "needs room for 4 pods; the node has room for 2");
  refusal.reason = Reason::kResourceAbsent;
  refusal.resource = kOfACluster;
  EXPECT_EQ(to_sentence(refusal, {"example.com/nic", ""}),
            "needs 4 of example.com/nic, which the node does not have");
}

TEST(RefusalSentence, WritesBytesAsQuantities) {
  Refusal refusal = short_of(Reason::kNotEnoughCpus, Object::kBytes, 16 * kGi, 12 * kGi);
  refusal.where_object = Object::kNumaNode;
  refusal.where = 0;
  EXPECT_EQ(to_sentence(refusal), "needs 16Gi; NUMA node 0 has 12Gi available");
  EXPECT_EQ(to_sentence(refusal, {"hugepages-2Mi", ""}),
            "needs 16Gi of hugepages-2Mi; NUMA node 0 has 12Gi available");
  refusal.resource = kResourceMemory;
  EXPECT_EQ(to_sentence(refusal), "needs 16Gi of memory; NUMA node 0 has 12Gi available");
  refusal.best = 12 * kGi + 1;
  EXPECT_EQ(to_sentence(refusal),
            "needs 16Gi of memory; NUMA node 0 has 12884901889 bytes available");
  refusal = short_of(Reason::kNoNumaMemory, Object::kBytes, 2 * kGi, kGi);
  EXPECT_EQ(to_sentence(refusal),
            "needs 2Gi of memory from NUMA nodes that can be grouped; the best group has 1Gi");
}

TEST(RefusalSentence, CountsWholeCpusAsCpus) {
  EXPECT_EQ(to_sentence(short_of(Reason::kReservationShort, Object::kMilliCpu, 6000, 1000)),
            "needs 6 CPUs from the reservation; it has 1 left");
  EXPECT_EQ(to_sentence(short_of(Reason::kReservationShort, Object::kMilliCpu, 6000, 1500)),
            "needs 6000 milli-CPU from the reservation; it has 1500 left");
}

TEST(RefusalSentence, NamesTheDeviceType) {
  Refusal refusal = short_of(Reason::kNotEnoughDevices, Object::kDevice, 2, 1);
  refusal.device_type = kOfACluster;
  EXPECT_EQ(to_sentence(refusal, {"", "quantum"}),
            "needs 2 quantum devices with enough left; the node has 1");
  EXPECT_EQ(to_sentence(refusal), "needs 2 devices with enough left; the node has 1");
  refusal.device_type = kTypeGpu;
  EXPECT_EQ(to_sentence(refusal, {"", "ignored"}), "needs 2 GPUs with enough left; the node has 1");
  refusal.profile = Profile::kUpstream;
  EXPECT_EQ(to_sentence(refusal), "Insufficient gpu devices");
}

}  // namespace
}  // namespace koord
