// Devices in a container's environment and CDI names, and values that must never get there.
#include "device/container.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/expect_error.h"

namespace koord {
namespace {

using device::GpuNames;
using device::RdmaNodes;
using object::AllocatedDevice;
using Texts = std::vector<std::string>;

AllocatedDevice given(const std::string &type, const std::string &id, int32_t minor,
                      const Texts &vfs = {}) {
  AllocatedDevice out;
  out.type = type;
  out.id = id;
  out.minor = minor;
  for (const std::string &bus_id : vfs) out.vfs.push_back({-1, bus_id});
  return out;
}

const std::string kUuid = "98583a5c-c155-9cf6-f955-03c189d3dbfb";
const std::string kOther = "7F6410B9-BDF7-F9A5-DE09-AA5EC31A7124";

TEST(Container, GpusAreNamedByUuid) {
  const std::vector<AllocatedDevice> devices = {
      given("gpu", "GPU-" + kUuid, 3), given("rdma", "0000:1f:00.0", 0),
      given("gpu", "MIG-" + kOther, 0), given("gpu", "MIG-GPU-" + kUuid + "/1/0", 5)};
  EXPECT_EQ(device::visible_devices(devices, GpuNames::kUuids),
            "GPU-" + kUuid + ",MIG-" + kOther + ",MIG-GPU-" + kUuid + "/1/0");
  EXPECT_EQ(device::cdi_names(devices, GpuNames::kUuids),
            (Texts{"nvidia.com/gpu=GPU-" + kUuid, "nvidia.com/gpu=MIG-" + kOther,
                   "nvidia.com/gpu=MIG-GPU-" + kUuid + "/1/0"}));
  EXPECT_EQ(device::visible_devices(devices, GpuNames::kMinors), "3,0,5");
}

TEST(Container, MigInstancesAreNamedByUuidOnly) {
  const std::vector<AllocatedDevice> devices = {given("gpu", "GPU-" + kUuid, 3),
                                                given("mig-1g.10gb", "MIG-" + kOther, 184)};
  EXPECT_EQ(device::visible_devices(devices, GpuNames::kUuids), "GPU-" + kUuid + ",MIG-" + kOther);
  EXPECT_EQ(device::visible_devices(devices, GpuNames::kMinors), "3,MIG-" + kOther);
  EXPECT_EQ(device::cdi_names(devices, GpuNames::kMinors)[1], "nvidia.com/gpu=MIG-" + kOther);
  for (const std::string &id : {std::string(), std::string("184"), "GPU-" + kUuid}) {
    AllocatedDevice instance = given("mig-1g.10gb", id, 184);
    instance.by_minor = true;
    const std::vector<AllocatedDevice> one = {instance};
    EXPECT_ERROR(device::visible_devices(one, GpuNames::kUuids), Status::kInvalid,
                 "mig-1g.10gb 184: found id");
  }
}

TEST(Container, WithoutGpusTheVariableIsLeftAlone) {
  EXPECT_EQ(device::visible_devices({}, GpuNames::kUuids), std::nullopt);
  const std::vector<AllocatedDevice> devices = {given("rdma", "0000:1f:00.0", 0)};
  EXPECT_EQ(device::visible_devices(devices, GpuNames::kMinors), std::nullopt);
  EXPECT_TRUE(device::cdi_names(devices, GpuNames::kUuids).empty());
}

TEST(Container, IdsThatMeanAnythingElseAreRefused) {
  const std::string null_inside = "GPU-" + kUuid + std::string(1, '\0');
  for (const std::string &id : {std::string(),
                                std::string("all"),
                                std::string("void"),
                                std::string("none"),
                                std::string("0"),
                                kUuid,
                                "GPU-" + kUuid + ",all",
                                "GPU-" + kUuid + "\n",
                                "GPU-" + kUuid + " ",
                                "gpu-" + kUuid,
                                "GPU-" + kUuid.substr(1),
                                "GPU-" + kUuid + "::0",
                                "GPU-" + kUuid + "/0/0",
                                "MIG-GPU-" + kUuid,
                                "MIG-GPU-" + kUuid + "/1",
                                "MIG-GPU-" + kUuid + "/1/",
                                "MIG-GPU-" + kUuid + "/1/0/2",
                                "MIG-GPU-" + kUuid + "/-1/0",
                                "MIG-GPU-" + kUuid + "/1/1000",
                                std::string("MIG-all"),
                                std::string("GPU-*"),
                                null_inside,
                                "GPU-x" + kUuid.substr(1)}) {
    const std::vector<AllocatedDevice> devices = {given("gpu", id, 0)};
    EXPECT_ERROR(device::visible_devices(devices, GpuNames::kUuids), Status::kInvalid, "gpu 0");
    EXPECT_ERROR(device::cdi_names(devices, GpuNames::kUuids), Status::kInvalid,
                 "expected GPU-<uuid>");
  }
}

// Device objects may lack ids, and upstream names GPUs by their minors.
TEST(Container, MinorsAreUsedOnlyOnRequest) {
  std::vector<AllocatedDevice> devices = {given("gpu", "", 3), given("gpu", "GPU-" + kUuid, 0)};
  EXPECT_ERROR(device::visible_devices(devices, GpuNames::kUuids), Status::kInvalid, "gpu 3");
  EXPECT_EQ(device::visible_devices(devices, GpuNames::kMinors), "3,0");
  EXPECT_EQ(device::cdi_names(devices, GpuNames::kMinors),
            (Texts{"nvidia.com/gpu=3", "nvidia.com/gpu=GPU-" + kUuid}));
  devices[0].by_minor = true;
  EXPECT_EQ(device::visible_devices(devices, GpuNames::kUuids), "3,GPU-" + kUuid);
  EXPECT_EQ(device::cdi_names(devices, GpuNames::kUuids),
            (Texts{"nvidia.com/gpu=3", "nvidia.com/gpu=GPU-" + kUuid}));
}

TEST(Container, ErrorsNameTheDevice) {
  const std::vector<AllocatedDevice> devices = {given("gpu", "GPU-" + kUuid, 3),
                                                given("gpu", "", 7)};
  try {
    device::visible_devices(devices, GpuNames::kUuids);
    FAIL();
  } catch (const device::UnnamedDevice &error) {
    EXPECT_EQ(error.type(), "gpu");
    EXPECT_EQ(error.minor(), 7);
  }
}

TEST(Container, NoGpuIsGivenTwice) {
  const std::vector<AllocatedDevice> twice = {given("gpu", "GPU-" + kUuid, 0),
                                              given("gpu", "GPU-" + kUuid, 1)};
  EXPECT_ERROR(device::visible_devices(twice, GpuNames::kUuids), Status::kInvalid, "given twice");
  EXPECT_EQ(device::visible_devices(twice, GpuNames::kMinors), "0,1");
  const std::vector<AllocatedDevice> minors = {given("gpu", "", 4), given("gpu", "", 4)};
  EXPECT_ERROR(device::visible_devices(minors, GpuNames::kMinors), Status::kInvalid, "given twice");
  const std::vector<AllocatedDevice> negative = {given("gpu", "", -1)};
  EXPECT_ERROR(device::visible_devices(negative, GpuNames::kMinors), Status::kInvalid, "negative");
}

TEST(Container, DevicesAreBounded) {
  const std::vector<AllocatedDevice> many(1025, given("rdma", "0000:1f:00.0", 0));
  EXPECT_ERROR(device::visible_devices(many, GpuNames::kUuids), Status::kLimit, "1025 devices");
  EXPECT_ERROR(device::rdma_device_nodes(many, {}, false), Status::kLimit, "1025 devices");
  const std::vector<AllocatedDevice> functions = {
      given("rdma", "0000:1f:00.0", 0, Texts(1025, "0000:1f:00.2"))};
  EXPECT_ERROR(device::rdma_device_nodes(functions, {}, false), Status::kLimit, "1025 virtual");
}

RC_GTEST_PROP(Container, AValueNamesExactlyTheGpusOfTheAllocation, (std::string text)) {
  const std::vector<AllocatedDevice> devices = {given("gpu", "GPU-" + kUuid, 0),
                                                given("gpu", text, 1)};
  try {
    const auto value = device::visible_devices(devices, GpuNames::kUuids);
    RC_ASSERT(value.has_value());
    RC_ASSERT(std::count(value->begin(), value->end(), ',') == 1);
  } catch (const Error &error) {
    RC_ASSERT(error.status() == Status::kInvalid);
  }
}

const std::vector<RdmaNodes> kNodes = {
    {"0000:1f:00.0", {"issm0", "umad0", "uverbs0"}}, {"0000:1f:00.2", {"uverbs1"}},
    {"0000:1f:00.3", {"umad2", "uverbs2"}},          {"0000:3b:00.0", {"umad3"}},
    {"0000:5e:00.0", {"uverbs4", "../sda"}},         {"10000:5e:00.0", {"uverbs5"}}};

TEST(Container, RdmaDevicesAreGivenByTheirCharacterDevices) {
  const std::vector<AllocatedDevice> card = {given("gpu", "", 0), given("rdma", "0000:1f:00.0", 0)};
  EXPECT_EQ(device::rdma_device_nodes(card, kNodes, false),
            (Texts{"/dev/infiniband/rdma_cm", "/dev/infiniband/uverbs0"}));
  EXPECT_EQ(device::rdma_device_nodes(card, kNodes, true),
            (Texts{"/dev/infiniband/rdma_cm", "/dev/infiniband/issm0", "/dev/infiniband/umad0",
                   "/dev/infiniband/uverbs0"}));
  const std::vector<AllocatedDevice> functions = {
      given("rdma", "0000:1f:00.0", 0, {"0000:1f:00.3", "0000:1f:00.2"}),
      given("rdma", "10000:5e:00.0", 1)};
  EXPECT_EQ(device::rdma_device_nodes(functions, kNodes, false),
            (Texts{"/dev/infiniband/rdma_cm", "/dev/infiniband/uverbs2", "/dev/infiniband/uverbs1",
                   "/dev/infiniband/uverbs5"}));
  EXPECT_TRUE(device::rdma_device_nodes({}, kNodes, true).empty());
}

TEST(Container, RdmaDevicesWithoutVerbsAreNotGiven) {
  const auto nodes_of = [](const std::string &id, const Texts &vfs = {}) {
    const std::vector<AllocatedDevice> devices = {given("rdma", id, 7, vfs)};
    return device::rdma_device_nodes(devices, kNodes, true);
  };
  EXPECT_ERROR(nodes_of("0000:3b:00.0"), Status::kNotFound, "rdma 7: 0000:3b:00.0 has no uverbs");
  EXPECT_ERROR(nodes_of("0000:99:00.0"), Status::kNotFound, "no uverbs");
  EXPECT_ERROR(nodes_of("0000:1f:00.0", {"0000:1f:00.2", "0000:1f:00.2"}), Status::kInvalid,
               "given twice");
  EXPECT_ERROR(nodes_of("0000:5e:00.0"), Status::kInvalid, "found device node");
  for (const char *id : {"", "mlx5_0", "0000:1f:00", "0000:1f:00.0/..", "00000000:0000:1f:00.0",
                         "0000:1g:00.0", "000:1f:00.0"})
    EXPECT_ERROR(nodes_of(id), Status::kInvalid, "found bus id");
}

}  // namespace
}  // namespace koord
