// NodeResourceTopologyMatch through koord.h: verdicts and scores for documents.
#include <memory>
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

using NrtNodePtr = std::unique_ptr<koord_nrt_node, decltype(&koord_nrt_node_unref)>;

koord_status read_node(const std::string &node, const std::string &topology, NrtNodePtr &out,
                       koord_error *err) {
  koord_nrt_node *made = reinterpret_cast<koord_nrt_node *>(0x10);
  const koord_status status = koord_nrt_node_from_json(
      nullptr, node.data(), node.size(), topology.data(), topology.size(), &made, err);
  EXPECT_EQ(status == KOORD_OK, made != nullptr);
  out.reset(made);
  return status;
}

NrtNodePtr nrt_node_of(const std::string &topology) {
  NrtNodePtr out(nullptr, koord_nrt_node_unref);
  koord_error err{};
  EXPECT_EQ(read_node(kNrtNode, topology, out, &err), KOORD_OK) << err.message;
  return out;
}

struct Verdict : koord_nrt_verdict {
  std::string resource;
};

Verdict verdict_of(const PodPtr &asking, const std::string &topology = kByContainer) {
  Verdict out{};
  out.struct_size = sizeof(koord_nrt_verdict);
  char resource[512];
  size_t needed = 0;
  koord_error err{};
  EXPECT_EQ(koord_nrt_node_filter(nrt_node_of(topology).get(), asking.get(), &out, resource,
                                  sizeof resource, &needed, &err),
            KOORD_OK)
      << err.message;
  out.resource = resource;
  EXPECT_EQ(out.resource.size(), needed);
  return out;
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
  EXPECT_EQ(koord_nrt_node_score(nrt_node_of(topology).get(), asking.get(), args.data(),
                                 args.size(), &out, &err),
            KOORD_OK)
      << err.message;
  return out;
}

TEST(NrtFilter, APodThatPassesHasNoReason) {
  const Verdict verdict = verdict_of(pod(R"({"cpu":"8","memory":"1Gi"})"));
  EXPECT_EQ(verdict.refusal.reason, KOORD_REASON_NONE);
  EXPECT_EQ(verdict.refusal.profile, KOORD_PROFILE_NRT_MATCH);
  EXPECT_EQ(verdict.level, KOORD_NRT_LEVEL_NONE);
  EXPECT_EQ(verdict.container, -1);
  EXPECT_EQ(verdict.resource, "");
  EXPECT_EQ(sentence(verdict.refusal, KOORD_PROFILE_NRT_MATCH), "");
}

TEST(NrtFilter, RefusalsHaveUpstreamsTextAndOurs) {
  const Verdict verdict = verdict_of(pod(R"({"cpu":"9","memory":"1Gi"})"));
  EXPECT_EQ(verdict.refusal.reason, KOORD_REASON_NO_NUMA_NODE_FITS);
  EXPECT_EQ(verdict.refusal.object, KOORD_OBJECT_KIND_MILLI_CPU);
  EXPECT_EQ(verdict.refusal.needed, 9000);
  EXPECT_EQ(verdict.refusal.best, 8000);
  EXPECT_EQ(verdict.refusal.where_object, KOORD_OBJECT_KIND_CONTAINER);
  EXPECT_EQ(verdict.refusal.where, 0);
  EXPECT_EQ(verdict.level, KOORD_NRT_LEVEL_CONTAINER);
  EXPECT_EQ(verdict.container, 0);
  EXPECT_EQ(verdict.resource, "cpu");
  EXPECT_EQ(sentence(verdict.refusal, KOORD_PROFILE_NRT_MATCH), "cannot align container");
  EXPECT_EQ(sentence(verdict.refusal, KOORD_PROFILE_SPEC),
            "needs 9 CPUs from one NUMA node; the best has 8");
}

