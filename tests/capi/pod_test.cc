#include <cstring>
#include <map>

#include "capi/pod_support.h"

namespace koord::testing {
namespace {

TEST(Pod, IsReadFromJson) {
  const PodPtr pod = from_json(kPodDocument);
  const koord_pod_info info = info_of(pod.get());
  EXPECT_EQ(info.cpu_request_milli, 4000);
  EXPECT_EQ(info.cpu_limit_milli, 4000);
  EXPECT_EQ(info.properties, uint32_t{KOORD_POD_PROPERTY_BOUND | KOORD_POD_PROPERTY_ALLOCATED |
                                      KOORD_POD_PROPERTY_LIMIT_IS_REQUEST});
  EXPECT_EQ(info.containers, 2u);
  EXPECT_EQ(info.qos, KOORD_QOS_LSR);
  EXPECT_EQ(info.effective_qos, KOORD_QOS_LSR);
  EXPECT_EQ(info.kube_qos, KOORD_KUBE_QOS_BURSTABLE);
  EXPECT_EQ(info.priority_class, KOORD_PRIORITY_CLASS_PROD);
  EXPECT_EQ(info.priority, 9100);
  EXPECT_EQ(info.required_bind, KOORD_BIND_POLICY_DEFAULT);
  EXPECT_EQ(info.preferred_bind, KOORD_BIND_POLICY_FULL_PCPUS);
  EXPECT_EQ(info.exclusive, KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL);
  EXPECT_EQ(info.numa_policy, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE);
  EXPECT_EQ(info.numa_exclusive, KOORD_NUMA_EXCLUSIVE_REQUIRED);
  EXPECT_EQ(amounts_of(pod.get(), "memory"), Amounts(int64_t{5} << 30, int64_t{5} << 30));
  EXPECT_EQ(amounts_of(pod.get(), "x/gpu"), Amounts(-1, -1));
  EXPECT_EQ(text_of_pod(pod.get(), KOORD_POD_TEXT_NAME), "web-0");
  EXPECT_EQ(text_of_pod(pod.get(), KOORD_POD_TEXT_NAMESPACE), "prod");
  EXPECT_EQ(text_of_pod(pod.get(), KOORD_POD_TEXT_UID), "u-1");
  EXPECT_EQ(text_of_pod(pod.get(), KOORD_POD_TEXT_NODE), "node-1");
  uint64_t words[2] = {7, 7};
  EXPECT_EQ(koord_pod_get_cpus(pod.get(), words, 2, nullptr), KOORD_OK);
  EXPECT_EQ(words[0], 15u);
  EXPECT_EQ(words[1], 0u);
}

TEST(Pod, WithoutResourcesHasNoLimit) {
  const PodPtr pod = from_json(R"({"metadata":{"name":"web"},"status":{"phase":"Failed"}})");
  const koord_pod_info info = info_of(pod.get());
  EXPECT_EQ(info.cpu_request_milli, 0);
  EXPECT_EQ(info.cpu_limit_milli, -1);
  EXPECT_EQ(info.properties,
            uint32_t{KOORD_POD_PROPERTY_TERMINATED | KOORD_POD_PROPERTY_LIMIT_IS_REQUEST});
  EXPECT_EQ(info.qos, KOORD_QOS_NONE);
  EXPECT_EQ(info.effective_qos, KOORD_QOS_BE);
  EXPECT_EQ(text_of_pod(pod.get(), KOORD_POD_TEXT_NODE), "");
  uint64_t word = 7;
  EXPECT_EQ(koord_pod_get_cpus(pod.get(), &word, 1, nullptr), KOORD_OK);
  EXPECT_EQ(word, 0u);
}

TEST(Pod, ErrorsOfJsonNameThePodAndTheField) {
  koord_pod *pod = reinterpret_cast<koord_pod *>(8);
  EXPECT_FAILS(
      koord_pod_from_json(nullptr,
                          R"({"metadata":{"name":"web","labels":{"koordinator.sh/qosClass":"X"}}})",
                          KOORD_NUL, &pod, &err),
      KOORD_E_INVALID,
      "Pod default/web: metadata.labels[\"koordinator.sh/qosClass\"]: found \"X\"");
  EXPECT_EQ(pod, nullptr);
  EXPECT_FAILS(koord_pod_from_json(nullptr, nullptr, 3, &pod, &err), KOORD_E_INVALID,
               "json: is NULL");
  EXPECT_FAILS(koord_pod_from_json(nullptr, "", 0, nullptr, &err), KOORD_E_INVALID, "out: is NULL");
  const std::string huge = R"({"metadata":{"name":"web"},"spec":{"containers":[
      {"resources":{"requests":{"memory":"9223372036854775807"}}},
      {"resources":{"requests":{"memory":"1"}}}]}})";
  EXPECT_FAILS(koord_pod_from_json(nullptr, huge.data(), huge.size(), &pod, &err), KOORD_E_LIMIT,
               "Pod default/web: requests of \"memory\" add up to more than 2^63 - 1");
}

