// memory_manager_state through koord.h: detected faults, repairs, and
// kubelet's own reader accepting the results.
#include "capi/kubelet_setup_support.h"

namespace koord::testing {
namespace {

constexpr std::string_view kMemoryConfig =
    R"({"systemReserved":{"memory":"2Gi"},"evictionHard":{"memory.available":"0"},)"
    R"("memoryManagerPolicy":"Static","reservedMemory":[{"numaNode":0,"limits":{"memory":"1Gi"}},)"
    R"({"numaNode":1,"limits":{"memory":"1Gi"}}]})";
constexpr std::string_view kNone = "{}";

class KubeletMemoryFile : public ::testing::Test {
 protected:
  // Writes the state of a kubelet that admitted two pods of 2 GiB.
  void SetUp() override {
    koord_kubelet *kubelet = nullptr;
    koord_error err{};
    ASSERT_EQ(koord_kubelet_new(topology_.get(), setup_of(kMemoryConfig).get(), &kubelet, &err),
              KOORD_OK)
        << err.message;
    for (const char *uid : {"p", "q"}) {
      const std::string json =
          std::string(R"({"metadata":{"name":"n","uid":")") + uid +
          R"("},"spec":{"containers":[{"name":"c","resources":{"limits":{"cpu":"1","memory":"2Gi"}}}]}})";
      koord_pod *pod = nullptr;
      ASSERT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &pod, &err), KOORD_OK);
      const PodPtr owner(pod);
      koord_refusal refusal{};
      ASSERT_EQ(koord_kubelet_admit(kubelet, pod, 0, nullptr, &refusal, &err), KOORD_OK);
      ASSERT_EQ(refusal.reason, KOORD_REASON_NONE);
    }
    koord_buffer *text = nullptr;
    ASSERT_EQ(koord_kubelet_get_memory_state(kubelet, &text, &err), KOORD_OK);
    good_ = text_of(BufferPtr(text).get());
    koord_kubelet_free(kubelet);
  }

  size_t findings(const std::string &state, std::string_view config = kMemoryConfig) {
    koord_kubelet_report *found = nullptr;
    koord_error err{};
    const SetupPtr setup = setup_of(config, {}, state);
    EXPECT_EQ(koord_kubelet_setup_set_version(setup.get(), version_, &err), KOORD_OK);
    EXPECT_EQ(koord_kubelet_check(topology_.get(), setup.get(), 0, &found, &err), KOORD_OK)
        << err.message;
    const ReportPtr owner(found);
    size_t count = 99;
    std::vector<koord_kubelet_finding> rows(2048);
    EXPECT_EQ(koord_kubelet_report_get_findings(found, rows.data(), sizeof rows[0], rows.size(),
                                                &count, &err),
              KOORD_OK);
    koord_buffer *report = nullptr;
    EXPECT_EQ(koord_kubelet_report_to_json(found, &report, &err), KOORD_OK);
    report_ = text_of(BufferPtr(report).get());
    return count;
  }

  std::string repair(const std::string &state, uint32_t flags = 0,
                     std::string_view config = kMemoryConfig) {
    const SetupPtr setup = setup_of(config, {}, state);
    EXPECT_EQ(add_container(setup.get(), "p"), KOORD_OK);
    EXPECT_EQ(koord_kubelet_setup_set_version(setup.get(), version_, nullptr), KOORD_OK);
    koord_buffer *text = nullptr, *report = nullptr;
    koord_error err{};
    status_ =
        koord_kubelet_repair_memory(topology_.get(), setup.get(), flags, &text, &report, &err);
    message_ = err.message;
    if (status_ != KOORD_OK) {
      EXPECT_EQ(text, nullptr);
      EXPECT_EQ(report, nullptr);
      return "";
    }
    report_ = text_of(BufferPtr(report).get());
    const std::string out = text_of(BufferPtr(text).get());
    const std::string saved_report = report_;
    EXPECT_EQ(findings(out, config), 0u) << out << "\n" << report_;
    report_ = saved_report;
    return out;
  }
  std::string replaced(std::string_view what, std::string_view by) const {
    std::string out = good_;
    const size_t at = out.find(what);
    EXPECT_NE(at, std::string::npos) << what << " in " << out;
    return at == std::string::npos ? out : out.replace(at, what.size(), by);
  }
  bool report_has(std::string_view text) const { return report_.find(text) != std::string::npos; }

  TopologyPtr topology_ = synthetic("numa:2(memory=8589934592) core:4 pu:2");
  koord_kubelet_version version_ = KOORD_KUBELET_VERSION_DEFAULT;
  std::string good_, report_, message_;
  koord_status status_ = KOORD_OK;
};

TEST_F(KubeletMemoryFile, ValidFilesStayByteForByte) {
  EXPECT_EQ(findings(good_), 0u) << report_;
  EXPECT_EQ(repair(good_), good_);
  EXPECT_TRUE(report_has("\"changed\": false"));
  const std::string unsealed = good_.substr(0, good_.find(",\"checksum\"")) + "}";
  EXPECT_EQ(repair(unsealed), unsealed) << "kubelet accepts a file without checksum";
}