TEST(NrtFilter, RefusalsOfEveryLevelAndUnitHaveTexts) {
  const PodPtr guaranteed = pod(R"({"cpu":"1","memory":"9Gi"})");
  const Verdict at_pod = verdict_of(guaranteed, nrt("SingleNUMANodePodLevel"));
  EXPECT_EQ(at_pod.level, KOORD_NRT_LEVEL_POD);
  EXPECT_EQ(at_pod.container, -1);
  EXPECT_EQ(at_pod.refusal.object, KOORD_OBJECT_KIND_BYTES);
  EXPECT_EQ(sentence(at_pod.refusal, KOORD_PROFILE_NRT_MATCH), "cannot align pod");

  const Verdict init =
      verdict_of(pod("{}", R"(,"initContainers":[{"resources":{"limits":{"vendor/nic":"3"}}}])"));
  EXPECT_EQ(init.level, KOORD_NRT_LEVEL_INIT_CONTAINER);
  EXPECT_EQ(init.refusal.object, KOORD_OBJECT_KIND_UNIT);
  EXPECT_EQ(sentence(init.refusal, KOORD_PROFILE_NRT_MATCH), "cannot align init container");
  EXPECT_EQ(sentence(init.refusal, KOORD_PROFILE_SPEC),
            "needs 3 of a resource from one NUMA node; the best has 2");

  const Verdict absent = verdict_of(pod(R"({"vendor/fpga":"1"})"));
  EXPECT_EQ(absent.refusal.reason, KOORD_REASON_RESOURCE_ABSENT);
  EXPECT_EQ(absent.refusal.where_object, KOORD_OBJECT_KIND_CONTAINER);
  EXPECT_EQ(sentence(absent.refusal, KOORD_PROFILE_SPEC),
            "needs 1 of a resource that the node does not have");
  const Verdict nowhere = verdict_of(pod(R"({"pods":"1","vendor/nic":"1"})"));
  EXPECT_EQ(sentence(nowhere.refusal, KOORD_PROFILE_SPEC),
            "needs 1 of a resource from one NUMA node; no suitable NUMA node has any");
  EXPECT_STREQ(koord_reason_get_name(nowhere.refusal.reason, KOORD_PROFILE_NRT_MATCH),
               "NoNUMANodeFits");
  EXPECT_STREQ(koord_reason_get_name(absent.refusal.reason, KOORD_PROFILE_NRT_MATCH),
               "ResourceAbsent");
}

TEST(NrtFilter, ANodeWithoutTopologyPasses) {
  EXPECT_EQ(verdict_of(pod(R"({"cpu":"99","memory":"1Gi"})"), "").refusal.reason,
            KOORD_REASON_NONE);
}

TEST(NrtFilter, LongNamesAreNotCut) {
  const std::string name = "vendor/" + std::string(400, 'x') + "\xC3\xA9";
  const PodPtr asking = pod("{\"" + name + "\":\"1\"}");
  EXPECT_EQ(verdict_of(asking).resource, name);
  const NrtNodePtr node = nrt_node_of(kByContainer);
  koord_nrt_verdict verdict = KOORD_INIT(koord_nrt_verdict);
  verdict.container = 7;
  std::string text(name.size(), '?');
  size_t needed = 0;
  EXPECT_FAILS(koord_nrt_node_filter(node.get(), asking.get(), &verdict, text.data(), text.size(),
                                     &needed, &err),
               KOORD_E_NO_SPACE, "text: needs 410");
  EXPECT_EQ(needed, name.size());
  EXPECT_EQ(text, std::string(name.size(), '?'));
  EXPECT_EQ(verdict.container, 7) << "nothing else is written";
  needed = 0;
  EXPECT_EQ(koord_nrt_node_filter(node.get(), asking.get(), &verdict, nullptr, 0, &needed, nullptr),
            KOORD_OK);
  EXPECT_EQ(needed, name.size());
  EXPECT_EQ(verdict.container, 0);
}

TEST(NrtFilter, OneNodeAnswersForMany) {
  const NrtNodePtr node = nrt_node_of(kByContainer);
  const NrtNodePtr same(koord_nrt_node_ref(node.get()), koord_nrt_node_unref);
  for (int i = 0; i < 3; ++i)
    for (const bool fits : {true, false}) {
      koord_nrt_verdict verdict = KOORD_INIT(koord_nrt_verdict);
      const PodPtr asking =
          pod(fits ? R"({"vendor/nic":"2"})" : R"({"vendor/nic":"3","some/other":"0"})");
      ASSERT_EQ(
          koord_nrt_node_filter(same.get(), asking.get(), &verdict, nullptr, 0, nullptr, nullptr),
          KOORD_OK);
      EXPECT_EQ(verdict.refusal.reason == KOORD_REASON_NONE, fits);
    }
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
  ASSERT_EQ(koord_nrt_node_filter(nrt_node_of(kByContainer).get(), asking.get(), verdict, nullptr,
                                  0, nullptr, &err),
            KOORD_OK)
      << err.message;
  EXPECT_EQ(older.refusal.needed, 9000);
  EXPECT_EQ(older.untouched, 0x5A5A5A5A5A5A5A5AU);
}

