#include <fstream>
#include <set>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

koord_refusal not_enough() {
  koord_refusal refusal{};
  refusal.needed = 8;
  refusal.best = 6;
  refusal.reason = KOORD_REASON_NOT_ENOUGH_CPUS;
  refusal.object = KOORD_OBJECT_KIND_CPU;
  refusal.where_object = KOORD_OBJECT_KIND_NUMA_NODE;
  refusal.where = 1;
  return refusal;
}

std::string sentence(const koord_refusal &refusal) {
  char text[256];
  size_t needed = 0;
  EXPECT_EQ(koord_refusal_format(&refusal, text, sizeof text, &needed, nullptr), KOORD_OK);
  EXPECT_EQ(std::string(text).size(), needed);
  return text;
}

TEST(RefusalFormat, HasTheNeedTheNumaNodeAndTheBestAmount) {
  const std::string text = sentence(not_enough());
  EXPECT_NE(text.find("8 CPUs"), std::string::npos) << text;
  EXPECT_NE(text.find("NUMA node 1"), std::string::npos) << text;
  EXPECT_NE(text.find("6"), std::string::npos) << text;
}

TEST(RefusalFormat, UsesThePeersWordsUnderItsProfile) {
  koord_refusal refusal = not_enough();
  refusal.profile = KOORD_PROFILE_KUBELET;
  EXPECT_EQ(sentence(refusal),
            "not enough cpus available to satisfy request: requested=8, available=6");
}

TEST(RefusalFormat, CoversTheReasonsOfTheTopologyManager) {
  koord_refusal refusal{};
  for (const koord_reason reason : {KOORD_REASON_NUMA_UNSATISFIED, KOORD_REASON_NUMA_UNALIGNED,
                                    KOORD_REASON_NUMA_EXCLUSIVE, KOORD_REASON_SEARCH_LIMIT}) {
    refusal.reason = reason;
    refusal.profile = KOORD_PROFILE_SPEC;
    EXPECT_NE(sentence(refusal).find("NUMA"), std::string::npos);
  }
  refusal.reason = KOORD_REASON_NUMA_UNALIGNED;
  refusal.profile = KOORD_PROFILE_KUBELET;
  EXPECT_EQ(sentence(refusal), "Resources cannot be allocated with Topology locality");
}

TEST(RefusalFormat, IsEmptyForAGrant) { EXPECT_EQ(sentence(koord_refusal{}), ""); }

TEST(RefusalFormat, SurvivesNumbersItDoesNotKnow) {
  koord_refusal refusal = not_enough();
  refusal.reason = 4711;
  EXPECT_NE(sentence(refusal).find("4711"), std::string::npos);
  refusal = not_enough();
  refusal.object = refusal.where_object = refusal.profile = refusal.where = INT32_MIN;
  refusal.needed = INT64_MIN;
  EXPECT_NE(sentence(refusal), "");
}

// Returns the reasons that the header declares.
std::set<int> reasons_of_the_header() {
  std::ifstream header(KOORD_SOURCE_DIR "/include/koord/refusal.h");
  std::set<int> reasons;
  std::string line;
  while (std::getline(header, line))
    if (line.starts_with("  KOORD_REASON_"))
      reasons.insert(std::stoi(line.substr(line.find('=') + 1)));
  reasons.erase(KOORD_REASON_NONE);
  return reasons;
}

TEST(Reasons, HaveASentenceAndANameEach) {
  const std::set<int> reasons = reasons_of_the_header();
  ASSERT_GT(reasons.size(), 50u);
  std::set<std::string> names;
  koord_refusal refusal = not_enough();
  for (int reason = 1; reason <= *reasons.rbegin() + 1; ++reason) {
    refusal.reason = reason;
    const std::string name = koord_reason_get_name(reason, KOORD_PROFILE_SPEC);
    const std::string said = sentence(refusal);
    if (reasons.contains(reason)) {
      EXPECT_NE(name, "Unknown") << reason;
      EXPECT_TRUE(names.insert(name).second) << name << " is the name of two reasons";
      EXPECT_NE(said, "") << name;
      EXPECT_EQ(said.find("does not know"), std::string::npos) << name << ": " << said;
    } else {
      EXPECT_EQ(name, "Unknown") << reason;
      EXPECT_NE(said.find(std::to_string(reason)), std::string::npos) << said;
    }
  }
}

std::string as_json(const koord_refusal &refusal) {
  koord_buffer *buffer = nullptr;
  EXPECT_EQ(koord_refusal_to_json(&refusal, &buffer, nullptr), KOORD_OK);
  const std::string text(koord_buffer_get_data(buffer), koord_buffer_get_length(buffer));
  koord_buffer_unref(buffer);
  return text;
}

