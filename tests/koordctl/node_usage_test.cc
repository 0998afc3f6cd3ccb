// Measured usage as given on the command line.
#include "node/usage.h"
#include "support/failure_support.h"

namespace koordctl {
namespace {

TEST(NodeUsage, CpusInMilli) {
  const struct {
    const char *text;
    int64_t milli;
  } cases[] = {{"0", 0},      {"2", 2000},     {"0.5", 500},    {"1.25", 1250},
               {"500m", 500}, {"1.005", 1005}, {"1500m", 1500}, {"1000000000", 1'000'000'000'000}};
  for (const auto &one : cases) EXPECT_EQ(parse_milli_cpus("--x", one.text), one.milli) << one.text;
  for (const char *text : {"", "m", ".", "1.", ".5", "-1", "-1m", "+1", " 1", "1 ", "1.2345",
                           "1.-5", "1.5m", "0x1", "1000000001", "99999999999999999999"}) {
    EXPECT_FAILURE(parse_milli_cpus("--x", text), kUsage,
                   std::string("--x: found \"") + text + "\", expected CPUs, as 2, 0.5 or 500m");
  }
}

TEST(NodeUsage, AmountsByName) {
  koord_suppress_usage usage = KOORD_INIT(koord_suppress_usage);
  parse_usage(
      "node=50,pods=45,host-apps=1,non-be-pods=30.5,non-be-host-apps=200m,reserved=2,capacity=64",
      usage);
  EXPECT_EQ(usage.node_used, 50'000);
  EXPECT_EQ(usage.pods_used, 45'000);
  EXPECT_EQ(usage.host_apps_used, 1'000);
  EXPECT_EQ(usage.non_be_pods_used, 30'500);
  EXPECT_EQ(usage.non_be_host_apps_used, 200);
  EXPECT_EQ(usage.reserved, 2'000);
  EXPECT_EQ(usage.capacity, 64'000);
  parse_usage("Node=1", usage);
  EXPECT_EQ(usage.node_used, 1'000);
  EXPECT_EQ(usage.pods_used, 45'000) << "what is not named stays";
  EXPECT_FAILURE(parse_usage("node", usage), kUsage, "--used: found \"node\", expected NAME=CPUS");
  EXPECT_FAILURE(parse_usage("node=1,", usage), kUsage, "--used: found \"\", expected NAME=CPUS");
  EXPECT_FAILURE(parse_usage("pods=x", usage), kUsage,
                 "--used pods: found \"x\", expected CPUs, as 2, 0.5 or 500m");
  EXPECT_FAILURE(parse_usage("nodes=1", usage), kUsage,
                 "--used: found \"nodes\", expected one of node, pods, host-apps, non-be-pods, "
                 "non-be-host-apps, reserved, capacity");
}

}  // namespace
}  // namespace koordctl
