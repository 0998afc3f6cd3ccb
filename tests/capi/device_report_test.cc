// Reports on devices through the C interface.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

constexpr char kMachine[] =
    R"(<?xml version="1.0"?><topology version="2.0">
<object type="Machine" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1">
<object type="NUMANode" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1"/>
<object type="PU" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1"/>
<object type="PCIDev" pci_busid="0000:1b:00.0" pci_type="0302 [10de:20b2] [0:0] 0"/>
<object type="PCIDev" pci_busid="0000:1f:00.0" pci_type="0207 [15b3:1017] [0:0] 0">
<object type="OSDev" name="mlx5_2" osdev_type="3"><info name="Port1State" value="4"/></object></object>
</object></topology>)";

bool has(const std::string &text, std::string_view part) { return text.find(part) != text.npos; }

class DeviceReport : public ::testing::Test {
 protected:
  void SetUp() override {
    koord_topology *made = nullptr;
    koord_error err{};
    ASSERT_EQ(koord_topology_from_hwloc_xml(nullptr, 0, kMachine, sizeof kMachine, &made, &err),
              KOORD_OK)
        << err.message;
    topology_.reset(made);
    setenv("KOORD_FAKE_NVML", "lost", 1);
  }
  void TearDown() override { unsetenv("KOORD_FAKE_NVML"); }

  koord_status report(const std::string &name, const std::string &library, const std::string &root,
                      koord_error *err = nullptr, const koord_context *context = nullptr) {
    koord_device_report *made = reinterpret_cast<koord_device_report *>(1);
    koord_status status = koord_device_report_new(context, flags_, &made, err);
    EXPECT_EQ(status == KOORD_OK, made != nullptr);
    const auto set = [&](auto call, const std::string &text) {
      if (status == KOORD_OK) status = call(made, text.data(), text.size(), err);
    };
    set(koord_device_report_set_nvml_library, library);
    set(koord_device_report_set_sysfs_root, root);
    set(koord_device_report_set_checkpoint, checkpoint_);
    set(koord_device_report_set_pods, pods_);
    koord_buffer *out = nullptr;
    if (status == KOORD_OK) {
      out = reinterpret_cast<koord_buffer *>(1);
      status =
          koord_device_report_to_json(made, topology_.get(), name.data(), name.size(), &out, err);
    }
    koord_device_report_free(made);
    if (status != KOORD_OK) {
      EXPECT_EQ(out, nullptr);
      return status;
    }
    const BufferPtr owner(out);
    text_ = text_of(out);
    return status;
  }

  TopologyPtr topology_;
  koord_device_report_flags flags_ = 0;
  std::string checkpoint_;
  std::string pods_;
  std::string text_;
};

TEST_F(DeviceReport, WithoutFlagsHasTheDevicesOfTheTopology) {
  ASSERT_EQ(report("node1", "", ""), KOORD_OK);
  EXPECT_TRUE(has(text_, R"("type": "rdma")")) << text_;
  EXPECT_TRUE(has(text_, R"("minor": 2)"));
  EXPECT_FALSE(has(text_, R"("type": "gpu")"));
}

