// Pods from builders.
#include <cstring>
#include <vector>

#include "capi/pod_support.h"

namespace koord::testing {
namespace {

struct FreePodBuilder {
  void operator()(koord_pod_builder *builder) const { koord_pod_builder_free(builder); }
};

// A builder for a pod "web"; all its calls must succeed.
class Builder {
 public:
  Builder() {
    koord_pod_builder *made = nullptr;
    EXPECT_EQ(koord_pod_builder_new(&made, nullptr), KOORD_OK);
    builder_.reset(made);
    text(KOORD_POD_TEXT_NAME, "web");
  }
  koord_pod_builder *get() const { return builder_.get(); }

  void text(koord_pod_text which, std::string_view text) {
    ok(koord_pod_builder_set_text(get(), which, text.data(), text.size(), &err_));
  }
  void label(std::string_view key, std::string_view value) {
    ok(koord_pod_builder_set_label(get(), key.data(), key.size(), value.data(), value.size(),
                                   &err_));
  }
  void annotation(std::string_view key, std::string_view value) {
    ok(koord_pod_builder_set_annotation(get(), key.data(), key.size(), value.data(), value.size(),
                                        &err_));
  }
  int32_t container(koord_container_kind kind, std::string_view name = "c") {
    int32_t container = -9;
    ok(koord_pod_builder_add_container(get(), kind, name.data(), name.size(), &container, &err_));
    return container;
  }
  void resource(int32_t container, std::string_view name, int64_t request, int64_t limit = -1) {
    ok(koord_pod_builder_set_resource(get(), container, name.data(), name.size(), request, limit,
                                      &err_));
  }
  void numa(int32_t node, std::string_view name, int64_t amount) {
    ok(koord_pod_builder_set_numa_resource(get(), node, name.data(), name.size(), amount, &err_));
  }
  void spec(const koord_pod_spec &spec) { ok(koord_pod_builder_set_spec(get(), &spec, &err_)); }
  PodPtr build() {
    koord_pod *pod = nullptr;
    ok(koord_pod_from_builder(nullptr, get(), &pod, &err_));
    return PodPtr(pod);
  }

 private:
  void ok(koord_status status) { EXPECT_EQ(status, KOORD_OK) << err_.message; }

