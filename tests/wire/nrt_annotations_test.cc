#include "wire/node/nrt_annotations.h"

#include <gtest/gtest.h>

#include "support/captured_log.h"
#include "support/expect_error.h"

namespace koord::wire {
namespace {

TEST(NrtAnnotations, CpuManagerPolicyRoundTrips) {
  const std::string text =
      R"({"policy":"static","options":{"a":"b","full-pcpus-only":"true"},"reservedCPUs":"0-1"})";
  const auto report = read_cpu_manager_policy(text, "x");
  EXPECT_EQ(report.policy, "static");
  EXPECT_EQ(report.options.at("full-pcpus-only"), "true");
  EXPECT_EQ(report.reserved.to_string(), "0-1");
  EXPECT_EQ(to_annotation(report), text);
  EXPECT_EQ(to_annotation(read_cpu_manager_policy("{\"other\":1}", "x")), "{}");
}

TEST(NrtAnnotations, PodCpuAllocsAreReadInEverySpelling) {
  koord::testing::CapturedLog log;
  const auto pods = read_pod_cpu_allocs(
      R"([{"namespace":"d","name":"n","uid":"u","cpuset":"4-8","managedByKubelet":true},
          {"uid":"v","cpu":"1","managedByKubelet":"true"},{"cpuset":"2","managedByKubelet":"false"},{}])",
      "x", log.log());
  ASSERT_EQ(pods.size(), 4u);
  EXPECT_EQ(pods[0].cpus.to_string(), "4-8");
  EXPECT_TRUE(pods[0].managed_by_kubelet);
  EXPECT_EQ(pods[1].cpus.to_string(), "1");
  EXPECT_TRUE(pods[1].managed_by_kubelet);
  EXPECT_FALSE(pods[2].managed_by_kubelet);
  EXPECT_FALSE(pods[3].managed_by_kubelet);
  EXPECT_TRUE(log.messages.empty());
  EXPECT_EQ(to_annotation(pods),
            R"([{"namespace":"d","name":"n","uid":"u","cpuset":"4-8","managedByKubelet":true},)"
            R"({"uid":"v","cpuset":"1","managedByKubelet":true},{"cpuset":"2"},{}])");
}

TEST(NrtAnnotations, TheCanonicalSpellingWinsAndConflictsAreReported) {
  koord::testing::CapturedLog log;
  const auto pods = read_pod_cpu_allocs(R"([{"cpu":"1","cpuset":"2"},{"cpu":"3","cpuset":"3"}])",
                                        "allocs", log.log());
  EXPECT_EQ(pods[0].cpus.to_string(), "2");
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_NE(log.messages[0].find("allocs[0].cpu: differs"), std::string::npos);
}

TEST(NrtAnnotations, NullListsAreEmpty) {
  EXPECT_TRUE(read_pod_cpu_allocs("null", "x", Log{}).empty());
  EXPECT_TRUE(read_cpu_shared_pools("null", "x").empty());
  EXPECT_EQ(to_annotation(std::vector<PodCpus>{}), "[]");
}

TEST(NrtAnnotations, SharedPoolsRoundTripWithZeros) {
  const std::string text =
      R"([{"socket":0,"node":0,"cpuset":"0-3"},{"socket":1,"node":3},{"socket":1,"node":4,"cpuset":"9"}])";
  const auto pools = read_cpu_shared_pools(text, "x");
  ASSERT_EQ(pools.size(), 3u);
  EXPECT_EQ(pools[2].socket, 1);
  EXPECT_EQ(pools[2].node, 4);
  EXPECT_EQ(to_annotation(pools), text);
  EXPECT_EQ(read_cpu_shared_pools("[{}]", "x")[0].node, 0);
}

TEST(NrtAnnotations, ErrorsNameEntryAndField) {
  const auto allocs = [](const char *json) { return read_pod_cpu_allocs(json, "allocs", Log{}); };
  EXPECT_ERROR(allocs(R"([{},{"cpuset":"3-1"}])"), Status::kInvalid, "allocs[1].cpuset");
  EXPECT_ERROR(allocs(R"([{"cpu":"0-4294967295"}])"), Status::kInvalid, "allocs[0].cpu");
  EXPECT_ERROR(allocs(R"([{"cpuset":4}])"), Status::kInvalid, "allocs[0].cpuset: found 4");
  EXPECT_ERROR(allocs(R"([{"managedByKubelet":"yes"}])"), Status::kInvalid,
               "allocs[0].managedByKubelet: found \"yes\", expected true or false");
  EXPECT_ERROR(allocs(R"([{"managedByKubelet":1}])"), Status::kInvalid,
               "managedByKubelet: found 1");
  EXPECT_ERROR(allocs(R"({})"), Status::kInvalid, "allocs: found an object, expected an array");
  EXPECT_ERROR(allocs(R"([1])"), Status::kInvalid, "allocs[0]: found 1, expected an object");
  EXPECT_ERROR(read_cpu_shared_pools(R"([{"node":-1}])", "pools"), Status::kInvalid,
               "pools[0].node: found -1, expected a whole number in 0..1023");
  EXPECT_ERROR(read_cpu_manager_policy(R"({"options":{"a":true}})", "policy"), Status::kInvalid,
               "policy.options.a: found true, expected a string");
}