std::string faults_of(const PodPtr &pod) {
  char text[4096];
  size_t needed = 0;
  koord_error err{};
  EXPECT_EQ(koord_pod_get_faults(pod.get(), text, sizeof text, &needed, &err), KOORD_OK)
      << err.message;
  return std::string(text, needed);
}

TEST(Pod, ClaimsMayBeInvalid) {
  constexpr const char *kStatus = R"("scheduling.koordinator.sh/resource-status":)";
  constexpr const char *kAllocated = R"("scheduling.koordinator.sh/device-allocated":)";
  for (const char *node : {"", R"("nodeName":"n",)"}) {
    const PodPtr pod =
        from_json(R"({"metadata":{"name":"web","annotations":{)" + std::string(kStatus) +
                  R"("{\"cpuset\":\"9-1\"}",)" + kAllocated + R"(7}},"spec":{)" + node +
                  R"("containers":[{"resources":{"limits":{"cpu":"2"}}}]}})");
    ASSERT_NE(pod, nullptr);
    const std::string faults = faults_of(pod);
    EXPECT_NE(
        faults.find(R"(metadata.annotations["scheduling.koordinator.sh/resource-status"].cpuset)"),
        std::string::npos)
        << faults;
    EXPECT_NE(faults.find("device-allocated\"]: found 7, expected a string\n"), std::string::npos)
        << faults;
    EXPECT_EQ(info_of(pod.get()).properties & KOORD_POD_PROPERTY_ALLOCATED, 0u);
    EXPECT_EQ(info_of(pod.get()).cpu_request_milli, 2000);
  }
  EXPECT_EQ(faults_of(from_json(R"({"metadata":{"name":"web"}})")), "");
  // Too many names are treated as none.
  std::string names = "0";
  for (int i = 1; i <= 1024; ++i) names += "," + std::to_string(i);
  const PodPtr many = from_json(
      R"({"metadata":{"name":"web"},"spec":{"containers":[{"env":[{"name":"NVIDIA_VISIBLE_DEVICES","value":")" +
      names + R"("}]}]}})");
  EXPECT_NE(faults_of(many).find("more than 1024 devices"), std::string::npos);
  EXPECT_FAILS(koord_pod_get_faults(nullptr, nullptr, 0, nullptr, &err), KOORD_E_INVALID, "pod");
}

TEST(Pod, PreferencesOfABoundPodMayBeInvalid) {
  const auto json = [](const char *node) {
    return R"({"metadata":{"name":"web","labels":{"koordinator.sh/qosClass":"LSX"},"annotations":{)"
           R"("scheduling.koordinator.sh/resource-spec":"{\"preferredCPUBindPolicy\":\"Foo\"}"}},"spec":{"nodeName":")" +
           std::string(node) + "\"}}";
  };
  const PodPtr bound = from_json(json("n"));
  const std::string faults = faults_of(bound);
  EXPECT_NE(faults.find("qosClass\"]: found \"LSX\""), std::string::npos) << faults;
  EXPECT_NE(faults.find("preferredCPUBindPolicy: found \"Foo\""), std::string::npos) << faults;
  EXPECT_EQ(info_of(bound.get()).qos, KOORD_QOS_NONE);
  koord_pod *pod = nullptr;
  const std::string waits = json("");
  EXPECT_FAILS(koord_pod_from_json(nullptr, waits.data(), waits.size(), &pod, &err),
               KOORD_E_INVALID, "LSX");
}

