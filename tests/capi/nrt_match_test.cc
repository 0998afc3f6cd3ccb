// NodeResourceTopologyMatch through koord.h: documents in, verdicts and scores out.
#include <string>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

PodPtr pod(const std::string &limits, const std::string &more = "") {
  const std::string json =
      R"({"metadata":{"name":"p"},"spec":{"containers":[{"resources":{"limits":)" + limits + "}}]" +
      more + "}}";
  koord_pod *out = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &out, &err), KOORD_OK)
      << err.message;
  return PodPtr(out);
}

const std::string kNrtNode = R"({"metadata":{"name":"n"},"status":{"allocatable":
    {"cpu":"12","memory":"16Gi","vendor/nic":"3","vendor/gpu":"1"}}})";

std::string nrt(const std::string &policy, const std::string &name = "n") {
  return R"({"metadata":{"name":")" + name + R"("},"topologyPolicies":[")" + policy +
         R"("],"zones":[
    {"name":"node-0","type":"Node","resources":[{"name":"cpu","available":"4"},
      {"name":"memory","available":"8Gi"},{"name":"vendor/nic","available":"2"}]},
    {"name":"node-1","type":"Node","resources":[{"name":"cpu","available":"8"},
      {"name":"memory","available":"8Gi"},{"name":"vendor/nic","available":"1"}]}]})";
}
const std::string kByContainer = nrt("SingleNUMANodeContainerLevel");

koord_status filter(const PodPtr &asking, const std::string &node, const std::string &topology,
                    koord_nrt_verdict &verdict, koord_error &err) {
  verdict = KOORD_INIT(koord_nrt_verdict);
  return koord_nrt_filter(nullptr, asking.get(), node.data(), node.size(), topology.data(),
                          topology.size(), &verdict, &err);
}

koord_nrt_verdict verdict_of(const PodPtr &asking, const std::string &topology = kByContainer) {
  koord_nrt_verdict verdict;
  koord_error err{};
  EXPECT_EQ(filter(asking, kNrtNode, topology, verdict, err), KOORD_OK) << err.message;
  return verdict;
}

std::string sentence(koord_refusal refusal, koord_profile profile) {
  refusal.profile = profile;
  char text[256];
  EXPECT_EQ(koord_refusal_format(&refusal, text, sizeof text, nullptr, nullptr), KOORD_OK);
  return text;
}

int32_t score(const PodPtr &asking, const std::string &topology, const std::string &args = "") {
  int32_t out = -1;
  koord_error err{};
  EXPECT_EQ(koord_nrt_score(nullptr, asking.get(), topology.data(), topology.size(), args.data(),
                            args.size(), &out, &err),
            KOORD_OK)
      << err.message;
  return out;
}

TEST(NrtFilter, SaysThatAPodPasses) {
  const koord_nrt_verdict verdict = verdict_of(pod(R"({"cpu":"8","memory":"1Gi"})"));
  EXPECT_EQ(verdict.refusal.reason, KOORD_REASON_NONE);
  EXPECT_EQ(verdict.refusal.profile, KOORD_PROFILE_NRT_MATCH);
  EXPECT_EQ(verdict.level, KOORD_NRT_LEVEL_NONE);
  EXPECT_EQ(verdict.container, -1);
  EXPECT_STREQ(verdict.resource, "");
  EXPECT_EQ(sentence(verdict.refusal, KOORD_PROFILE_NRT_MATCH), "");
}

TEST(NrtFilter, SaysWhatIsMissingInUpstreamsWordsAndInOurs) {
  const koord_nrt_verdict verdict = verdict_of(pod(R"({"cpu":"9","memory":"1Gi"})"));
  EXPECT_EQ(verdict.refusal.reason, KOORD_REASON_NO_NUMA_NODE_FITS);
  EXPECT_EQ(verdict.refusal.object, KOORD_OBJECT_KIND_MILLI_CPU);
  EXPECT_EQ(verdict.refusal.needed, 9000);
  EXPECT_EQ(verdict.refusal.best, 8000);
  EXPECT_EQ(verdict.refusal.where_object, KOORD_OBJECT_KIND_CONTAINER);
  EXPECT_EQ(verdict.refusal.where, 0);
  EXPECT_EQ(verdict.level, KOORD_NRT_LEVEL_CONTAINER);
  EXPECT_EQ(verdict.container, 0);
  EXPECT_STREQ(verdict.resource, "cpu");
  EXPECT_EQ(sentence(verdict.refusal, KOORD_PROFILE_NRT_MATCH), "cannot align container");
  EXPECT_EQ(sentence(verdict.refusal, KOORD_PROFILE_SPEC),
            "needs 9000 milli-CPU from one NUMA node; the best has 8000");
}

