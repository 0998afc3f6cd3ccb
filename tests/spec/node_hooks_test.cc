// What runtimes are told of a pod's CPUs, by a proxy, a plugin or a hook alike: R28.
#include "capi/node_support.h"

namespace koord::testing {
namespace {

struct FreeAdjustment {
  void operator()(koord_adjustment *adjustment) const { koord_adjustment_free(adjustment); }
};

std::string cpus_at(const NodeUnderTest &node, koord_hook_stage stage, std::string_view uid,
                    std::string_view container) {
  koord_node_state *state = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_node_state_of(node.get(), &state, &err), KOORD_OK) << err.message;
  const NodeStatePtr owner(state);
  koord_adjustment *made = nullptr;
  EXPECT_EQ(koord_adjust(state, stage, uid.data(), uid.size(), container.data(), container.size(),
                         nullptr, 0, nullptr, 0, &made, &err),
            KOORD_OK)
      << err.message;
  const std::unique_ptr<koord_adjustment, FreeAdjustment> adjustment(made);
  std::vector<uint64_t> words(1);
  EXPECT_EQ(koord_adjustment_cpus(made, words.data(), 1, &err), KOORD_OK) << err.message;
  return list_of(words);
}

// Whatever kubelet asked the runtime for is replaced: when the sandbox and the container are made, and when kubelet
// updates the container.
TEST(SpecHooks, R28_AnnotatedCpusReplaceKubelets) {
  NodeUnderTest node;
  node.kubelet(R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0"})");
  node.set("lse", "LSE", "2", R"({"cpuset":"2-3"})");
  node.set("lsr", "LSR", "2", R"({"cpuset":"4-5"})");
  for (const koord_hook_stage stage :
       {KOORD_HOOK_RUN_POD_SANDBOX, KOORD_HOOK_CREATE_CONTAINER, KOORD_HOOK_UPDATE_CONTAINER}) {
    const char *container = stage == KOORD_HOOK_RUN_POD_SANDBOX ? "" : "app";
    EXPECT_EQ(cpus_at(node, stage, "lse", container), "2-3") << koord_hook_stage_name(stage);
    EXPECT_EQ(cpus_at(node, stage, "lsr", container), "4-5") << koord_hook_stage_name(stage);
  }
  node.set("lse", "LSE", "2", R"({"cpuset":"6-7"})");
  EXPECT_EQ(cpus_at(node, KOORD_HOOK_UPDATE_CONTAINER, "lse", "app"), "6-7") << "as it is now";
}

}  // namespace
}  // namespace koord::testing
