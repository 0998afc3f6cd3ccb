// Kubelet setups: accepted and rejected inputs, and a rejected text leaving the setup unchanged.
#include "capi/kubelet_setup_support.h"

namespace koord::testing {
namespace {

constexpr std::string_view kSetupConfig =
    R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0,8","topologyManagerPolicyOptions":{"new":"true"}})";

void note_remark(void *user, int32_t, const char *message, size_t length) {
  static_cast<std::vector<std::string> *>(user)->emplace_back(message, length);
}

class KubeletSetupCalls : public ::testing::Test {
 protected:
  koord_status set_config(std::string_view text, koord_error *err = nullptr) {
    return koord_kubelet_setup_set_config(setup_.get(), text.data(), text.size(), err);
  }
  koord_status set_cpu_state(std::string_view text, koord_error *err = nullptr) {
    return koord_kubelet_setup_set_cpu_state(setup_.get(), text.data(), text.size(), err);
  }
  koord_status set_memory_state(std::string_view text, koord_error *err = nullptr) {
    return koord_kubelet_setup_set_memory_state(setup_.get(), text.data(), text.size(), err);
  }
  // Returns the CPUs that the kubelet reserves, or the reason why it does not start.
  std::string reserved() const {
    koord_kubelet *kubelet = nullptr;
    koord_error err{};
    if (koord_kubelet_new(topology_.get(), setup_.get(), &kubelet, &err) != KOORD_OK)
      return err.message;
    const KubeletPtr owner(kubelet);
    uint64_t word = 0;
    EXPECT_EQ(koord_kubelet_get_cpus(kubelet, KOORD_KUBELET_CPUSET_RESERVED, &word, 1, nullptr),
              KOORD_OK);
    return list_of(&word, 1);
  }

