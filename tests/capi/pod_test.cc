#include <cstring>
#include <map>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

PodPtr from_json(std::string_view json) {
  koord_pod *pod = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &pod, &err), KOORD_OK)
      << err.message;
  return PodPtr(pod);
}

koord_pod_info info_of(const koord_pod *pod) {
  koord_pod_info info = KOORD_INIT(koord_pod_info);
  EXPECT_EQ(koord_pod_get_info(pod, &info, nullptr), KOORD_OK);
  return info;
}

std::string text_of_pod(const koord_pod *pod, koord_pod_text which) {
  char text[64];
  size_t needed = 0;
  EXPECT_EQ(koord_pod_get_text(pod, which, text, sizeof text, &needed, nullptr), KOORD_OK);
  EXPECT_EQ(std::strlen(text), needed);
  return text;
}

using Amounts = std::pair<int64_t, int64_t>;
Amounts amounts_of(const koord_pod *pod, std::string_view resource) {
  Amounts out{-9, -9};
  EXPECT_EQ(koord_pod_get_request(pod, resource.data(), resource.size(), &out.first, &out.second,
                                  nullptr),
            KOORD_OK);
  return out;
}

constexpr std::string_view kPodDocument = R"({
  "metadata": {"name": "web-0", "namespace": "prod", "uid": "u-1",
    "labels": {"koordinator.sh/qosClass": "LSR"},
    "annotations": {
      "scheduling.koordinator.sh/resource-spec": "{\"preferredCPUBindPolicy\":\"FullPCPUs\",\"preferredCPUExclusivePolicy\":\"PCPULevel\"}",
      "scheduling.koordinator.sh/numa-topology-spec": "{\"numaTopologyPolicy\":\"SingleNUMANode\",\"singleNUMANodeExclusive\":\"Required\"}",
      "scheduling.koordinator.sh/resource-status": "{\"cpuset\":\"0-3\"}"}},
  "spec": {"nodeName": "node-1", "priority": 9100,
    "initContainers": [{"name": "log", "restartPolicy": "Always",
      "resources": {"requests": {"memory": "1Gi"}, "limits": {"memory": "1Gi"}}}],
    "containers": [{"name": "app", "resources": {"limits": {"cpu": "4", "memory": "4Gi"}}}]}})";

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

TEST(Pod, ThatSaysNothingHasNoLimit) {
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

TEST(Pod, WhatItClaimsMayBeNonsense) {
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
  // Too many names are no names.
  std::string names = "0";
  for (int i = 1; i <= 1024; ++i) names += "," + std::to_string(i);
  const PodPtr many = from_json(
      R"({"metadata":{"name":"web"},"spec":{"containers":[{"env":[{"name":"NVIDIA_VISIBLE_DEVICES","value":")" +
      names + R"("}]}]}})");
  EXPECT_NE(faults_of(many).find("more than 1024 devices"), std::string::npos);
  EXPECT_FAILS(koord_pod_get_faults(nullptr, nullptr, 0, nullptr, &err), KOORD_E_INVALID, "pod");
}