TEST(NrtNode, ErrorsNameTheDocument) {
  NrtNodePtr made(nullptr, koord_nrt_node_unref);
  koord_error found{};
  const auto fails = [&](const std::string &node, const std::string &topology, const char *text) {
    EXPECT_EQ(read_node(node, topology, made, &found), KOORD_E_INVALID) << text;
    EXPECT_NE(std::string(found.message).find(text), std::string::npos) << found.message;
  };
  fails("", "", "Node");
  fails("{", "", "Node");
  fails(kNrtNode, "{", "NodeResourceTopology");
  fails(kNrtNode, "[]", "NodeResourceTopology");
  fails(kNrtNode, nrt("SingleNUMANodePodLevel", "other"), "found the topology of \"other\"");
  fails(R"({"metadata":{"name":"n"},"status":{"allocatable":{"cpu":"-1"}}})", "",
        "status.allocatable");
  koord_nrt_node *out = nullptr;
  EXPECT_FAILS(koord_nrt_node_from_json(nullptr, nullptr, 1, nullptr, 0, &out, &err),
               KOORD_E_INVALID, "node");
  EXPECT_FAILS(koord_nrt_node_from_json(nullptr, kNrtNode.data(), kNrtNode.size(), nullptr, 0,
                                        nullptr, &err),
               KOORD_E_INVALID, "out");
  EXPECT_EQ(koord_nrt_node_ref(nullptr), nullptr);
  koord_nrt_node_unref(nullptr);
}

TEST(NrtFilter, ErrorsNameTheArgument) {
  const PodPtr asking = pod(R"({"cpu":"1","memory":"1Gi"})");
  const NrtNodePtr node = nrt_node_of("");
  koord_nrt_verdict verdict = KOORD_INIT(koord_nrt_verdict);
  const auto filter = [&](const koord_nrt_node *of, const koord_pod *who, koord_nrt_verdict *to,
                          koord_error *err) {
    return koord_nrt_node_filter(of, who, to, nullptr, 0, nullptr, err);
  };
  EXPECT_FAILS(filter(nullptr, asking.get(), &verdict, &err), KOORD_E_INVALID, "node");
  EXPECT_FAILS(filter(node.get(), nullptr, &verdict, &err), KOORD_E_INVALID, "pod");
  EXPECT_FAILS(filter(node.get(), asking.get(), nullptr, &err), KOORD_E_INVALID, "verdict");
  verdict.struct_size = 4;
  EXPECT_FAILS(filter(node.get(), asking.get(), &verdict, &err), KOORD_E_INVALID,
               "verdict.struct_size");
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
  EXPECT_EQ(score(pod(R"({"vendor/nic":"2"})"), ""), 100);  // the pod is not Guaranteed
}

TEST(NrtScore, ErrorsNameTheArgument) {
  const PodPtr asking = pod(R"({"cpu":"2","memory":"2Gi"})");
  int32_t out = 7;
  koord_error found{};
  const NrtNodePtr node = nrt_node_of(kByContainer);
  const auto fails = [&](const std::string &args, const char *text) {
    EXPECT_EQ(
        koord_nrt_node_score(node.get(), asking.get(), args.data(), args.size(), &out, &found),
        KOORD_E_INVALID)
        << text;
    EXPECT_NE(std::string(found.message).find(text), std::string::npos) << found.message;
    EXPECT_EQ(out, 7);
  };
  fails(R"({"scoringStrategy":{"type":"mostAllocated"}})",
        "found \"mostAllocated\", expected MostAllocated, LeastAllocated");
  fails("[", "NodeResourceTopologyMatchArgs");
  EXPECT_FAILS(koord_nrt_node_score(nullptr, asking.get(), nullptr, 0, &out, &err), KOORD_E_INVALID,
               "node");
  EXPECT_FAILS(koord_nrt_node_score(node.get(), nullptr, nullptr, 0, &out, &err), KOORD_E_INVALID,
               "pod");
  EXPECT_FAILS(koord_nrt_node_score(node.get(), asking.get(), nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "score");
}

}  // namespace
}  // namespace koord::testing