TEST(Pod, RemarksGoToTheContextsLog) {
  koord_context *context = nullptr;
  ASSERT_EQ(koord_context_new(&context, nullptr), KOORD_OK);
  const ContextPtr owner(context);
  std::string remarks;
  koord_context_set_log(
      context,
      [](void *user, int32_t, const char *message, size_t length) {
        static_cast<std::string *>(user)->append(message, length);
      },
      &remarks);
  constexpr std::string_view kOdd = R"({"metadata":{"name":"web","annotations":{
    "scheduling.koordinator.sh/resource-spec":"{\"numaTopologyPolicy\":\"Restricted\"}",
    "scheduling.koordinator.sh/numa-topology-spec":"{\"numaTopologyPolicy\":\"BestEffort\"}"}}})";
  koord_pod *pod = nullptr;
  ASSERT_EQ(koord_pod_from_json(context, kOdd.data(), kOdd.size(), &pod, nullptr), KOORD_OK);
  koord_pod_unref(pod);
  EXPECT_NE(remarks.find("Pod default/web: "), std::string::npos) << remarks;
}

TEST(Pod, IsCounted) {
  EXPECT_EQ(koord_pod_ref(nullptr), nullptr);
  koord_pod_unref(nullptr);
  PodPtr pod = from_json(kPodDocument);
  const PodPtr second(koord_pod_ref(pod.get()));
  EXPECT_EQ(second.get(), pod.get());
  pod.reset();
  EXPECT_EQ(info_of(second.get()).containers, 2u);
}

TEST(PodQueries, CheckTheirArguments) {
  const PodPtr pod = from_json(kPodDocument);
  koord_pod_info info = KOORD_INIT(koord_pod_info);
  EXPECT_FAILS(koord_pod_get_info(nullptr, &info, &err), KOORD_E_INVALID, "pod: is NULL");
  EXPECT_FAILS(koord_pod_get_info(pod.get(), nullptr, &err), KOORD_E_INVALID, "info: is NULL");
  info.struct_size = 7;
  EXPECT_FAILS(koord_pod_get_info(pod.get(), &info, &err), KOORD_E_INVALID, "info.struct_size");
  char text[5];
  size_t needed = 0;
  EXPECT_FAILS(koord_pod_get_text(pod.get(), KOORD_POD_TEXT_NAME, text, sizeof text, &needed, &err),
               KOORD_E_NO_SPACE, "text: needs 6 bytes");
  EXPECT_EQ(needed, 5u);
  EXPECT_FAILS(koord_pod_get_text(pod.get(), 4, text, sizeof text, &needed, &err), KOORD_E_INVALID,
               "which: 4 is unknown");
  EXPECT_FAILS(koord_pod_get_text(nullptr, 0, text, sizeof text, &needed, &err), KOORD_E_INVALID,
               "pod");
  EXPECT_FAILS(koord_pod_get_request(nullptr, "cpu", 3, nullptr, nullptr, &err), KOORD_E_INVALID,
               "pod");
  EXPECT_FAILS(koord_pod_get_request(pod.get(), nullptr, 3, nullptr, nullptr, &err),
               KOORD_E_INVALID, "resource: is NULL");
  EXPECT_EQ(koord_pod_get_request(pod.get(), "cpu", KOORD_NUL, nullptr, nullptr, nullptr),
            KOORD_OK);
  EXPECT_FAILS(koord_pod_get_cpus(pod.get(), nullptr, 0, &err), KOORD_E_NO_SPACE, "words: needs 1");
  EXPECT_FAILS(koord_pod_get_cpus(nullptr, nullptr, 0, &err), KOORD_E_INVALID, "pod");
}

TEST(PodNames, AreTheSpellingsOfObjects) {
  const auto expect = [](auto *name, std::vector<std::string> spellings) {
    for (size_t i = 0; i < spellings.size(); ++i)
      EXPECT_EQ(name(static_cast<int32_t>(i)), spellings[i]);
    EXPECT_STREQ(name(static_cast<int32_t>(spellings.size())), "Unknown");
    EXPECT_STREQ(name(-1), "Unknown");
  };
  expect(koord_qos_get_name, {"", "LSE", "LSR", "LS", "BE", "SYSTEM"});
  expect(koord_kube_qos_get_name, {"BestEffort", "Burstable", "Guaranteed"});
  expect(koord_priority_class_get_name,
         {"", "koord-prod", "koord-mid", "koord-batch", "koord-free"});
  expect(koord_bind_policy_get_name,
         {"Default", "FullPCPUs", "SpreadByPCPUs", "ConstrainedBurst", "None"});
  expect(koord_exclusive_policy_get_name, {"Default", "None", "PCPULevel", "NUMANodeLevel"});
  expect(koord_numa_policy_get_name, {"", "None", "BestEffort", "Restricted", "SingleNUMANode"});
  expect(koord_numa_exclusive_get_name, {"", "Preferred", "Required"});
}

}  // namespace
}  // namespace koord::testing