TEST(NrtFilter, SaysItForEveryLevelAndUnit) {
  const PodPtr guaranteed = pod(R"({"cpu":"1","memory":"9Gi"})");
  const koord_nrt_verdict at_pod = verdict_of(guaranteed, nrt("SingleNUMANodePodLevel"));
  EXPECT_EQ(at_pod.level, KOORD_NRT_LEVEL_POD);
  EXPECT_EQ(at_pod.container, -1);
  EXPECT_EQ(at_pod.refusal.object, KOORD_OBJECT_KIND_BYTES);
  EXPECT_EQ(sentence(at_pod.refusal, KOORD_PROFILE_NRT_MATCH), "cannot align pod");

  const koord_nrt_verdict init =
      verdict_of(pod("{}", R"(,"initContainers":[{"resources":{"limits":{"vendor/nic":"3"}}}])"));
  EXPECT_EQ(init.level, KOORD_NRT_LEVEL_INIT_CONTAINER);
  EXPECT_EQ(init.refusal.object, KOORD_OBJECT_KIND_UNIT);
  EXPECT_EQ(sentence(init.refusal, KOORD_PROFILE_NRT_MATCH), "cannot align init container");
  EXPECT_EQ(sentence(init.refusal, KOORD_PROFILE_SPEC),
            "needs 3 units from one NUMA node; the best has 2");

  const koord_nrt_verdict absent = verdict_of(pod(R"({"vendor/fpga":"1"})"));
  EXPECT_EQ(absent.refusal.reason, KOORD_REASON_RESOURCE_ABSENT);
  EXPECT_EQ(absent.refusal.where_object, KOORD_OBJECT_KIND_CONTAINER);
  EXPECT_EQ(sentence(absent.refusal, KOORD_PROFILE_SPEC),
            "needs 1 unit of a resource that the node does not have");
  const koord_nrt_verdict nowhere = verdict_of(pod(R"({"pods":"1","vendor/nic":"1"})"));
  EXPECT_EQ(sentence(nowhere.refusal, KOORD_PROFILE_SPEC),
            "needs 1 unit from one NUMA node; none that is left has any");
  EXPECT_STREQ(koord_reason_get_name(nowhere.refusal.reason, KOORD_PROFILE_NRT_MATCH),
               "NoNUMANodeFits");
  EXPECT_STREQ(koord_reason_get_name(absent.refusal.reason, KOORD_PROFILE_NRT_MATCH),
               "ResourceAbsent");
}

TEST(NrtFilter, ANodeWithoutTopologyPasses) {
  EXPECT_EQ(verdict_of(pod(R"({"cpu":"99","memory":"1Gi"})"), "").refusal.reason,
            KOORD_REASON_NONE);
}

TEST(NrtFilter, LongNamesAreCutAtACharacter) {
  const std::string name = "vendor/" + std::string(311, 'x') + "\xC3\xA9\xC3\xA9";
  const koord_nrt_verdict verdict = verdict_of(pod("{\"" + name + "\":\"1\"}"));
  EXPECT_EQ(std::string(verdict.resource), "vendor/" + std::string(311, 'x'));
}

TEST(NrtFilter, WritesNoMoreThanTheCallersStruct) {
  struct Older {
    uint32_t struct_size;
    uint32_t flags;
    koord_refusal refusal;
    uint64_t untouched;
  } older;
  auto *verdict = reinterpret_cast<koord_nrt_verdict *>(&older);
  older = Older{};
  verdict->struct_size = offsetof(Older, untouched);
  older.untouched = 0x5A5A5A5A5A5A5A5A;
  const PodPtr asking = pod(R"({"cpu":"9","memory":"1Gi"})");
  koord_error err{};
  ASSERT_EQ(koord_nrt_filter(nullptr, asking.get(), kNrtNode.data(), kNrtNode.size(),
                             kByContainer.data(), kByContainer.size(), verdict, &err),
            KOORD_OK)
      << err.message;
  EXPECT_EQ(older.refusal.needed, 9000);
  EXPECT_EQ(older.untouched, 0x5A5A5A5A5A5A5A5AU);
}