  TopologyPtr topology_ = two_sockets();
  SetupPtr setup_ = setup_of("");
};

TEST_F(KubeletSetupCalls, HasDefaultsUntilSomethingIsSet) {
  EXPECT_EQ(reserved(), "");
  ASSERT_EQ(set_config(kSetupConfig), KOORD_OK);
  EXPECT_EQ(reserved(), "0,8");
  ASSERT_EQ(set_cpu_state("{"), KOORD_OK) << "a file is read where it is used";
  EXPECT_NE(reserved().find("could not restore state from checkpoint"), std::string::npos);
  ASSERT_EQ(set_cpu_state(""), KOORD_OK);
  EXPECT_EQ(reserved(), "0,8") << "an empty file is none for a kubelet";
  ASSERT_EQ(set_config(""), KOORD_OK);
  EXPECT_EQ(reserved(), "");
}

koord_kubelet_version parsed(std::string_view text) {
  koord_kubelet_version out = -1;
  return koord_kubelet_version_parse(text.data(), text.size(), &out, nullptr) == KOORD_OK ? out
                                                                                          : -1;
}

TEST_F(KubeletSetupCalls, VersionsAreReadAsNodesReportThem) {
  EXPECT_EQ(parsed("v1.36.3"), KOORD_KUBELET_VERSION_V1_36);
  EXPECT_EQ(parsed("1.37"), KOORD_KUBELET_VERSION_V1_37);
  EXPECT_EQ(parsed("v1.37+"), KOORD_KUBELET_VERSION_V1_37);
  EXPECT_EQ(parsed("v1.35.4-gke.100"), KOORD_KUBELET_VERSION_V1_35);
  EXPECT_EQ(parsed("v1.28.0"), KOORD_KUBELET_VERSION_V1_35) << "the oldest known";
  EXPECT_EQ(parsed("v1.38.0-beta.0"), KOORD_KUBELET_VERSION_V1_38);
  EXPECT_EQ(parsed("v1.99.0"), KOORD_KUBELET_VERSION_V1_38) << "the newest known";
  for (const char *odd :
       {"", "v", "1", "1.", "v2.36.0", "1.x", "1.36x", "v1.4294967296.0", "1.-36"})
    EXPECT_EQ(parsed(odd), -1) << odd;
}

// The written files show the version.
TEST_F(KubeletSetupCalls, TheVersionDecidesWhichFilesAreWritten) {
  const auto written = [&] {
    koord_kubelet *kubelet = nullptr;
    koord_buffer *text = nullptr;
    EXPECT_EQ(koord_kubelet_new(topology_.get(), setup_.get(), &kubelet, nullptr), KOORD_OK);
    const KubeletPtr owner(kubelet);
    EXPECT_EQ(koord_kubelet_get_cpu_state(kubelet, &text, nullptr), KOORD_OK);
    return text_of(BufferPtr(text).get());
  };
  const std::string bare = R"({"policyName":"none","defaultCpuSet":"","checksum":1353318690})";
  EXPECT_EQ(written(), bare);
  ASSERT_EQ(koord_kubelet_setup_set_version(setup_.get(), KOORD_KUBELET_VERSION_V1_37, nullptr),
            KOORD_OK);
  EXPECT_EQ(
      written(),
      R"({"policyName":"none","defaultCpuSet":"","checksum":1353318690,"data":"{\"policyName\":)"
      R"(\"none\",\"defaultCpuSet\":\"\"}","dataChecksum":3028111495})");
  ASSERT_EQ(koord_kubelet_setup_reset(setup_.get(), nullptr), KOORD_OK);
  EXPECT_EQ(written(), bare);
  koord_error err{};
  EXPECT_EQ(koord_kubelet_setup_set_version(setup_.get(), 39, &err), KOORD_E_INVALID);
  EXPECT_STREQ(err.message, "version: found 39, expected a koord_kubelet_version");
  ASSERT_EQ(koord_kubelet_setup_set_version(setup_.get(), KOORD_KUBELET_VERSION_V1_35, nullptr),
            KOORD_OK);
  EXPECT_EQ(set_config(R"({"featureGates":{"PodLevelResourceManagers":false}})"), KOORD_OK);
  EXPECT_NE(reserved().find("unrecognized feature gate: PodLevelResourceManagers"),
            std::string::npos);
}

TEST_F(KubeletSetupCalls, ServesAnyNumberOfCalls) {
  ASSERT_EQ(set_config(kSetupConfig), KOORD_OK);
  koord_buffer *nrt = nullptr;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(reserved(), "0,8");
    ASSERT_EQ(koord_topology_to_nrt(topology_.get(), setup_.get(), "n", 1, &nrt, nullptr),
              KOORD_OK);
    EXPECT_NE(text_of(BufferPtr(nrt).get()).find(R"(\"reservedCPUs\":\"0,8\")"), std::string::npos);
  }
}

TEST_F(KubeletSetupCalls, ResetMakesItAsNew) {
  ASSERT_EQ(set_config(kSetupConfig), KOORD_OK);
  ASSERT_EQ(set_cpu_state("{"), KOORD_OK);
  ASSERT_EQ(set_memory_state("{"), KOORD_OK);
  ASSERT_EQ(add_container(setup_.get(), "p"), KOORD_OK);
  ASSERT_EQ(koord_kubelet_setup_reset(setup_.get(), nullptr), KOORD_OK);
  EXPECT_EQ(reserved(), "");
  koord_kubelet_report *found = nullptr;
  ASSERT_EQ(koord_kubelet_check(topology_.get(), setup_.get(), KOORD_REPAIR_ONLY_PRESENT, &found,
                                nullptr),
            KOORD_OK);
  const ReportPtr owner(found);
  size_t count = 9;
  ASSERT_EQ(koord_kubelet_report_get_findings(found, nullptr, 0, 0, &count, nullptr), KOORD_OK);
  EXPECT_EQ(count, 0u);
}

TEST_F(KubeletSetupCalls, RemarksGoToTheLogOfTheContext) {
  std::vector<std::string> said;
  koord_context *context = nullptr;
  ASSERT_EQ(koord_context_new(&context, nullptr), KOORD_OK);
  koord_context_set_log(context, &note_remark, &said);
  koord_kubelet_setup *made = nullptr;
  ASSERT_EQ(koord_kubelet_setup_new(context, &made, nullptr), KOORD_OK);
  koord_context_free(context);
  setup_.reset(made);
  ASSERT_EQ(set_config(kSetupConfig), KOORD_OK);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("topologyManagerPolicyOptions"), std::string::npos) << said[0];
  EXPECT_EQ(reserved(), "0,8");
  EXPECT_EQ(said.size(), 1u) << "once, however often it is used";
  ASSERT_EQ(koord_kubelet_setup_reset(made, nullptr), KOORD_OK);
  ASSERT_EQ(set_config(kSetupConfig), KOORD_OK);
  EXPECT_EQ(said.size(), 2u);
}

