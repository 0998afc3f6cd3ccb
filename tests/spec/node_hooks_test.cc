// CPUs passed to runtimes by a proxy, a plugin or a hook: R28.
#include "capi/node_support.h"

namespace koord::testing {
namespace {

struct FreeAdjustment {
  void operator()(koord_adjustment *adjustment) const { koord_adjustment_unref(adjustment); }
};

using AdjustmentPtr = std::unique_ptr<koord_adjustment, FreeAdjustment>;

AdjustmentPtr adjust(const NodeUnderTest &node, koord_hook_stage stage, std::string_view uid,
                     std::string_view container) {
  koord_error err{};
  koord_adjustment_request *request = nullptr;
  EXPECT_EQ(koord_adjustment_request_new(stage, &request, &err), KOORD_OK) << err.message;
  EXPECT_EQ(koord_adjustment_request_set_container(request, uid.data(), uid.size(),
                                                   container.data(), container.size(), &err),
            KOORD_OK)
      << err.message;
  koord_adjustment *made = nullptr;
  EXPECT_EQ(koord_adjustment_new(node.snapshot().get(), request, &made, &err), KOORD_OK)
      << err.message;
  koord_adjustment_request_free(request);
  return AdjustmentPtr(made);
}

std::string cpus_at(const NodeUnderTest &node, koord_hook_stage stage, std::string_view uid,
                    std::string_view container) {
  const AdjustmentPtr made = adjust(node, stage, uid, container);
  koord_error err{};
  std::vector<uint64_t> words(1);
  EXPECT_EQ(koord_adjustment_get_cpus(made.get(), words.data(), 1, &err), KOORD_OK) << err.message;
  return list_of(words);
}

// Kubelet's values are replaced when the sandbox and the container are
// created, and when kubelet updates the container.
TEST(SpecHooks, R28_AnnotatedCpusReplaceKubelets) {
  NodeUnderTest node;
  node.kubelet(R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0"})");
  node.set("lse", "LSE", "2", R"({"cpuset":"2-3"})");
  node.set("lsr", "LSR", "2", R"({"cpuset":"4-5"})");
  for (const koord_hook_stage stage :
       {KOORD_HOOK_STAGE_RUN_POD_SANDBOX, KOORD_HOOK_STAGE_CREATE_CONTAINER,
        KOORD_HOOK_STAGE_UPDATE_CONTAINER}) {
    const char *container = stage == KOORD_HOOK_STAGE_RUN_POD_SANDBOX ? "" : "app";
    EXPECT_EQ(cpus_at(node, stage, "lse", container), "2-3") << koord_hook_stage_get_name(stage);
    EXPECT_EQ(cpus_at(node, stage, "lsr", container), "4-5") << koord_hook_stage_get_name(stage);
  }
  node.set("lse", "LSE", "2", R"({"cpuset":"6-7"})");
  EXPECT_EQ(cpus_at(node, KOORD_HOOK_STAGE_UPDATE_CONTAINER, "lse", "app"), "6-7")
      << "as it is now";
}

// The device proposal's DeviceAllocation has minors and no ids. CPUs do not depend on device names,
// which the Device object or the profile supplies.
TEST(SpecHooks, R111_AllocationsByMinorSuffice) {
  const std::string pod =
      R"({"metadata":{"name":"p","uid":"u","labels":{"koordinator.sh/qosClass":"LSE"},"annotations":{)"
      R"("scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"2-3\"}",)"
      R"("scheduling.koordinator.sh/device-allocated":"{\"gpu\":[{\"minor\":0,\"resources\":)"
      R"({\"koordinator.sh/gpu-core\":100}},{\"minor\":1}]}"}},)"
      R"("spec":{"containers":[{"name":"app","resources":{"limits":{"cpu":"2","memory":"1Gi","nvidia.com/gpu":"2"}}}]}})";
  const std::string cpus = R"("linux":{"resources":{"cpu":{"cpus":"2-3","quota":-1}}})";
  const auto adjusted = [&](NodeUnderTest &node, const char *devices) {
    koord_error err{};
    EXPECT_EQ(koord_agent_set_devices(node.get(), devices, KOORD_NUL, &err), KOORD_OK)
        << err.message;
    const PodPtr owner = pod_from(pod);
    EXPECT_EQ(koord_agent_set_pod(node.get(), owner.get(), &err), KOORD_OK) << err.message;
    const AdjustmentPtr made = adjust(node, KOORD_HOOK_STAGE_CREATE_CONTAINER, "u", "app");
    koord_buffer *text = nullptr;
    EXPECT_EQ(koord_adjustment_to_json(made.get(), &text, &err), KOORD_OK) << err.message;
    const BufferPtr json(text);
    return text_of(text);
  };
  const auto has = [](const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  };
  NodeUnderTest node;
  const std::string unnamed = adjusted(node, "");
  EXPECT_TRUE(has(unnamed, cpus)) << unnamed;
  EXPECT_TRUE(has(unnamed, R"("refused":{"reason":"DeviceUnnamed")")) << unnamed;
  EXPECT_FALSE(has(unnamed, "NVIDIA")) << unnamed;
  const std::string named = adjusted(
      node, R"({"metadata":{"name":"n"},"spec":{"devices":[)"
            R"({"type":"gpu","minor":0,"id":"GPU-98583a5c-c155-9cf6-f955-03c189d3dbfb"},)"
            R"({"type":"gpu","minor":1,"id":"GPU-7f6410b9-bdf7-f9a5-de09-aa5ec31a7124"}]}})");
  EXPECT_TRUE(has(named, cpus)) << named;
  EXPECT_TRUE(has(named,
                  "NVIDIA_VISIBLE_DEVICES=GPU-98583a5c-c155-9cf6-f955-03c189d3dbfb,"
                  "GPU-7f6410b9-bdf7-f9a5-de09-aa5ec31a7124"))
      << named;
  EXPECT_FALSE(has(named, "refused")) << named;
  NodeUnderTest upstream(KOORD_PROFILE_UPSTREAM);
  const std::string by_minor = adjusted(upstream, "");
  EXPECT_TRUE(has(by_minor, R"("NVIDIA_VISIBLE_DEVICES=0,1")")) << by_minor;
  EXPECT_TRUE(has(by_minor, R"("cpus":"2-3")")) << by_minor;
  EXPECT_FALSE(has(by_minor, "refused")) << by_minor;
}

}  // namespace
}  // namespace koord::testing