TEST(NrtFilter, NamesWhatIsWrong) {
  const PodPtr asking = pod(R"({"cpu":"1","memory":"1Gi"})");
  koord_nrt_verdict verdict;
  koord_error found{};
  const auto fails = [&](const std::string &node, const std::string &topology, const char *text) {
    EXPECT_EQ(filter(asking, node, topology, verdict, found), KOORD_E_INVALID) << text;
    EXPECT_NE(std::string(found.message).find(text), std::string::npos) << found.message;
  };
  fails("", "", "Node");
  fails("{", "", "Node");
  fails(kNrtNode, "{", "NodeResourceTopology");
  fails(kNrtNode, nrt("SingleNUMANodePodLevel", "other"), "found the topology of \"other\"");
  fails(R"({"metadata":{"name":"n"},"status":{"allocatable":{"cpu":"-1"}}})", "",
        "status.allocatable");
  EXPECT_FAILS(koord_nrt_filter(nullptr, nullptr, kNrtNode.data(), kNrtNode.size(), nullptr, 0,
                                &verdict, &err),
               KOORD_E_INVALID, "pod");
  EXPECT_FAILS(koord_nrt_filter(nullptr, asking.get(), kNrtNode.data(), kNrtNode.size(), nullptr, 0,
                                nullptr, &err),
               KOORD_E_INVALID, "verdict");
  EXPECT_FAILS(koord_nrt_filter(nullptr, asking.get(), nullptr, 1, nullptr, 0, &verdict, &err),
               KOORD_E_INVALID, "node");
  verdict.struct_size = 4;
  EXPECT_EQ(koord_nrt_filter(nullptr, asking.get(), kNrtNode.data(), kNrtNode.size(), nullptr, 0,
                             &verdict, nullptr),
            KOORD_E_INVALID);
}

TEST(NrtScore, FollowsThePluginsArguments) {
  const PodPtr asking = pod(R"({"cpu":"2","memory":"2Gi"})");
  const auto with = [&](const std::string &type, const std::string &resources = "[]") {
    return score(asking, kByContainer,
                 R"({"scoringStrategy":{"type":")" + type + R"(","resources":)" + resources + "}}");
  };
  EXPECT_EQ(with("MostAllocated"), 25);              // zone 1: 2 of 8 twice; zone 0: 50 and 25
  EXPECT_EQ(with("LeastAllocated"), (50 + 75) / 2);  // zone 0
  EXPECT_EQ(score(asking, kByContainer), (50 + 75) / 2);
  EXPECT_EQ(with("LeastAllocated", R"([{"name":"cpu","weight":3}])"), (3 * 50 + 75) / 4);
  EXPECT_EQ(with("BalancedAllocation"), 96);  // zone 0: 0.5 and 0.25
  EXPECT_EQ(with("LeastNUMANodes"), 94);
  EXPECT_EQ(score(asking, ""), 0);
  EXPECT_EQ(score(pod(R"({"vendor/nic":"2"})"), ""), 100);  // not Guaranteed
}

TEST(NrtScore, NamesWhatIsWrong) {
  const PodPtr asking = pod(R"({"cpu":"2","memory":"2Gi"})");
  int32_t out = 7;
  koord_error found{};
  const auto fails = [&](const std::string &topology, const std::string &args, const char *text) {
    EXPECT_EQ(koord_nrt_score(nullptr, asking.get(), topology.data(), topology.size(), args.data(),
                              args.size(), &out, &found),
              KOORD_E_INVALID)
        << text;
    EXPECT_NE(std::string(found.message).find(text), std::string::npos) << found.message;
    EXPECT_EQ(out, 7);
  };
  fails(kByContainer, R"({"scoringStrategy":{"type":"mostAllocated"}})",
        "found \"mostAllocated\", expected MostAllocated, LeastAllocated");
  fails(kByContainer, "[", "NodeResourceTopologyMatchArgs");
  fails("[]", "", "NodeResourceTopology");
  EXPECT_FAILS(koord_nrt_score(nullptr, nullptr, nullptr, 0, nullptr, 0, &out, &err),
               KOORD_E_INVALID, "pod");
  EXPECT_FAILS(koord_nrt_score(nullptr, asking.get(), nullptr, 0, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "score");
}

}  // namespace
}  // namespace koord::testing