TEST_F(DeviceReport, ReadsNvmlIfTheFlagIsSet) {
  flags_ = KOORD_DEVICE_REPORT_NVML;
  koord_context *made = nullptr;
  ASSERT_EQ(koord_context_new(&made, nullptr), KOORD_OK);
  const ContextPtr context(made);
  std::string remark;
  koord_context_set_log(
      made,
      [](void *user, int32_t level, const char *message, size_t length) {
        EXPECT_EQ(level, KOORD_LOG_LEVEL_WARNING);
        static_cast<std::string *>(user)->assign(message, length);
      },
      &remark);
  ASSERT_EQ(report("node1", KOORD_FAKE_NVML_LIBRARY, "", nullptr, made), KOORD_OK);
  EXPECT_TRUE(has(text_, R"("busID": "0000:1b:00.0")")) << text_;
  EXPECT_TRUE(has(text_, R"("health": false)"));
  EXPECT_TRUE(has(text_, "node.koordinator.sh/gpu-links"));
  EXPECT_EQ(remark, "NVML: GPU 3 is unhealthy: memory: NVML error 15 (the GPU is lost)");

  koord_buffer *out = nullptr;
  koord_error err{};
  ASSERT_EQ(koord_device_get_node_resources(made, text_.data(), text_.size(),
                                            KOORD_NODE_RESOURCES_SHARED, &out, &err),
            KOORD_OK)
      << err.message;
  const BufferPtr owner(out);
  const std::string offered = text_of(out);
  EXPECT_TRUE(has(offered, R"("koordinator.sh/gpu": "700")")) << offered;
  EXPECT_TRUE(has(offered, R"("koordinator.sh/gpu.shared": "700")"));
  EXPECT_TRUE(has(offered, R"("koordinator.sh/gpu-memory": "560Gi")"));
  EXPECT_TRUE(has(offered, R"("koordinator.sh/rdma": "100")"));
  EXPECT_TRUE(has(offered, R"("node.koordinator.sh/gpu-model": "A100-SXM4-80GB")"));
}

// A kubelet_internal_checkpoint with replicas of one GPU, two pods
// with the other GPU, and an unrelated device.
constexpr char kCheckpoint[] =
    R"({"Data":{"PodDeviceEntries":[{"PodUID":"plain","ContainerName":"main","ResourceName":"nvidia.com/gpu","DeviceIDs":{"0":["GPU-00000000-1111-2222-3333-444444444444::1","GPU-00000000-1111-2222-3333-444444444444::0"]},"AllocResp":null},)"
    R"({"PodUID":"ours","ContainerName":"main","ResourceName":"nvidia.com/gpu","DeviceIDs":{"0":["GPU-00000001-1111-2222-3333-444444444444"]},"AllocResp":null},)"
    R"({"PodUID":"over","ContainerName":"main","ResourceName":"nvidia.com/gpu","DeviceIDs":{"0":["GPU-00000001-1111-2222-3333-444444444444"]},"AllocResp":null},)"
    R"({"PodUID":"fuse","ContainerName":"main","ResourceName":"smarter-devices/fuse","DeviceIDs":{"0":["fuse-7"]},"AllocResp":null}],"RegisteredDevices":{}},"Checksum":1073542539})";

TEST_F(DeviceReport, ListsDevicesThatKubeletAssigned) {
  flags_ = KOORD_DEVICE_REPORT_NVML;
  setenv("KOORD_FAKE_NVML", "pascal2", 1);
  const std::string gpu = "GPU-00000000-1111-2222-3333-444444444444";
  checkpoint_ = kCheckpoint;
  pods_ = R"([{"metadata":{"name":"a","uid":"ours","annotations":{)"
          R"("scheduling.koordinator.sh/device-allocated":"{\"gpu\":[{\"minor\":1}]}"}},)"
          R"("spec":{"containers":[{"name":"main","resources":{"limits":{"nvidia.com/gpu":1}}}]}},)"
          R"({"metadata":{"name":"b","uid":"over"},"status":{"phase":"Succeeded"}}])";
  koord_error err{};
  ASSERT_EQ(report("node1", KOORD_FAKE_NVML_LIBRARY, "", &err), KOORD_OK) << err.message;
  const auto annotation = [&] {
    return nlohmann::json::parse(text_)["metadata"]["annotations"].value(
        "node.koordinator.sh/devices-checkpoints", "");
  };
  EXPECT_EQ(annotation(), R"([{"podUID":"plain","containerName":"main",)"
                          R"("resourceName":"nvidia.com/gpu","deviceIDs":[")" +
                              gpu + R"(::0",")" + gpu + R"(::1"]}])");
  // Schedulers refuse these annotations, so kubelet's record counts.
  const std::string valid = pods_;
  for (const auto &[part, other] :
       {std::pair{R"({\"minor\":1})", R"({\"minor\":0},{\"minor\":1})"},
        std::pair{R"(nvidia.com/gpu)", "example.com/any"},
        std::pair{R"(nvidia.com/gpu)", "hygon.com/dcu"},
        std::pair{R"({\"minor\":1})",
                  R"({\"minor\":1,\"resources\":{\"koordinator.sh/gpu-core\":200}})"}}) {
    pods_ = valid;
    pods_.replace(pods_.find(part), std::string_view(part).size(), other);
    ASSERT_EQ(report("node1", KOORD_FAKE_NVML_LIBRARY, "", &err), KOORD_OK) << err.message;
    EXPECT_TRUE(has(annotation(), R"("podUID":"ours")")) << pods_;
  }
  pods_.clear();
  ASSERT_EQ(report("node1", KOORD_FAKE_NVML_LIBRARY, "", &err), KOORD_OK) << err.message;
  EXPECT_TRUE(has(annotation(), R"("podUID":"ours")")) << "no pods are known";
  EXPECT_TRUE(has(annotation(), R"("podUID":"over")"));

  checkpoint_.replace(checkpoint_.find("plain"), 5, "other");
  EXPECT_EQ(report("node1", KOORD_FAKE_NVML_LIBRARY, "", &err), KOORD_E_CORRUPT);
  checkpoint_ = "{";
  EXPECT_EQ(report("node1", KOORD_FAKE_NVML_LIBRARY, "", &err), KOORD_E_INVALID);
  EXPECT_TRUE(has(err.message, "kubelet_internal_checkpoint")) << err.message;
  checkpoint_.clear();
  pods_ = R"([{"kind":"Node"}])";
  EXPECT_EQ(report("node1", KOORD_FAKE_NVML_LIBRARY, "", &err), KOORD_E_INVALID);
}

