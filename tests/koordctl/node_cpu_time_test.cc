// CPU time that pods other than BE used between two readings.
#include <gtest/gtest.h>

#include "node/cpu_time.h"

namespace koordctl {
namespace {

using std::chrono::seconds;

CpuTime reading(int at, int64_t node, std::map<std::string, int64_t> groups) {
  CpuTime out;
  out.at = std::chrono::steady_clock::time_point(seconds(at));
  out.node = node;
  out.groups = std::move(groups);
  return out;
}

TEST(CpuTime, PodsInOtherGroupsThanTheirClassAreCountedWhereTheyBelong) {
  const MeasuredGroups what{"pods", "be", {"ls-in-be"}, {"be-in-burstable"}};
  const CpuTime before =
      reading(10, 5'000'000, {{"pods", 1}, {"be", 1}, {"ls-in-be", 1}, {"be-in-burstable", 1}});
  CpuTime now = reading(14, 41'000'000,
                        {{"pods", 32'000'001},
                         {"be", 12'000'001},
                         {"ls-in-be", 4'000'001},
                         {"be-in-burstable", 2'000'001}});
  koord_suppress_usage usage = KOORD_INIT(koord_suppress_usage);
  set_used(before, now, what, usage);
  EXPECT_EQ(usage.node_used, 9000);
  EXPECT_EQ(usage.pods_used, 8000);
  EXPECT_EQ(usage.non_be_pods_used, 5500);
  now.groups["ls-in-be"] = 0;  // recreated: it counts from its second reading on
  now.groups.erase("be-in-burstable");
  set_used(before, now, what, usage);
  EXPECT_EQ(usage.non_be_pods_used, 5000);
  now.node = 0;
  set_used(before, now, what, usage);
  EXPECT_EQ(usage.node_used, 0);
}

}  // namespace
}  // namespace koordctl