TEST(RefusalJson, HasNamesInPlaceOfNumbers) {
  koord_refusal refusal = not_enough();
  refusal.resource = refusal.device_type = -1;
  EXPECT_EQ(as_json(refusal),
            R"({"reason":"NotEnoughCPUs","profile":"spec","object":"cpu","needed":8,"best":6,)"
            R"("where":{"object":"numaNode","id":1},)"
            R"("message":"needs 8 CPUs; NUMA node 1 has 6 available"})");
  refusal.reason = KOORD_REASON_BIND_POLICY_CONFLICT;
  refusal.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  EXPECT_NE(as_json(refusal).find(R"("bindPolicy":"FullPCPUs")"), std::string::npos);
  refusal.reason = KOORD_REASON_NUMA_POLICY_CONFLICT;
  refusal.bind_policy = KOORD_BIND_POLICY_DEFAULT;
  refusal.exclusive_policy = KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL;
  refusal.numa_policy = KOORD_NUMA_POLICY_RESTRICTED;
  refusal.threads_per_core = 2;
  refusal.max_nodes = 3;
  EXPECT_NE(as_json(refusal).find(R"("exclusivePolicy":"PCPULevel","numaPolicy":"Restricted",)"
                                  R"("threadsPerCore":2,)"),
            std::string::npos);
  EXPECT_NE(as_json(refusal).find(R"("maxNodes":3,)"), std::string::npos);
  refusal.resource = 1;
  refusal.device_type = 0;
  EXPECT_NE(as_json(refusal).find(R"("resource":"memory","deviceType":"gpu")"), std::string::npos);
  refusal.resource = refusal.device_type = 1000;
  EXPECT_NE(as_json(refusal).find(R"("resource":1000,"deviceType":1000)"), std::string::npos);
  refusal.profile = KOORD_PROFILE_KUBELET;
  EXPECT_NE(as_json(refusal).find(R"("reason":"NUMAPolicyConflict","profile":"kubelet")"),
            std::string::npos);
}

TEST(RefusalJson, SurvivesNumbersItDoesNotKnow) {
  koord_refusal refusal{};
  refusal.reason = refusal.profile = refusal.object = refusal.where_object = INT32_MAX;
  refusal.resource = refusal.device_type = INT32_MIN;
  refusal.bind_policy = refusal.exclusive_policy = refusal.numa_policy = UINT8_MAX;
  EXPECT_NE(as_json(refusal).find(R"("reason":"Unknown","profile":"unknown","object":"unknown")"),
            std::string::npos);
  koord_buffer *buffer = nullptr;
  EXPECT_FAILS(koord_refusal_to_json(nullptr, &buffer, &err), KOORD_E_INVALID, "refusal: is NULL");
}

TEST(RefusalFormat, FollowsTheSpaceRule) {
  const koord_refusal refusal = not_enough();
  char text[4] = "###";
  size_t needed = 0;
  EXPECT_FAILS(koord_refusal_format(&refusal, text, sizeof text, &needed, &err), KOORD_E_NO_SPACE,
               "text");
  EXPECT_GT(needed, sizeof text);
  EXPECT_STREQ(text, "###");
  EXPECT_EQ(koord_refusal_format(&refusal, nullptr, 0, &needed, nullptr), KOORD_E_NO_SPACE);
  EXPECT_FAILS(koord_refusal_format(nullptr, text, sizeof text, &needed, &err), KOORD_E_INVALID,
               "refusal: is NULL");
}

TEST(ReasonName, IsKubeletsUnderKubelet) {
  EXPECT_STREQ(koord_reason_get_name(KOORD_REASON_NUMA_UNALIGNED, KOORD_PROFILE_SPEC),
               "NUMAUnaligned");
  EXPECT_STREQ(koord_reason_get_name(KOORD_REASON_NUMA_UNALIGNED, KOORD_PROFILE_KUBELET),
               "TopologyAffinityError");
  EXPECT_STREQ(koord_reason_get_name(KOORD_REASON_NOT_ENOUGH_CPUS, KOORD_PROFILE_SPEC),
               "NotEnoughCPUs");
  EXPECT_STREQ(koord_reason_get_name(KOORD_REASON_NOT_ENOUGH_CPUS, KOORD_PROFILE_KUBELET),
               "UnexpectedAdmissionError");
  EXPECT_STREQ(koord_reason_get_name(KOORD_REASON_SMT_ALIGNMENT, KOORD_PROFILE_KUBELET),
               "SMTAlignmentError");
  EXPECT_STREQ(koord_reason_get_name(99, KOORD_PROFILE_SPEC), "Unknown");
  EXPECT_STREQ(koord_reason_get_name(KOORD_REASON_NOT_ENOUGH_CPUS, 99), "NotEnoughCPUs");
}

// Numbers beyond the known ones are not truncated to their last byte.
TEST(RefusalNumbers, AreNotCut) {
  for (const int32_t beyond : {256, 1 << 16, 1 << 30, -256, INT32_MIN}) {
    SCOPED_TRACE(beyond);
    EXPECT_STREQ(koord_object_kind_get_name(beyond + KOORD_OBJECT_KIND_CPU),
                 koord_object_kind_get_name(99));
    EXPECT_STREQ(koord_reason_get_name(beyond + KOORD_REASON_NOT_ENOUGH_CPUS, KOORD_PROFILE_SPEC),
                 "Unknown");
    EXPECT_STREQ(koord_reason_get_name(KOORD_REASON_NUMA_UNALIGNED, beyond + KOORD_PROFILE_KUBELET),
                 "NUMAUnaligned");
    koord_refusal refusal = not_enough();
    refusal.profile = beyond + KOORD_PROFILE_KUBELET;
    refusal.object = refusal.where_object = beyond + KOORD_OBJECT_KIND_CPU;
    EXPECT_NE(as_json(refusal).find(R"("profile":"unknown","object":"unknown")"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace koord::testing
