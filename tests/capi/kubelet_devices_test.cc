// Devices of device plugins through the C interface: setups, admissions and state files.
#include "capi/kubelet_setup_support.h"

namespace koord::testing {
namespace {

constexpr const char *kGpu = "nvidia.com/gpu";

class KubeletDeviceCalls : public ::testing::Test {
 protected:
  koord_status add(const char *resource, const char *id, uint64_t nodes, uint32_t flags = 0) {
    return koord_kubelet_setup_add_device(setup_.get(), resource, KOORD_NUL, id, KOORD_NUL, nodes,
                                          flags, &err_);
  }
  koord_status start() {
    koord_kubelet *out = nullptr;
    const koord_status status = koord_kubelet_new(topology_.get(), setup_.get(), &out, &err_);
    kubelet_.reset(out);
    return status;
  }
  // Returns true if a pod is admitted whose containers request these numbers of GPUs.
  bool admit(const std::string &uid, const std::vector<int> &gpus) {
    std::string containers;
    for (size_t i = 0; i < gpus.size(); ++i)
      containers += std::string(i > 0 ? "," : "") + R"({"name":"c)" + std::to_string(i) +
                    R"(","resources":{"limits":{"nvidia.com/gpu":")" + std::to_string(gpus[i]) +
                    R"("}}})";
    const std::string json = R"({"metadata":{"name":"p","uid":")" + uid +
                             R"("},"spec":{"containers":[)" + containers + "]}}";
    koord_pod *pod = nullptr;
    EXPECT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &pod, &err_), KOORD_OK);
    EXPECT_EQ(koord_kubelet_admit(kubelet_.get(), pod, 0, admission_.get(), &refusal_, &err_),
              KOORD_OK)
        << err_.message;
    koord_pod_unref(pod);
    return refusal_.reason == KOORD_REASON_NONE;
  }
  // Formats devices as "0:1 1:2": container 0 has device 1, container 1 has device 2.
  std::string devices() const {
    koord_plugin_device rows[8];
    size_t count = 0;
    EXPECT_EQ(
        koord_admission_get_devices(admission_.get(), rows, sizeof rows[0], 8, &count, nullptr),
        KOORD_OK);
    std::string out;
    for (size_t i = 0; i < count; ++i)
      out += (i > 0 ? " " : "") + std::to_string(rows[i].container) + ':' +
             std::to_string(rows[i].device);
    return out;
  }
  std::string refusal() const {
    char text[256];
    EXPECT_EQ(koord_kubelet_format_refusal(kubelet_.get(), &refusal_, text, sizeof text, nullptr,
                                           nullptr),
              KOORD_OK);
    return text;
  }
  std::string state() const {
    koord_buffer *buffer = nullptr;
    EXPECT_EQ(koord_kubelet_get_device_state(kubelet_.get(), &buffer, nullptr), KOORD_OK);
    return text_of(BufferPtr(buffer).get());
  }
  void restart_with(const std::string &file) {
    setup_ = setup_of("{}");
    ASSERT_EQ(koord_kubelet_setup_set_device_state(setup_.get(), file.data(), file.size(), &err_),
              KOORD_OK);
  }
  std::string message() const { return err_.message; }

  TopologyPtr topology_ = two_sockets();
  SetupPtr setup_ = setup_of("{}");
  KubeletPtr kubelet_;
  AdmissionPtr admission_ = new_admission();
  koord_refusal refusal_{};
  koord_error err_{};
};

TEST_F(KubeletDeviceCalls, DevicesHaveTheNumbersOfTheCalls) {
  ASSERT_EQ(add(kGpu, "a", 1, KOORD_PLUGIN_DEVICE_UNHEALTHY), KOORD_OK);
  ASSERT_EQ(add("example.com/nic", "a", 0), KOORD_OK);
  ASSERT_EQ(add(kGpu, "b", 2), KOORD_OK);
  ASSERT_EQ(add(kGpu, "c", 3), KOORD_OK);
  ASSERT_EQ(start(), KOORD_OK) << message();
  EXPECT_TRUE(admit("u", {1, 1}));
  EXPECT_EQ(devices(), "0:2 1:3");
  EXPECT_FALSE(admit("v", {1}));
  EXPECT_EQ(devices(), "");
  EXPECT_EQ(refusal(),
            "Allocate failed due to requested number of devices unavailable for nvidia.com/gpu. "
            "Requested: 1, Available: 0, which is unexpected");
  EXPECT_STREQ(koord_reason_get_name(refusal_.reason, refusal_.profile),
               "UnexpectedAdmissionError");
  EXPECT_STREQ(koord_reason_get_name(refusal_.reason, KOORD_PROFILE_SPEC), "NotEnoughDevices");
}

TEST_F(KubeletDeviceCalls, TheStateIsKubeletsFile) {
  ASSERT_EQ(add(kGpu, "a", 1), KOORD_OK);
  ASSERT_EQ(add(kGpu, "b", 3), KOORD_OK);
  ASSERT_EQ(add(kGpu, "c", 0), KOORD_OK);
  ASSERT_EQ(start(), KOORD_OK);
  ASSERT_TRUE(admit("u", {3}));
  const std::string file = state();
  EXPECT_EQ(file.substr(0, file.find(",\"Checksum\"")),
            R"({"Data":{"PodDeviceEntries":[{"PodUID":"u","ContainerName":"c0","ResourceName":)"
            R"("nvidia.com/gpu","DeviceIDs":{"-1":["c"],"0":["a","b"],"1":["b"]},"AllocResp":""}],)"
            R"("RegisteredDevices":{"nvidia.com/gpu":["a","b","c"]}})");
  restart_with(file);
  ASSERT_EQ(start(), KOORD_OK) << message();
  EXPECT_FALSE(admit("v", {1}));
  EXPECT_EQ(refusal(),
            "Allocate failed due to no healthy devices present; cannot allocate unhealthy devices "
            "nvidia.com/gpu, which is unexpected")
      << "no plugin is there yet";
}