TEST_F(DeviceReport, BadArgumentsAreNamed) {
  koord_error err{};
  EXPECT_EQ(report("Node_1", "", "", &err), KOORD_E_INVALID);
  EXPECT_TRUE(has(err.message, "node name")) << err.message;
  EXPECT_EQ(report("node1", "/some/path", "", &err), KOORD_E_INVALID);
  EXPECT_TRUE(has(err.message, "nvml_library: given without KOORD_DEVICE_REPORT_NVML"))
      << err.message;
  EXPECT_EQ(report("node1", "", "/", &err), KOORD_E_INVALID);
  EXPECT_TRUE(has(err.message, "sysfs_root: given without KOORD_DEVICE_REPORT_SYSFS"))
      << err.message;
  flags_ = KOORD_DEVICE_REPORT_NVML;
  EXPECT_EQ(report("node1", "/nowhere/libnvidia-ml.so.1", "", &err), KOORD_E_IO);
  setenv("KOORD_FAKE_NVML", "mismatch", 1);
  EXPECT_EQ(report("node1", KOORD_FAKE_NVML_LIBRARY, "", &err), KOORD_E_UNSUPPORTED);
  setenv("KOORD_FAKE_NVML", "same-uuid", 1);
  EXPECT_EQ(report("node1", KOORD_FAKE_NVML_LIBRARY, "", &err), KOORD_E_CORRUPT);
  setenv("KOORD_FAKE_NVML", "count", 1);
  EXPECT_EQ(report("node1", KOORD_FAKE_NVML_LIBRARY, "", &err), KOORD_E_LIMIT);
  flags_ = 4;
  EXPECT_EQ(report("node1", "", "", &err), KOORD_E_INVALID);
  EXPECT_TRUE(has(err.message, "flags")) << err.message;
}