  std::unique_ptr<koord_pod_builder, FreePodBuilder> builder_;
  koord_error err_{};
};

#define EXPECT_NO_POD(builder, status, fragment)                                                  \
  do {                                                                                            \
    koord_pod *out = reinterpret_cast<koord_pod *>(8);                                            \
    EXPECT_FAILS(koord_pod_from_builder(nullptr, (builder).get(), &out, &err), status, fragment); \
    EXPECT_EQ(out, nullptr);                                                                      \
  } while (false)

void expect_same(const koord_pod *pod, const koord_pod *expected) {
  const koord_pod_info info = info_of(pod);
  const koord_pod_info other = info_of(expected);
  EXPECT_EQ(std::memcmp(&info, &other, sizeof info), 0);
  EXPECT_EQ(amounts_of(pod, "memory"), amounts_of(expected, "memory"));
  for (const koord_pod_text which :
       {KOORD_POD_TEXT_NAME, KOORD_POD_TEXT_NAMESPACE, KOORD_POD_TEXT_UID, KOORD_POD_TEXT_NODE})
    EXPECT_EQ(text_of_pod(pod, which), text_of_pod(expected, which));
  uint64_t word = 0;
  EXPECT_EQ(koord_pod_get_cpus(pod, &word, 1, nullptr), KOORD_OK);
  EXPECT_EQ(word, 15u);
}

// Sets all fields of kPodDocument except its labels and annotations.
void fill(Builder &b, koord_pod_spec spec) {
  spec.priority = 9100;
  b.spec(spec);
  b.text(KOORD_POD_TEXT_NAME, "web-0");
  b.text(KOORD_POD_TEXT_NAMESPACE, "prod");
  b.text(KOORD_POD_TEXT_UID, "u-1");
  b.text(KOORD_POD_TEXT_NODE, "node-1");
  const int32_t app = b.container(KOORD_CONTAINER_KIND_APP, "app");
  const int32_t log = b.container(KOORD_CONTAINER_KIND_SIDECAR, "log");
  b.resource(app, "memory", -1, int64_t{4} << 30);  // the request equals the limit, as in JSON
  b.resource(log, "memory", int64_t{1} << 30, int64_t{1} << 30);
  b.resource(app, "cpu", -1, 4000);
}

TEST(PodBuilder, PodsAreAsFromJson) {
  Builder b;
  fill(b, KOORD_INIT(koord_pod_spec));
  b.label("koordinator.sh/qosClass", "LSR");
  b.annotation(
      "scheduling.koordinator.sh/resource-spec",
      R"({"preferredCPUBindPolicy":"FullPCPUs","preferredCPUExclusivePolicy":"PCPULevel"})");
  b.annotation("scheduling.koordinator.sh/numa-topology-spec",
               R"({"numaTopologyPolicy":"SingleNUMANode","singleNUMANodeExclusive":"Required"})");
  b.annotation("scheduling.koordinator.sh/resource-status", R"({"cpuset":"0-3"})");
  expect_same(b.build().get(), from_json(kPodDocument).get());
}

TEST(PodBuilder, NumbersStandForLabelsAndAnnotations) {
  Builder b;
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  spec.qos = KOORD_QOS_LSR;
  spec.preferred_bind = KOORD_BIND_POLICY_FULL_PCPUS;
  spec.exclusive = KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL;
  spec.numa_policy = KOORD_NUMA_POLICY_SINGLE_NUMA_NODE;
  spec.numa_exclusive = KOORD_NUMA_EXCLUSIVE_REQUIRED;
  fill(b, spec);
  const uint64_t words[] = {15, 0};
  EXPECT_EQ(koord_pod_builder_set_cpus(b.get(), words, 2, nullptr), KOORD_OK);
  expect_same(b.build().get(), from_json(kPodDocument).get());
  // Labels and annotations take precedence over settings.
  b.label("koordinator.sh/qosClass", "LS");
  b.annotation("scheduling.koordinator.sh/numa-topology-spec",
               R"({"numaTopologyPolicy":"Restricted"})");
  const koord_pod_info info = info_of(b.build().get());
  EXPECT_EQ(info.qos, KOORD_QOS_LS);
  EXPECT_EQ(info.numa_policy, KOORD_NUMA_POLICY_RESTRICTED);
  EXPECT_EQ(info.numa_exclusive, KOORD_NUMA_EXCLUSIVE_REQUIRED);
}

TEST(PodBuilder, ErrorsAreThoseOfJson) {
  Builder b;
  b.label("koordinator.sh/qosClass", "odd");
  EXPECT_NO_POD(b, KOORD_E_INVALID,
                "Pod default/web: metadata.labels[\"koordinator.sh/qosClass\"]: found \"odd\"");
  // A bound pod exists, so it is accepted with its faults.
  b.text(KOORD_POD_TEXT_NODE, "n");
  const PodPtr pod = b.build();
  char faults[256];
  EXPECT_EQ(koord_pod_get_faults(pod.get(), faults, sizeof faults, nullptr, nullptr), KOORD_OK);
  EXPECT_NE(std::strstr(faults, "koordinator.sh/qosClass"), nullptr) << faults;
}

TEST(PodBuilder, RemarksGoToTheContext) {
  std::string remarks;
  koord_context *context = nullptr;
  ASSERT_EQ(koord_context_new(&context, nullptr), KOORD_OK);
  const ContextPtr owner(context);
  koord_context_set_log(
      context,
      [](void *user, int32_t, const char *message, size_t length) {
        static_cast<std::string *>(user)->append(message, length);
      },
      &remarks);
  Builder b;
  b.annotation("scheduling.koordinator.sh/resource-spec", R"({"numaTopologyPolicy":"Restricted"})");
  b.annotation("scheduling.koordinator.sh/numa-topology-spec",
               R"({"numaTopologyPolicy":"BestEffort"})");
  koord_pod *pod = nullptr;
  ASSERT_EQ(koord_pod_from_builder(context, b.get(), &pod, nullptr), KOORD_OK);
  koord_pod_unref(pod);
  EXPECT_NE(remarks.find("Pod default/web: "), std::string::npos) << remarks;
}

TEST(PodBuilder, AnEmptyBuilderMakesAPodWithDefaults) {
  Builder b;
  const koord_pod_info info = info_of(b.build().get());
  EXPECT_EQ(info.properties, uint32_t{KOORD_POD_PROPERTY_LIMIT_IS_REQUEST});
  EXPECT_EQ(info.kube_qos, KOORD_KUBE_QOS_BEST_EFFORT);
  EXPECT_EQ(info.priority_class, KOORD_PRIORITY_CLASS_BATCH);
  EXPECT_EQ(text_of_pod(b.build().get(), KOORD_POD_TEXT_NAMESPACE), "default");
  EXPECT_EQ(koord_pod_builder_reset(b.get(), nullptr), KOORD_OK);
  EXPECT_NO_POD(b, KOORD_E_INVALID, "Pod: metadata.name: missing");
}

TEST(PodBuilder, InitContainersKeepTheirOrderWhereverTheyStand) {
  Builder b;
  for (const koord_container_kind kind : {KOORD_CONTAINER_KIND_APP, KOORD_CONTAINER_KIND_SIDECAR,
                                          KOORD_CONTAINER_KIND_INIT, KOORD_CONTAINER_KIND_SIDECAR})
    b.container(kind);
  b.resource(3, "cpu", 2000);
  b.resource(2, "cpu", 5000);  // runs together with the first sidecar, not the second
  b.resource(1, "cpu", 1000);
  b.resource(0, "cpu", 100);
  EXPECT_EQ(amounts_of(b.build().get(), "cpu"), Amounts(6000, -1));
}

TEST(PodBuilder, ResourcesOfThePodOverheadAndNumaNodes) {
  Builder b;
  b.container(KOORD_CONTAINER_KIND_APP);
  b.resource(0, "cpu", 9000);
  b.resource(KOORD_RESOURCE_SCOPE_POD, "cpu", 2000, 3000);
  b.resource(KOORD_RESOURCE_SCOPE_OVERHEAD, "cpu", 500, 77);
  b.numa(3, "memory", 5);
  b.numa(1, "memory", 5);
  b.numa(3, "cpu", 5);
  const PodPtr pod = b.build();
  EXPECT_EQ(amounts_of(pod.get(), "cpu"), Amounts(2500, 3500));
  EXPECT_EQ(info_of(pod.get()).properties,
            uint32_t{KOORD_POD_PROPERTY_ALLOCATED | KOORD_POD_PROPERTY_HAS_POD_LEVEL});
}

TEST(PodBuilder, FlagsOfThePod) {
  Builder b;
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  spec.flags = KOORD_POD_TERMINATED | KOORD_POD_HAS_KUBE_QOS;
  spec.kube_qos = KOORD_KUBE_QOS_BURSTABLE;
  b.spec(spec);
  EXPECT_EQ(info_of(b.build().get()).kube_qos, KOORD_KUBE_QOS_BURSTABLE);
  EXPECT_TRUE(info_of(b.build().get()).properties & KOORD_POD_PROPERTY_TERMINATED);
  spec.flags = 0;
  b.spec(spec);
  EXPECT_EQ(info_of(b.build().get()).kube_qos, KOORD_KUBE_QOS_BEST_EFFORT);
  EXPECT_FALSE(info_of(b.build().get()).properties & KOORD_POD_PROPERTY_TERMINATED);
}

TEST(PodBuilder, RefusesNumbersItDoesNotKnow) {
  Builder b;
  const auto refuse = [&](auto &&change, const char *fragment) {
    koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
    change(spec);
    EXPECT_FAILS(koord_pod_builder_set_spec(b.get(), &spec, &err), KOORD_E_INVALID, fragment);
  };
  refuse([](koord_pod_spec &s) { s.flags = 32; }, "spec.flags: unknown bits 32");
  refuse([](koord_pod_spec &s) { s.struct_size = 0; }, "spec.struct_size");
  refuse([](koord_pod_spec &s) { s.kube_qos = 3; }, "spec.kube_qos");
  refuse([](koord_pod_spec &s) { s.qos = 6; }, "spec.qos: 6 is unknown, expected 0 to 5");
  refuse([](koord_pod_spec &s) { s.priority_class = -1; }, "spec.priority_class");
  refuse([](koord_pod_spec &s) { s.required_bind = 4; }, "spec.required_bind");
  refuse([](koord_pod_spec &s) { s.preferred_bind = 4; }, "spec.preferred_bind");
  refuse([](koord_pod_spec &s) { s.exclusive = 4; }, "spec.exclusive");
  refuse([](koord_pod_spec &s) { s.numa_policy = 5; }, "spec.numa_policy");
  refuse([](koord_pod_spec &s) { s.numa_exclusive = 3; }, "spec.numa_exclusive");
  refuse([](koord_pod_spec &s) { s.reserved = 1; }, "spec.reserved");
  EXPECT_FAILS(koord_pod_builder_set_spec(b.get(), nullptr, &err), KOORD_E_INVALID, "spec");
}

TEST(PodBuilder, RefusesUnknownEnumsAndContainers) {
  Builder b;
  koord_pod_builder *p = b.get();
  EXPECT_FAILS(koord_pod_builder_set_text(p, 4, "x", 1, &err), KOORD_E_INVALID, "which: 4");
  EXPECT_FAILS(koord_pod_builder_set_text(p, 0, nullptr, 1, &err), KOORD_E_INVALID, "text");
  EXPECT_FAILS(koord_pod_builder_set_text(p, 0, "\xff", 1, &err), KOORD_E_INVALID,
               "text: byte 0 is not UTF-8");
  EXPECT_FAILS(koord_pod_builder_set_label(p, "0123456\xff", 8, "", 0, &err), KOORD_E_INVALID,
               "key: byte 7 is not UTF-8");
  EXPECT_FAILS(koord_pod_builder_set_label(p, "a", 1, "b\0", 2, &err), KOORD_E_INVALID,
               "value: byte 1 is NUL");
  EXPECT_FAILS(koord_pod_builder_add_container(p, 3, "c", 1, nullptr, &err), KOORD_E_INVALID,
               "kind: 3 is unknown");
  EXPECT_FAILS(koord_pod_builder_set_resource(p, 0, "cpu", 3, 1, 1, &err), KOORD_E_INVALID,
               "container: found 0, but none was added");
  b.container(KOORD_CONTAINER_KIND_APP);
  EXPECT_FAILS(koord_pod_builder_set_resource(p, 1, "cpu", 3, 1, 1, &err), KOORD_E_INVALID,
               "container: found 1, expected 0 to 0");
  EXPECT_FAILS(koord_pod_builder_set_resource(p, -3, "cpu", 3, 1, 1, &err), KOORD_E_INVALID,
               "container");
  EXPECT_FAILS(koord_pod_builder_set_resource(p, 0, "", 0, 1, 1, &err), KOORD_E_INVALID,
               "name: is empty");
  EXPECT_FAILS(koord_pod_builder_set_env(p, -1, "a", 1, "b", 1, &err), KOORD_E_INVALID,
               "container");
  EXPECT_FAILS(koord_pod_builder_set_numa_resource(p, 1024, "cpu", 3, 1, &err), KOORD_E_INVALID,
               "numa_node: 1024");
  EXPECT_FAILS(koord_pod_builder_set_numa_resource(p, 0, "cpu", 3, -1, &err), KOORD_E_INVALID,
               "amount: is negative");
  const std::vector<uint64_t> words(129, 1);
  EXPECT_FAILS(koord_pod_builder_set_cpus(p, words.data(), 129, &err), KOORD_E_INVALID, "");
  // The pod contains none of it.
  EXPECT_EQ(info_of(b.build().get()).containers, 1u);
}

TEST(PodBuilder, RefusesNull) {
  koord_pod *pod = nullptr;
  EXPECT_FAILS(koord_pod_builder_new(nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_pod_builder_reset(nullptr, &err), KOORD_E_INVALID, "builder");
  EXPECT_FAILS(koord_pod_from_builder(nullptr, nullptr, &pod, &err), KOORD_E_INVALID, "builder");
  EXPECT_FAILS(koord_pod_builder_set_label(nullptr, "a", 1, "b", 1, &err), KOORD_E_INVALID,
               "builder");
  koord_pod_builder_free(nullptr);
}

TEST(PodBuilder, IsBounded) {
  Builder b;
  for (int i = 0; i < 1024; ++i) b.container(KOORD_CONTAINER_KIND_APP);
  EXPECT_FAILS(koord_pod_builder_add_container(b.get(), 0, "c", 1, nullptr, &err), KOORD_E_LIMIT,
               "containers: more than 1024");
  b.resource(0, "memory", INT64_MAX);
  b.resource(1, "memory", 1);
  EXPECT_NO_POD(b, KOORD_E_LIMIT, "Pod default/web: requests of \"memory\"");
  const std::string large(size_t{1} << 20, 'x');
  for (int i = 0; i < 3; ++i) b.label("a", large);
  EXPECT_FAILS(koord_pod_builder_set_label(b.get(), "a", 1, large.data(), large.size(), &err),
               KOORD_E_LIMIT, "texts: more than 4194304 bytes");
  // Annotations have the size limit that they have in JSON.
  Builder other;
  other.annotation("scheduling.koordinator.sh/resource-spec", large + "x");
  EXPECT_NO_POD(other, KOORD_E_LIMIT, "resource-spec\"]: 1048577 bytes");
}

TEST(PodBuilder, QuantitiesKeepFractions) {
  const auto set = [](const Builder &b, int32_t container, koord_resource_bound bound,
                      std::string_view name, std::string_view quantity) {
    koord_error err{};
    const koord_status status =
        koord_pod_builder_set_quantity(b.get(), container, bound, name.data(), name.size(),
                                       quantity.data(), quantity.size(), &err);
    EXPECT_EQ(std::string_view(err.message).empty(), status == KOORD_OK);
    return status;
  };
  Builder b;
  const int32_t first = b.container(KOORD_CONTAINER_KIND_APP, "a");
  const int32_t second = b.container(KOORD_CONTAINER_KIND_APP, "b");
  b.resource(first, "memory", 7, 7);
  for (const int32_t container : {first, second}) {
    EXPECT_EQ(set(b, container, KOORD_RESOURCE_BOUND_REQUEST, "memory", "1500m"), KOORD_OK);
    EXPECT_EQ(set(b, container, KOORD_RESOURCE_BOUND_LIMIT, "memory", "2.25"), KOORD_OK);
    EXPECT_EQ(set(b, container, KOORD_RESOURCE_BOUND_LIMIT, "cpu", "250m"), KOORD_OK);
  }
  EXPECT_EQ(set(b, KOORD_RESOURCE_SCOPE_OVERHEAD, KOORD_RESOURCE_BOUND_REQUEST, "memory", "1200m"),
            KOORD_OK);
  const auto pod = b.build();
  EXPECT_EQ(amounts_of(pod.get(), "memory"), (std::pair<int64_t, int64_t>(5, 6)))
      << "3000m + 1200m, 4500m + 1200m";
  EXPECT_EQ(amounts_of(pod.get(), "cpu"), (std::pair<int64_t, int64_t>(500, 500)));

  for (const char *wrong : {"", "-1", "1x", "-10E"})
    EXPECT_EQ(set(b, first, KOORD_RESOURCE_BOUND_REQUEST, "memory", wrong), KOORD_E_INVALID);
  EXPECT_EQ(set(b, first, 2, "memory", "1"), KOORD_E_INVALID);
  EXPECT_EQ(set(b, 2, KOORD_RESOURCE_BOUND_REQUEST, "memory", "1"), KOORD_E_INVALID);
  EXPECT_EQ(set(b, first, KOORD_RESOURCE_BOUND_REQUEST, "", "1"), KOORD_E_INVALID);
}

}  // namespace
}  // namespace koord::testing