TEST_F(KubeletDeviceCalls, AnswersOfPluginsAreKept) {
  restart_with(
      R"({"Data":{"PodDeviceEntries":[{"PodUID":"u","ContainerName":"c0","ResourceName":"nvidia.com/gpu",)"
      R"("DeviceIDs":{"0":["a"]},"AllocResp":"CgA="}],"RegisteredDevices":{"nvidia.com/gpu":["a"]}},)"
      R"("Checksum":0})");
  EXPECT_EQ(start(), KOORD_E_CORRUPT);
  const std::string right = message().substr(message().rfind(' ') + 1);
  restart_with(
      R"({"Data":{"PodDeviceEntries":[{"PodUID":"u","ContainerName":"c0","ResourceName":"nvidia.com/gpu",)"
      R"("DeviceIDs":{"0":["a"]},"AllocResp":"CgA="}],"RegisteredDevices":{"nvidia.com/gpu":["a"]}},)"
      R"("Checksum":)" +
      right + "}");
  ASSERT_EQ(add(kGpu, "a", 1), KOORD_OK);
  ASSERT_EQ(start(), KOORD_OK) << message();
  EXPECT_TRUE(admit("u", {1})) << "it has its device";
  EXPECT_NE(state().find(R"("DeviceIDs":{"0":["a"]},"AllocResp":"CgA=")"), std::string::npos);
  restart_with(R"({"Data":)");
  EXPECT_EQ(start(), KOORD_E_INVALID);
  EXPECT_EQ(message().find("kubelet_internal_checkpoint"), 0U) << message();
}

TEST_F(KubeletDeviceCalls, EntriesWithoutDevicesAndUnknownOnesAreHarmless) {
  const char *const files[] = {
      R"({"Data":{"PodDeviceEntries":null,"RegisteredDevices":null},"Checksum":0})",
      R"({"Data":{"PodDeviceEntries":[{"PodUID":"u","ContainerName":"c0","ResourceName":"a/b",)"
      R"("DeviceIDs":null,"AllocResp":null}],"RegisteredDevices":{"a/b":null}},"Checksum":0})",
      R"({"Data":{"PodDeviceEntries":[{"PodUID":"u","ContainerName":"c0","ResourceName":"",)"
      R"("DeviceIDs":{"7":["x","x"],"-9":null},"AllocResp":null}],"RegisteredDevices":{}},"Checksum":0})"};
  for (const std::string file : files) {
    restart_with(file);
    ASSERT_EQ(start(), KOORD_E_CORRUPT);
    const std::string right = message().substr(message().rfind(' ') + 1);
    restart_with(file.substr(0, file.size() - 2) + right + "}");
    ASSERT_EQ(add(kGpu, "a", 1), KOORD_OK);
    ASSERT_EQ(start(), KOORD_OK) << message();
    EXPECT_TRUE(admit("v", {1})) << file;
    EXPECT_EQ(devices(), "0:0");
    EXPECT_FALSE(state().empty());
  }
}

TEST_F(KubeletDeviceCalls, ErrorsNameTheArgument) {
  EXPECT_EQ(add("", "a", 1), KOORD_E_INVALID);
  EXPECT_EQ(message(), "resource: is empty");
  EXPECT_EQ(add("cpu", "a", 1), KOORD_E_INVALID);
  EXPECT_EQ(message(),
            "resource: found \"cpu\", expected a name with a domain, as vendor.example/device");
  EXPECT_EQ(add(kGpu, "", 1), KOORD_E_INVALID);
  EXPECT_EQ(message(), "id: is empty");
  EXPECT_EQ(add(kGpu, "a", 1, 2), KOORD_E_INVALID);
  EXPECT_EQ(message(), "flags: unknown bits 2, this version knows 1");
  EXPECT_EQ(add(kGpu, std::string(2000, 'a').c_str(), 1), KOORD_E_INVALID);
  ASSERT_EQ(add(kGpu, "a", 4), KOORD_OK);
  EXPECT_EQ(start(), KOORD_E_INVALID);
  EXPECT_EQ(message(),
            "device \"a\" of \"nvidia.com/gpu\": numa_nodes: found a node that is not one of the 2 "
            "of the topology");
  EXPECT_EQ(kubelet_, nullptr);
  setup_ = setup_of("{}");
  ASSERT_EQ(add(kGpu, "a", 1), KOORD_OK);
  ASSERT_EQ(add(kGpu, "a", 1), KOORD_OK);
  EXPECT_EQ(start(), KOORD_E_INVALID);
  EXPECT_EQ(message(),
            "device \"a\" of \"nvidia.com/gpu\": found a second one, expected each id once");
  setup_ = setup_of("{}");
  for (int i = 0; i < 65536; ++i) ASSERT_EQ(add(kGpu, std::to_string(i).c_str(), 1), KOORD_OK);
  EXPECT_EQ(add(kGpu, "b", 1), KOORD_E_LIMIT);
  ASSERT_EQ(start(), KOORD_OK);
  EXPECT_TRUE(admit("u", {8}));
}

}  // namespace
}  // namespace koord::testing