TEST(Pod, WishesOfOneThatIsBoundMayBeNonsense) {
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

// Builds the arguments of koord_pod_from_struct; every text goes to the arena.
struct PodBuilder {
  koord_pod_spec spec;
  std::string arena;
  std::vector<koord_container> containers;
  std::vector<koord_resource> resources;
  std::vector<uint64_t> cpus;

  PodBuilder() {
    spec = KOORD_INIT(koord_pod_spec);
    put("web", spec.name_offset, spec.name_length);
  }

  void put(std::string_view text, uint32_t &offset, uint32_t &length) {
    offset = static_cast<uint32_t>(arena.size());
    length = static_cast<uint32_t>(text.size());
    arena += text;
  }
  void container(koord_container_kind kind, std::string_view name = "c") {
    koord_container row{kind, 0, 0, 0};
    put(name, row.name_offset, row.name_length);
    containers.push_back(row);
  }
  void resource(int32_t at, std::string_view name, int64_t request, int64_t limit = -1,
                int32_t node = 0) {
    koord_resource row{request, limit, 0, 0, at, node};
    put(name, row.name_offset, row.name_length);
    resources.push_back(row);
  }
  koord_status build(koord_pod **out, koord_error *err) const {
    return koord_pod_from_struct(&spec, arena.data(), arena.size(), containers.data(),
                                 sizeof(koord_container), containers.size(), resources.data(),
                                 sizeof(koord_resource), resources.size(),
                                 cpus.empty() ? nullptr : cpus.data(), cpus.size(), out, err);
  }
  PodPtr build() const {
    koord_pod *pod = nullptr;
    koord_error err{};
    EXPECT_EQ(build(&pod, &err), KOORD_OK) << err.message;
    return PodPtr(pod);
  }
};

#define EXPECT_NO_POD(builder, status, fragment)                 \
  do {                                                           \
    koord_pod *out = reinterpret_cast<koord_pod *>(8);           \
    EXPECT_FAILS((builder).build(&out, &err), status, fragment); \
    EXPECT_EQ(out, nullptr);                                     \
  } while (false)

TEST(PodFromStruct, SaysTheSameAsJson) {
  PodBuilder b;
  b.arena.clear();
  b.put("web-0", b.spec.name_offset, b.spec.name_length);
  b.put("prod", b.spec.namespace_offset, b.spec.namespace_length);
  b.put("u-1", b.spec.uid_offset, b.spec.uid_length);
  b.put("node-1", b.spec.node_offset, b.spec.node_length);
  b.spec.qos = KOORD_QOS_LSR;
  b.spec.priority = 9100;
  b.spec.preferred_bind = KOORD_BIND_POLICY_FULL_PCPUS;
  b.spec.exclusive = KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL;
  b.spec.numa_policy = KOORD_NUMA_POLICY_SINGLE_NUMA_NODE;
  b.spec.numa_exclusive = KOORD_NUMA_EXCLUSIVE_REQUIRED;
  b.container(KOORD_CONTAINER_KIND_APP, "app");
  b.container(KOORD_CONTAINER_KIND_SIDECAR, "log");
  b.resource(0, "memory", -1, int64_t{4} << 30);  // the request is the limit, as by JSON
  b.resource(1, "memory", int64_t{1} << 30, int64_t{1} << 30);
  b.resource(0, "cpu", -1, 4000);
  b.cpus = {15, 0};
  const PodPtr pod = b.build();
  const PodPtr json = from_json(kPodDocument);
  const koord_pod_info got = info_of(pod.get());
  const koord_pod_info expected = info_of(json.get());
  EXPECT_EQ(std::memcmp(&got, &expected, sizeof got), 0);
  EXPECT_EQ(amounts_of(pod.get(), "memory"), amounts_of(json.get(), "memory"));
  for (const koord_pod_text which :
       {KOORD_POD_TEXT_NAME, KOORD_POD_TEXT_NAMESPACE, KOORD_POD_TEXT_UID, KOORD_POD_TEXT_NODE})
    EXPECT_EQ(text_of_pod(pod.get(), which), text_of_pod(json.get(), which));
  uint64_t word = 0;
  EXPECT_EQ(koord_pod_get_cpus(pod.get(), &word, 1, nullptr), KOORD_OK);
  EXPECT_EQ(word, 15u);
}

TEST(PodFromStruct, ZerosAreAPodThatSaysNothing) {
  const koord_pod_info info = info_of(PodBuilder().build().get());
  EXPECT_EQ(info.properties, uint32_t{KOORD_POD_PROPERTY_LIMIT_IS_REQUEST});
  EXPECT_EQ(info.kube_qos, KOORD_KUBE_QOS_BEST_EFFORT);
  EXPECT_EQ(info.priority_class, KOORD_PRIORITY_CLASS_BATCH);
  EXPECT_EQ(text_of_pod(PodBuilder().build().get(), KOORD_POD_TEXT_NAMESPACE), "default");
}

TEST(PodFromStruct, InitContainersKeepTheirOrderWhereverTheyStand) {
  PodBuilder b;
  b.container(KOORD_CONTAINER_KIND_APP);
  b.container(KOORD_CONTAINER_KIND_SIDECAR);
  b.container(KOORD_CONTAINER_KIND_INIT);
  b.container(KOORD_CONTAINER_KIND_SIDECAR);
  b.resource(0, "cpu", 100);
  b.resource(1, "cpu", 1000);
  b.resource(2, "cpu", 5000);  // beside the first sidecar, not the second
  b.resource(3, "cpu", 2000);
  EXPECT_EQ(amounts_of(b.build().get(), "cpu"), Amounts(6000, -1));
}

TEST(PodFromStruct, ResourcesOfThePodOverheadAndNumaNodes) {
  PodBuilder b;
  b.container(KOORD_CONTAINER_KIND_APP);
  b.resource(0, "cpu", 9000);
  b.resource(KOORD_RESOURCE_SCOPE_POD, "cpu", 2000, 3000);
  b.resource(KOORD_RESOURCE_SCOPE_OVERHEAD, "cpu", 500, 77);
  b.resource(KOORD_RESOURCE_SCOPE_NUMA_NODE, "memory", 5, -1, 3);
  b.resource(KOORD_RESOURCE_SCOPE_NUMA_NODE, "memory", 5, -1, 1);
  b.resource(KOORD_RESOURCE_SCOPE_NUMA_NODE, "cpu", 5, -1, 3);
  const PodPtr pod = b.build();
  EXPECT_EQ(amounts_of(pod.get(), "cpu"), Amounts(2500, 3500));
  EXPECT_EQ(info_of(pod.get()).properties,
            uint32_t{KOORD_POD_PROPERTY_ALLOCATED | KOORD_POD_PROPERTY_HAS_POD_LEVEL});
}

TEST(PodFromStruct, RefusesWhatItDoesNotKnow) {
  const auto refuse = [](auto &&change, const char *fragment) {
    PodBuilder b;
    b.container(KOORD_CONTAINER_KIND_APP);
    b.resource(0, "cpu", 1000, 2000);
    change(b);
    EXPECT_NO_POD(b, KOORD_E_INVALID, fragment);
  };
  refuse([](PodBuilder &b) { b.spec.flags = 2; }, "spec.flags: unknown bits 2");
  refuse([](PodBuilder &b) { b.spec.struct_size = 0; }, "spec.struct_size");
  refuse([](PodBuilder &b) { b.spec.qos = 6; }, "spec.qos: 6 is unknown, expected 0 to 5");
  refuse([](PodBuilder &b) { b.spec.priority_class = -1; }, "spec.priority_class");
  refuse([](PodBuilder &b) { b.spec.required_bind = 4; }, "spec.required_bind");
  refuse([](PodBuilder &b) { b.spec.preferred_bind = 4; }, "spec.preferred_bind");
  refuse([](PodBuilder &b) { b.spec.exclusive = 4; }, "spec.exclusive");
  refuse([](PodBuilder &b) { b.spec.numa_policy = 5; }, "spec.numa_policy");
  refuse([](PodBuilder &b) { b.spec.numa_exclusive = 3; }, "spec.numa_exclusive");
  refuse([](PodBuilder &b) { b.spec.name_length = 0; }, "spec.name: is empty");
  refuse([](PodBuilder &b) { b.spec.uid_length = UINT32_MAX; }, "spec.uid: bytes 0 to 4294967295");
  refuse([](PodBuilder &b) { b.spec.node_offset = 1000, b.spec.node_length = 1; },
         "spec.node: bytes");
  refuse([](PodBuilder &b) { b.arena.append(2000, 'a'), b.spec.uid_length = 1025; },
         "spec.uid: 1025 bytes, at most 1024");
  refuse([](PodBuilder &b) { b.arena[0] = '\xff'; }, "spec.name: byte 0 is not UTF-8");
  refuse([](PodBuilder &b) { b.arena[0] = '\0'; }, "spec.name: byte 0 is NUL");
  refuse([](PodBuilder &b) { b.containers[0].kind = 3; }, "containers[0].kind: 3 is unknown");
  refuse([](PodBuilder &b) { b.containers[0].reserved = 1; }, "containers[0].reserved");
  refuse([](PodBuilder &b) { b.containers[0].name_offset = 1000; }, "containers[0].name: bytes");
  refuse([](PodBuilder &b) { b.resources[0].container = 1; },
         "resources[0].container: 1 is unknown");
  refuse([](PodBuilder &b) { b.resources[0].container = -4; }, "resources[0].container");
  refuse([](PodBuilder &b) { b.resources[0].numa_node = 1; }, "resources[0].numa_node: must be 0");
  refuse([](PodBuilder &b) { b.resources[0].name_length = 0; }, "resources[0].name: is empty");
  refuse([](PodBuilder &b) { b.resource(KOORD_RESOURCE_SCOPE_NUMA_NODE, "cpu", 1, -1, 1024); },
         "resources[1].numa_node: 1024");
  refuse([](PodBuilder &b) { b.resource(0, "cpu", 1); }, "resources: \"cpu\" is stated twice");
}

TEST(PodFromStruct, RefusesNullAndShortRows) {
  PodBuilder b;
  koord_pod *pod = nullptr;
  EXPECT_FAILS(
      koord_pod_from_struct(nullptr, "", 0, nullptr, 16, 0, nullptr, 32, 0, nullptr, 0, &pod, &err),
      KOORD_E_INVALID, "spec: is NULL");
  EXPECT_FAILS(koord_pod_from_struct(&b.spec, nullptr, 3, nullptr, 16, 0, nullptr, 32, 0, nullptr,
                                     0, &pod, &err),
               KOORD_E_INVALID, "arena: is NULL");
  EXPECT_FAILS(koord_pod_from_struct(&b.spec, "web", 3, nullptr, 15, 0, nullptr, 32, 0, nullptr, 0,
                                     &pod, &err),
               KOORD_E_INVALID, "containers: stride 15");
  EXPECT_FAILS(koord_pod_from_struct(&b.spec, "web", 3, nullptr, 16, 1, nullptr, 32, 0, nullptr, 0,
                                     &pod, &err),
               KOORD_E_INVALID, "containers: is NULL");
  EXPECT_FAILS(koord_pod_from_struct(&b.spec, "web", 3, nullptr, 16, 0, nullptr, 32, 1, nullptr, 0,
                                     &pod, &err),
               KOORD_E_INVALID, "resources: is NULL");
  EXPECT_FAILS(koord_pod_from_struct(&b.spec, "web", 3, nullptr, 16, 1025, nullptr, 32, 0, nullptr,
                                     0, &pod, &err),
               KOORD_E_LIMIT, "containers: 1025 rows");
  EXPECT_FAILS(koord_pod_from_struct(&b.spec, "web", 3, nullptr, 16, 0, nullptr, 32, SIZE_MAX,
                                     nullptr, 0, &pod, &err),
               KOORD_E_LIMIT, "resources: ");
  const std::vector<uint64_t> words(129, 1);
  EXPECT_FAILS(koord_pod_from_struct(&b.spec, "web", 3, nullptr, 16, 0, nullptr, 32, 0,
                                     words.data(), 129, &pod, &err),
               KOORD_E_INVALID, "");
}

TEST(PodFromStruct, SumsAreChecked) {
  PodBuilder b;
  b.container(KOORD_CONTAINER_KIND_APP);
  b.container(KOORD_CONTAINER_KIND_APP);
  b.resource(0, "memory", INT64_MAX);
  b.resource(1, "memory", 1);
  EXPECT_NO_POD(b, KOORD_E_LIMIT, "Pod default/web: requests of \"memory\"");
}

// A newer caller's rows are longer; what this library does not know must be zero.
TEST(PodFromStruct, RowsMayBeLonger) {
  PodBuilder b;
  b.container(KOORD_CONTAINER_KIND_APP);
  std::vector<koord_resource> rows(2);
  rows[0] = {1000, 2000, 0, 3, 0, 0};
  b.arena = "cpuweb";
  b.spec.name_offset = 3;
  koord_pod *pod = nullptr;
  const auto build = [&](koord_error *err) {
    return koord_pod_from_struct(&b.spec, b.arena.data(), b.arena.size(), b.containers.data(),
                                 sizeof(koord_container), 1, rows.data(), 2 * sizeof rows[0], 1,
                                 nullptr, 0, &pod, err);
  };
  EXPECT_FAILS(koord_pod_get_request(nullptr, "cpu", 3, nullptr, nullptr, &err), KOORD_E_INVALID,
               "pod");
  b.containers[0].name_length = 0;
  EXPECT_EQ(build(nullptr), KOORD_OK);
  EXPECT_EQ(amounts_of(pod, "cpu"), Amounts(1000, 2000));
  koord_pod_unref(pod);
  rows[1].request = 1;
  EXPECT_FAILS(build(&err), KOORD_E_INVALID, "resources[0]: byte 32 is set");
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
