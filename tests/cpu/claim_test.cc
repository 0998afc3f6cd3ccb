#include <gtest/gtest.h>

#include "cpu/claimed_cpus.h"

namespace koord::cpu {
namespace {

const CpuSet kMachine = CpuSet::parse("0-15");

ClaimVerdict judged(const char *cpus, bool owns_cpus, int64_t asked, const char *reserved = "",
                    const char *taken = "", Profile profile = Profile::kSpec) {
  const ClaimBounds bounds{&kMachine, CpuSet::parse(reserved), CpuSet::parse(taken)};
  return judge({CpuSet::parse(cpus), owns_cpus, asked}, bounds, profile);
}

TEST(CpuClaim, AllowedCpusAreOwned) {
  EXPECT_EQ(judged("0-3", true, 4).own, CpuSet::parse("0-3"));
  EXPECT_EQ(judged("0-2", true, 4).own, CpuSet::parse("0-2"));
  EXPECT_FALSE(judged("0-3", true, 4).refusal.refused());
  EXPECT_FALSE(judged("", false, 0).refusal.refused());
}

TEST(CpuClaim, RefusedClaimsOwnNothing) {
  EXPECT_EQ(judged("0-3", false, 4).refusal.reason, Reason::kClaimNotAllowed);
  EXPECT_EQ(judged("0-3", true, 3).refusal.reason, Reason::kMoreCpusThanAsked);
  EXPECT_EQ(judged("14-17", true, 3).refusal.reason, Reason::kMoreCpusThanAsked)
      << "those that are not there count, too";
  EXPECT_EQ(judged("0-3", true, 4, "", "3").refusal.reason, Reason::kCpuTaken);
  for (const ClaimVerdict &verdict :
       {judged("0-3", false, 4), judged("0-3", true, 3), judged("0-3", true, 4, "", "3")})
    EXPECT_TRUE(verdict.own.empty());
}

TEST(CpuClaim, AbsentAndReservedCpusAreRemoved) {
  const ClaimVerdict absent = judged("14-17", true, 4);
  EXPECT_EQ(absent.own, CpuSet::parse("14-15"));
  EXPECT_EQ(absent.absent, CpuSet::parse("16-17"));
  EXPECT_EQ(absent.refusal.reason, Reason::kCpuNotOnMachine);
  const ClaimVerdict reserved = judged("0-3", true, 4, "0-1", "0");
  EXPECT_EQ(reserved.own, CpuSet::parse("2-3")) << "who has a CPU that nobody may does not matter";
  EXPECT_EQ(reserved.refusal.reason, Reason::kCpuReserved);
  EXPECT_EQ(judged("16", true, 1).refusal.reason, Reason::kCpuNotOnMachine);
}

TEST(CpuClaim, UpstreamAcceptsEveryClaim) {
  EXPECT_EQ(judged("0-3", false, 0, "0", "", Profile::kUpstream).own, CpuSet::parse("0-3"));
  EXPECT_EQ(judged("0-3", false, 0, "", "0", Profile::kUpstream).refusal.reason, Reason::kCpuTaken);
}

TEST(CpuClaim, WithoutATopologyAnyCpuMayExist) {
  const ClaimVerdict verdict = judge({CpuSet::parse("0-999"), true, 1000}, {}, Profile::kSpec);
  EXPECT_EQ(verdict.own.count(), 1000);
  EXPECT_FALSE(verdict.refusal.refused());
}

}  // namespace
}  // namespace koord::cpu