TEST_F(KubeletMemoryFile, DamageIsMended) {
  // First a wrong checksum, then contents that the checksum would have protected.
  EXPECT_EQ(repair(replaced("\"checksum\":", "\"checksum\":1")), good_);
  EXPECT_TRUE(report_has("the checksum is recomputed"));
  EXPECT_EQ(repair(replaced("\"allocatable\":", "\"allocatable\":1")), good_);
  EXPECT_TRUE(report_has("NUMA node 0: allocatable memory becomes"));
  EXPECT_EQ(repair(replaced("\"cells\":[0]", "\"cells\":[0,77777777]")), good_);
  EXPECT_TRUE(report_has("the unreadable part of the file is rebuilt"));
  EXPECT_EQ(repair(replaced("\"cells\":[1]", "\"cells\":null")), good_);
  EXPECT_EQ(
      repair(replaced("\"1\":{\"numberOfAssignments\":0", "\"3\":{\"numberOfAssignments\":0")),
      good_);
  const std::string entry = repair(replaced("\"numaAffinity\":[0]", "\"numaAffinity\":[-5]"));
  EXPECT_EQ(entry.find("\"p\""), std::string::npos) << entry;
  EXPECT_NE(entry.find("\"q\""), std::string::npos) << entry;
  EXPECT_TRUE(report_has("\"action\": \"dropped\""));
}

TEST_F(KubeletMemoryFile, PodsThatAreGoneLoseTheirs) {
  const std::string mended = repair(good_, KOORD_REPAIR_ONLY_PRESENT);
  EXPECT_NE(mended.find("\"p\""), std::string::npos);
  EXPECT_EQ(mended.find("\"q\""), std::string::npos);
  EXPECT_TRUE(report_has("\"reason\": \"pod-gone\""));
}

TEST_F(KubeletMemoryFile, VersionTwoBecomesOne) {
  // Kubelet ignores the entries of pods, but notices that the checksum covers more than it reads.
  const std::string two =
      replaced(",\"checksum\":", R"(,"podEntries":{"p":{"memoryBlocks":[]}},"checksum":1)");
  EXPECT_EQ(findings(two), 1u);
  EXPECT_EQ(repair(two), good_);
  EXPECT_TRUE(report_has("version 2 of the file becomes 1"));
}

TEST_F(KubeletMemoryFile, ADowngradeThatLosesSomethingHasToBeForced) {
  const std::string two = replaced(
      ",\"checksum\":",
      R"(,"podEntries":{"p":{"memoryBlocks":[{"numaAffinity":[0],"type":"memory","size":1}]}},"checksum":1)");
  EXPECT_EQ(repair(two), "");
  EXPECT_EQ(status_, KOORD_E_CONFLICT);
  EXPECT_NE(message_.find("does not keep memory of whole pods"), std::string::npos);
  EXPECT_EQ(repair(two, KOORD_REPAIR_DOWNGRADE), good_);
}

// Upgrading and downgrading a file restores its bytes.
TEST_F(KubeletMemoryFile, FilesMoveBetweenVersions) {
  version_ = KOORD_KUBELET_VERSION_V1_37;
  EXPECT_EQ(findings(good_), 0u) << report_;
  const std::string doubled = repair(good_);
  EXPECT_TRUE(report_has("version 1 of the file becomes 3")) << report_;
  EXPECT_EQ(doubled.substr(0, good_.size() - 1), good_.substr(0, good_.size() - 1));
  EXPECT_EQ(repair(doubled), doubled);
  version_ = KOORD_KUBELET_VERSION_V1_35;
  EXPECT_EQ(repair(doubled), good_);
  EXPECT_TRUE(report_has("version 3 of the file becomes 1"));
}

TEST_F(KubeletMemoryFile, PoliciesAreTakenOverOnRequest) {
  EXPECT_EQ(repair(good_, 0, kNone), "");
  EXPECT_EQ(status_, KOORD_E_CONFLICT);
  EXPECT_EQ(message_,
            "[memorymanager] configured policy \"None\" differs from state checkpoint policy "
            "\"Static\"; migrate the file to change its policy");
  const std::string none = repair(good_, KOORD_REPAIR_MIGRATE, kNone);
  EXPECT_EQ(none.find("{\"policyName\":\"None\",\"machineState\":{},\"checksum\":"), 0u) << none;
  EXPECT_TRUE(report_has("policy \\\"Static\\\" becomes None"));
  EXPECT_EQ(findings(none), 1u);
  const std::string back = repair(none, KOORD_REPAIR_MIGRATE);
  EXPECT_EQ(back.find("{\"policyName\":\"Static\""), 0u);
  EXPECT_TRUE(report_has("becomes Static"));
}

TEST_F(KubeletMemoryFile, UnreadableFilesAreRecreatedOnRequest) {
  for (const std::string text : {"", "{", "[]", "null x", R"({"entries":7})"}) {
    EXPECT_EQ(findings(text), 1u) << text;
    EXPECT_EQ(repair(text), "") << text;
    EXPECT_EQ(status_, KOORD_E_INVALID);
    EXPECT_NE(message_.find("please drain this node and delete the memory manager checkpoint file"),
              std::string::npos)
        << message_;
    const std::string made = repair(text, KOORD_REPAIR_START_OVER);
    EXPECT_EQ(made.find("{\"policyName\":\"Static\",\"machineState\":{},\"checksum\":"), 0u)
        << made;
  }
}

TEST_F(KubeletMemoryFile, ArgumentsAreChecked) {
  koord_buffer *text = nullptr;
  const auto call = [&](MaybeFile state, uint32_t flags, koord_error *err) {
    return koord_kubelet_repair_memory(topology_.get(), setup_of(kMemoryConfig, {}, state).get(),
                                       flags, &text, nullptr, err);
  };
  EXPECT_FAILS(call({}, 0, &err), KOORD_E_INVALID, "memory_state: is not set");
  EXPECT_FAILS(call("{}", KOORD_REPAIR_KEEP_SHRUNK, &err), KOORD_E_INVALID, "flags");
  std::string many = R"({"policyName":"Static","machineState":{},"entries":{"p":{)";
  for (int i = 0; i < 70'000; ++i) many += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":[]";
  many += "}},\"checksum\":0}";
  EXPECT_FAILS(call(many, 0, &err), KOORD_E_LIMIT, "65536");
}

}  // namespace
}  // namespace koord::testing