TEST(NrtAnnotations, ListsAreBounded) {
  std::string many = "[{}";
  for (int i = 0; i < 8192; ++i) many += ",{}";
  EXPECT_ERROR(read_pod_cpu_allocs(many + ']', "x", Log{}), Status::kLimit,
               "x: 8193 entries, at most 8192");
  EXPECT_ERROR(read_cpu_shared_pools(many + ']', "x"), Status::kLimit, "8193 entries");
}

TEST(NrtAnnotations, WideRangesRepeatedForMegabytesAreRead) {
  std::string list = "0-8191";
  for (int i = 0; i < 400000; ++i) list += ",0-8191";
  const auto pods = read_pod_cpu_allocs("[{\"cpuset\":\"" + list + "\"}]", "x", Log{});
  EXPECT_EQ(pods[0].cpus.count(), 8192);
}

TEST(NrtAnnotations, TopologyPolicyNames) {
  using Policy = TopologyManagerPolicy;
  using Scope = TopologyManagerScope;
  EXPECT_EQ(topology_policy_name({Policy::kNone, Scope::kPod}), "None");
  for (const auto policy : {Policy::kBestEffort, Policy::kRestricted, Policy::kSingleNumaNode})
    for (const auto scope : {Scope::kContainer, Scope::kPod}) {
      const auto read = topology_policy_from_name(topology_policy_name({policy, scope}));
      ASSERT_TRUE(read);
      EXPECT_EQ(read->policy, policy);
      EXPECT_EQ(read->scope, scope);
    }
  EXPECT_EQ(topology_policy_name({Policy::kSingleNumaNode, Scope::kPod}), "SingleNUMANodePodLevel");
  EXPECT_EQ(topology_policy_name({Policy::kBestEffort, Scope::kContainer}),
            "BestEffortContainerLevel");
  EXPECT_EQ(topology_policy_from_name("Restricted")->scope, Scope::kContainer);
  EXPECT_EQ(topology_policy_from_name("BestEffort")->policy, Policy::kBestEffort);
  EXPECT_EQ(topology_policy_from_name("SingleNUMANode")->policy, Policy::kSingleNumaNode);
  EXPECT_EQ(topology_policy_from_name("SingleNUMANode")->scope, Scope::kContainer);
  for (const char *unknown :
       {"", "none", "SingleNUMANodes", "SingleNUMA", "PodLevel", "BestEffortNodeLevel"})
    EXPECT_FALSE(topology_policy_from_name(unknown)) << unknown;
}

TEST(IsolatedCpusReport, IsWrittenAsItIsRead) {
  for (const std::string text : {R"({})", R"({"cpuset":"1-2"})", R"({"nohzFull":"2"})",
                                 R"({"cpuset":"1-2","nohzFull":"2","policy":"Excluded"})"})
    EXPECT_EQ(to_annotation(read_isolated_cpus_report(text, "x")), text);
  EXPECT_FALSE(read_isolated_cpus_report(R"({"cpuset":"1","policy":"Shared"})", "x").excluded);
}

TEST(IsolatedCpusReport, ErrorsNameTheField) {
  const auto report = [](const char *text) { return read_isolated_cpus_report(text, "x"); };
  EXPECT_ERROR(report(R"({"cpuset":"3-1"})"), Status::kInvalid, "x.cpuset");
  EXPECT_ERROR(report(R"({"nohzFull":4})"), Status::kInvalid, "x.nohzFull: found 4");
  EXPECT_ERROR(report(R"({"policy":"excluded"})"), Status::kInvalid,
               "x.policy: found \"excluded\", expected \"Shared\" or \"Excluded\"");
  EXPECT_ERROR(report("[]"), Status::kInvalid, "x");
  EXPECT_ERROR(report("{"), Status::kInvalid, "x: not valid JSON");
}

}  // namespace
}  // namespace koord::wire