TEST_F(KubeletSetupCalls, ARefusedTextLeavesTheOldOne) {
  ASSERT_EQ(set_config(kSetupConfig), KOORD_OK);
  ASSERT_EQ(set_cpu_state(""), KOORD_OK);
  EXPECT_FAILS(set_config(R"({"reservedSystemCPUs":"3-1"})", &err), KOORD_E_INVALID,
               "reservedSystemCPUs");
  EXPECT_FAILS(set_config(std::string("{\0}", 3), &err), KOORD_E_INVALID,
               "kubelet_config: byte 1 is NUL");
  const std::string large((size_t{16} << 20) + 1, ' ');
  EXPECT_FAILS(set_config(large, &err), KOORD_E_LIMIT, "KubeletConfiguration");
  EXPECT_FAILS(set_cpu_state(large, &err), KOORD_E_LIMIT,
               "cpu_manager_state: 16777217 bytes, expected at most 16777216");
  EXPECT_FAILS(set_memory_state(large, &err), KOORD_E_LIMIT,
               "memory_manager_state: 16777217 bytes, expected at most 16777216");
  EXPECT_FAILS(set_cpu_state(std::string_view("\0", 1), &err), KOORD_E_INVALID,
               "cpu_state: byte 0 is NUL");
  EXPECT_EQ(reserved(), "0,8");
}

TEST_F(KubeletSetupCalls, ContainersAreBounded) {
  const std::string longest(1024, 'u'), longer(1025, 'u');
  EXPECT_EQ(add_container(setup_.get(), longest, longest, longest), KOORD_OK);
  EXPECT_FAILS(add_container(setup_.get(), longer, "", "", &err), KOORD_E_INVALID,
               "uid: 1025 bytes, at most 1024 are accepted");
  EXPECT_FAILS(add_container(setup_.get(), "u", longer, "", &err), KOORD_E_INVALID, "name");
  EXPECT_FAILS(add_container(setup_.get(), "u", "n", longer, &err), KOORD_E_INVALID, "id");
  EXPECT_FAILS(add_container(setup_.get(), "", "n", "", &err), KOORD_E_INVALID, "uid: is empty");
  EXPECT_FAILS(add_container(setup_.get(), "u", "", "i", &err), KOORD_E_INVALID,
               "name: is empty, expected the name of container \"i\"");
  EXPECT_FAILS(add_container(setup_.get(), "\xff", "", "", &err), KOORD_E_INVALID, "uid");
  for (int i = 1; i < 65536; ++i)
    ASSERT_EQ(add_container(setup_.get(), "u", "n", "i"), KOORD_OK) << i;
  EXPECT_FAILS(add_container(setup_.get(), "u", "n", "i", &err), KOORD_E_LIMIT, "65536");
  ASSERT_EQ(koord_kubelet_setup_reset(setup_.get(), nullptr), KOORD_OK);
  EXPECT_EQ(add_container(setup_.get(), "u", "n", "i"), KOORD_OK);
}

TEST_F(KubeletSetupCalls, NullIsRefused) {
  EXPECT_FAILS(koord_kubelet_setup_new(nullptr, nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_kubelet_setup_reset(nullptr, &err), KOORD_E_INVALID, "setup");
  EXPECT_FAILS(koord_kubelet_setup_set_config(nullptr, "", 0, &err), KOORD_E_INVALID, "setup");
  EXPECT_FAILS(koord_kubelet_setup_set_config(setup_.get(), nullptr, 1, &err), KOORD_E_INVALID,
               "kubelet_config");
  EXPECT_FAILS(koord_kubelet_setup_set_cpu_state(nullptr, "", 0, &err), KOORD_E_INVALID, "setup");
  EXPECT_FAILS(koord_kubelet_setup_set_cpu_state(setup_.get(), nullptr, 1, &err), KOORD_E_INVALID,
               "cpu_state");
  EXPECT_FAILS(koord_kubelet_setup_set_memory_state(setup_.get(), nullptr, 1, &err),
               KOORD_E_INVALID, "memory_state");
  EXPECT_FAILS(add_container(nullptr, "u", "", "", &err), KOORD_E_INVALID, "setup");
  koord_kubelet_setup_free(nullptr);
}

}  // namespace
}  // namespace koord::testing
