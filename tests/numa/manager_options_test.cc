#include "numa/manager_options.h"

#include "support/expect_error.h"

namespace koord::numa {
namespace {

using Options = std::map<std::string, std::string>;

ManagerOptions pod_scope(const Options &options, int nodes = 2, bool distances = true) {
  return manager_options("restricted", "pod", options, nodes, distances);
}

TEST(ManagerOptions, Defaults) {
  const ManagerOptions options = pod_scope({});
  EXPECT_FALSE(options.prefer_closest);
  EXPECT_EQ(options.max_nodes, 8);
}

TEST(ManagerOptions, AreRead) {
  const ManagerOptions options =
      pod_scope({{"max-allowable-numa-nodes", "+12"}, {"prefer-closest-numa-nodes", "T"}}, 12);
  EXPECT_TRUE(options.prefer_closest);
  EXPECT_EQ(options.max_nodes, 12);
  EXPECT_EQ(pod_scope({{"max-allowable-numa-nodes", "9223372036854775807"}}).max_nodes, INT32_MAX);
}

TEST(ManagerOptions, NoneLooksAtNothing) {
  EXPECT_EQ(manager_options("none", "?", {{"x", "y"}}, 99, false).max_nodes, 8);
}

TEST(ManagerOptions, RefusalsAreKubelets) {
  EXPECT_ERROR(pod_scope({}, 9), Status::kInvalid,
               "unsupported on machines with more than 8 NUMA Nodes");
  EXPECT_ERROR(pod_scope({{"max-allowable-numa-nodes", "10"}}, 11), Status::kInvalid,
               "more than 10 NUMA Nodes");
  EXPECT_ERROR(pod_scope({{"max-allowable-numa-nodes", "-8"}}), Status::kInvalid,
               "the minimum value of \"max-allowable-numa-nodes\" should not be less than 8");
  EXPECT_ERROR(pod_scope({{"prefer-closest-numa-nodes", "true"}}, 2, false), Status::kInvalid,
               "cannot discover NUMA topology: error getting NUMA distances from cadvisor");
  EXPECT_ERROR(manager_options("", "pod", {}, 1, true), Status::kInvalid, "unknown policy: \"\"");
  EXPECT_ERROR(manager_options("restricted", "Pod", {}, 1, true), Status::kInvalid,
               "unknown scope: \"Pod\"");
}

TEST(ManagerOptions, NumbersAreGos) {
  for (const char *text : {"", "+", "+-8", "8 ", "0x9", "eight", "8.0", "99999999999999999999x"})
    EXPECT_ERROR(pod_scope({{"max-allowable-numa-nodes", text}}), Status::kInvalid,
                 "strconv.Atoi: parsing \"" + std::string(text) + "\": invalid syntax");
  EXPECT_ERROR(pod_scope({{"max-allowable-numa-nodes", "99999999999999999999"}}), Status::kInvalid,
               "value out of range");
  EXPECT_ERROR(pod_scope({{"prefer-closest-numa-nodes", "yes"}}), Status::kInvalid,
               "strconv.ParseBool: parsing \"yes\": invalid syntax");
  EXPECT_ERROR(pod_scope({{std::string(5000, 'x'), ""}}), Status::kInvalid,
               "unknown Topology Manager Policy option: \"xxx");
}

}  // namespace
}  // namespace koord::numa
