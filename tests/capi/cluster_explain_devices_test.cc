// Explanations for pods that lack devices, through the C interface.
#include "capi/cluster_devices_support.h"

namespace koord::testing {
namespace {

class ClusterExplainDevices : public ::testing::Test {
 protected:
  // Six of eight GPUs and a part of the seventh are in use.
  ClusterExplainDevices() : cluster_(new_cluster()) {
    add_node(cluster_, "n");
    EXPECT_EQ(set_devices(cluster_, device_json("n")), KOORD_OK);
    take("six", R"("nvidia.com/gpu":"6")");
    take("part", R"("koordinator.sh/gpu":"60")");
  }
  void take(std::string_view uid, std::string_view requests) {
    EXPECT_EQ(reserve(cluster_, device_pod(uid, requests), 0).reason, KOORD_REASON_NONE);
  }
  ExplanationPtr explain(const PodPtr &pod) {
    koord_explanation *out = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_cluster_explain(cluster_.get(), pod.get(), nullptr, nullptr, &out, &err),
              KOORD_OK)
        << err.message;
    return ExplanationPtr(out);
  }
  static koord_near_miss miss_of(const ExplanationPtr &explanation) {
    koord_near_miss miss{};
    size_t count = 0;
    EXPECT_EQ(
        koord_explanation_get_misses(explanation.get(), &miss, sizeof miss, 1, &count, nullptr),
        KOORD_OK);
    EXPECT_EQ(count, 1u);
    return miss;
  }
  static std::string json_of(const ExplanationPtr &explanation) {
    koord_buffer *out = nullptr;
    EXPECT_EQ(koord_explanation_to_json(explanation.get(), &out, nullptr), KOORD_OK);
    const BufferPtr owner(out);
    return text_of(out);
  }

  ClusterPtr cluster_;
};

TEST_F(ClusterExplainDevices, WholeOnesAreCountedByType) {
  const ExplanationPtr explanation = explain(device_pod("p", R"("nvidia.com/gpu":"4")"));
  const koord_near_miss miss = miss_of(explanation);
  EXPECT_EQ(miss.refusal.reason, KOORD_REASON_NOT_ENOUGH_DEVICES);
  EXPECT_EQ(miss.bound.scope, KOORD_SCOPE_NODE);
  EXPECT_EQ(miss.bound.object, KOORD_OBJECT_KIND_DEVICE);
  EXPECT_EQ(miss.bound.needed, 4);
  EXPECT_EQ(miss.bound.best, 1);
  EXPECT_EQ(miss.missing, 750u);
  char type[8];
  ASSERT_EQ(koord_cluster_get_device_type_name(cluster_.get(), miss.bound.resource, type,
                                               sizeof type, nullptr, nullptr),
            KOORD_OK);
  EXPECT_STREQ(type, "gpu");

  koord_remedy_step steps[2];
  size_t count = 0;
  ASSERT_EQ(
      koord_explanation_get_remedies(explanation.get(), steps, sizeof steps[0], 2, &count, nullptr),
      KOORD_OK);
  const char *texts = koord_explanation_get_texts(explanation.get(), nullptr);
  ASSERT_EQ(count, 1u);
  EXPECT_STREQ(koord_remedy_kind_get_name(steps[0].kind), "PodDevices");
  EXPECT_EQ(steps[0].before, 4);
  EXPECT_EQ(steps[0].after, 1);
  EXPECT_EQ(std::string(texts + steps[0].uid_offset, steps[0].uid_length), "gpu");
  EXPECT_NE(
      json_of(explanation)
          .find(R"j("bound":{"deviceType":"gpu","resource":null,"unit":"device","needed":4,)j"
                R"j("best":1},"remedies":[{"message":"the pod requests 1 GPU instead of 4 )j"
                R"j(GPUs","steps":[{"kind":"PodDevices","deviceType":"gpu","from":4,"to":1}]}])j"),
      std::string::npos)
      << json_of(explanation);
}

TEST_F(ClusterExplainDevices, PartsAreOfTheNearestDevice) {
  take("last", R"("nvidia.com/gpu":"1")");
  const ExplanationPtr explanation = explain(device_pod("p", R"("koordinator.sh/gpu":"80")"));
  const koord_near_miss miss = miss_of(explanation);
  EXPECT_EQ(miss.bound.scope, KOORD_SCOPE_DEVICE);
  EXPECT_EQ(miss.bound.object, KOORD_OBJECT_KIND_UNIT);
  EXPECT_EQ(miss.bound.needed, 80);
  EXPECT_EQ(miss.bound.best, 40);
  char text[40];
  ASSERT_EQ(koord_cluster_get_resource_name(cluster_.get(), miss.bound.resource, text, sizeof text,
                                            nullptr, nullptr),
            KOORD_OK);
  EXPECT_STREQ(text, "koordinator.sh/gpu-core");
  EXPECT_EQ(minors_in(devices_of(cluster_, "part")), "gpu " + std::to_string(miss.bound.where));
  EXPECT_NE(json_of(explanation)
                .find(R"("bound":{"deviceType":"gpu","resource":"koordinator.sh/gpu-core",)"
                      R"("unit":"unit","needed":80,"best":40,"minor":)"),
            std::string::npos)
      << json_of(explanation);
}

TEST_F(ClusterExplainDevices, PlacesAndWishesAreNamed) {
  EXPECT_EQ(remove_pod(cluster_, "six"), KOORD_OK);
  const ExplanationPtr explanation = explain(device_pod(
      "p", R"("nvidia.com/gpu":"3")", "",
      R"("scheduling.koordinator.sh/device-allocate-hint":"{\"gpu\":{\"requiredTopologyScope\":\"PCIe\"}}")"));
  const koord_near_miss miss = miss_of(explanation);
  EXPECT_EQ(miss.bound.scope, KOORD_SCOPE_PLACE);
  EXPECT_EQ(miss.bound.where, 3);
  const std::string json = json_of(explanation);
  EXPECT_NE(json.find(R"("within":"PCIe")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("steps":[{"kind":"PodDeviceScope","deviceType":"gpu","from":"PCIe",)"
                      R"("to":"NUMANode"}])"),
            std::string::npos)
      << json;
}

}  // namespace
}  // namespace koord::testing