TEST_F(DeviceReport, ArgumentsAreNeeded) {
  EXPECT_FAILS(koord_device_report_new(nullptr, 0, nullptr, &err), KOORD_E_INVALID, "out");
  koord_device_report *made = nullptr;
  ASSERT_EQ(koord_device_report_new(nullptr, 0, &made, nullptr), KOORD_OK);
  koord_buffer *out = nullptr;
  EXPECT_FAILS(koord_device_report_to_json(made, topology_.get(), "n", 1, nullptr, &err),
               KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_device_report_to_json(made, nullptr, "n", 1, &out, &err), KOORD_E_INVALID,
               "topology");
  EXPECT_FAILS(koord_device_report_to_json(nullptr, topology_.get(), "n", 1, &out, &err),
               KOORD_E_INVALID, "report");
  for (const auto set : {koord_device_report_set_nvml_library, koord_device_report_set_sysfs_root,
                         koord_device_report_set_checkpoint, koord_device_report_set_pods}) {
    EXPECT_FAILS(set(nullptr, "", 0, &err), KOORD_E_INVALID, "report");
    EXPECT_EQ(set(made, nullptr, 0, nullptr), KOORD_OK);
  }
  koord_device_report_free(made);
  koord_device_report_free(nullptr);
}

TEST_F(DeviceReport, FailedCallsChangeNothing) {
  koord_device_report *made = nullptr;
  ASSERT_EQ(koord_device_report_new(nullptr, KOORD_DEVICE_REPORT_NVML, &made, nullptr), KOORD_OK);
  const std::unique_ptr<koord_device_report, decltype(&koord_device_report_free)> owner(
      made, koord_device_report_free);
  setenv("KOORD_FAKE_NVML", "pascal2", 1);
  const auto written = [&] {
    koord_buffer *out = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_device_report_to_json(made, topology_.get(), "n", 1, &out, &err), KOORD_OK)
        << err.message;
    return text_of(BufferPtr(out).get());
  };
  ASSERT_EQ(koord_device_report_set_nvml_library(made, KOORD_FAKE_NVML_LIBRARY, KOORD_NUL, nullptr),
            KOORD_OK);
  ASSERT_EQ(koord_device_report_set_checkpoint(made, kCheckpoint, KOORD_NUL, nullptr), KOORD_OK);
  const std::string before = written();
  EXPECT_TRUE(has(before, R"(\"podUID\":\"ours\")")) << before;
  EXPECT_EQ(koord_device_report_set_checkpoint(made, "{", 1, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(koord_device_report_set_pods(made, "{", 1, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(koord_device_report_set_sysfs_root(made, "/", 1, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(written(), before);
  ASSERT_EQ(koord_device_report_set_checkpoint(made, nullptr, 0, nullptr), KOORD_OK);
  EXPECT_FALSE(has(written(), "ours"));
}

TEST_F(DeviceReport, ReadsSysfsBelowTheGivenRoot) {
  flags_ = KOORD_DEVICE_REPORT_SYSFS;
  ASSERT_EQ(report("node1", "", "/nowhere"), KOORD_OK);
  EXPECT_TRUE(has(text_, R"("type": "rdma")"));
}

TEST(DeviceNodeResources, ReadAnyDeviceObject) {
  const auto offered = [](std::string_view json, uint32_t flags, koord_error *err) {
    koord_buffer *out = reinterpret_cast<koord_buffer *>(1);
    const koord_status status =
        koord_device_get_node_resources(nullptr, json.data(), json.size(), flags, &out, err);
    EXPECT_EQ(status == KOORD_OK, out != nullptr);
    const BufferPtr owner(out);
    return status;
  };
  koord_error err{};
  EXPECT_EQ(offered(R"({"metadata":{"name":"n"}})", 0, &err), KOORD_OK) << err.message;
  EXPECT_EQ(offered("{", 0, &err), KOORD_E_INVALID);
  EXPECT_EQ(offered(R"({"kind":"Pod","metadata":{"name":"n"}})", 0, &err), KOORD_E_INVALID);
  EXPECT_EQ(offered(R"({"metadata":{"name":"n"}})", 2, &err), KOORD_E_INVALID);
  const std::string most = "9223372036854775807";
  const std::string gpu =
      R"({"type":"gpu","health":true,"resources":{"example.com/x":")" + most + R"("},"minor":)";
  EXPECT_EQ(offered(R"({"metadata":{"name":"n"},"spec":{"devices":[)" + gpu + "0}," + gpu + "1}]}}",
                    0, &err),
            KOORD_E_LIMIT)
      << err.message;
}

}  // namespace
}  // namespace koord::testing
