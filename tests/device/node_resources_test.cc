// Node resources derived from devices.
#include "device/node_resources.h"

#include <gtest/gtest.h>

#include <map>

#include "support/expect_error.h"

namespace koord {
namespace {

using object::DeviceInfo;
using object::DeviceObject;

DeviceInfo device(const std::string &type, int minor, bool healthy, object::Amounts resources) {
  DeviceInfo info;
  info.type = type;
  info.minor = minor;
  info.healthy = healthy;
  info.resources = std::move(resources);
  return info;
}

DeviceInfo gpu(int minor, bool healthy, int64_t bytes) {
  return device("gpu", minor, healthy,
                {{"koordinator.sh/gpu-core", 100},
                 {"koordinator.sh/gpu-memory", bytes},
                 {"koordinator.sh/gpu-memory-ratio", 100}});
}

std::map<std::string, int64_t> sums(const DeviceObject &object, bool shared = false) {
  std::map<std::string, int64_t> out;
  std::string last;
  for (const auto &amount : device::node_resources(object, shared).resources) {
    EXPECT_LT(last, amount.resource);
    out[last = amount.resource] = amount.value;
  }
  return out;
}

using Sums = std::map<std::string, int64_t>;

TEST(NodeResources, AreSumsOverHealthyDevices) {
  DeviceObject object;
  object.devices = {gpu(0, true, 80),
                    gpu(1, false, 80),
                    gpu(2, true, 40),
                    device("rdma", 0, true, {{"koordinator.sh/rdma", 100}}),
                    device("rdma", 1, false, {{"koordinator.sh/rdma", 100}}),
                    device("fpga", 0, true, {{"koordinator.sh/fpga", 100}}),
                    device("npu", 0, true, {{"example.com/npu", 7}})};
  const Sums want = {{"koordinator.sh/gpu", 200},
                     {"koordinator.sh/gpu-core", 200},
                     {"koordinator.sh/gpu-memory", 120},
                     {"koordinator.sh/gpu-memory-ratio", 200},
                     {"koordinator.sh/rdma", 100},
                     {"koordinator.sh/fpga", 100},
                     {"example.com/npu", 7}};
  EXPECT_EQ(sums(object), want);
  Sums with_shared = want;
  with_shared["koordinator.sh/gpu.shared"] = 200;
  EXPECT_EQ(sums(object, true), with_shared);
}

TEST(NodeResources, OfUnhealthyDevicesAloneAreZero) {
  DeviceObject object;
  object.devices = {gpu(0, false, 80)};
  EXPECT_EQ(sums(object, true), (Sums{{"koordinator.sh/gpu", 0},
                                      {"koordinator.sh/gpu-core", 0},
                                      {"koordinator.sh/gpu-memory", 0},
                                      {"koordinator.sh/gpu-memory-ratio", 0},
                                      {"koordinator.sh/gpu.shared", 0}}));
  EXPECT_EQ(sums(DeviceObject{}, true), Sums{});
}

TEST(NodeResources, OnlyNvidiaGpusCountAsKoordinatorGpus) {
  DeviceObject object;
  object.devices = {gpu(0, true, 80)};
  const auto has_gpu = [&](const char *vendor) {
    object.labels = {{"node.koordinator.sh/gpu-vendor", vendor}};
    return sums(object).contains("koordinator.sh/gpu");
  };
  EXPECT_TRUE(has_gpu("nvidia"));
  EXPECT_TRUE(has_gpu(""));
  EXPECT_FALSE(has_gpu("huawei"));
}

TEST(NodeResources, LabelsAreThoseAboutGpus) {
  DeviceObject object;
  object.labels = {{"app", "x"},
                   {"node.koordinator.sh/gpu-driver-version", "570"},
                   {"node.koordinator.sh/gpu-model", "H200"},
                   {"node.koordinator.sh/other", "y"}};
  const auto labels = device::node_resources(object, false).labels;
  ASSERT_EQ(labels.size(), 2u);
  EXPECT_EQ(labels[0].name, "node.koordinator.sh/gpu-driver-version");
  EXPECT_EQ(labels[1].value, "H200");
}

TEST(NodeResources, SumsThatDoNotFitAreRefused) {
  DeviceObject object;
  object.devices = {gpu(0, true, INT64_MAX), gpu(1, true, 1)};
  EXPECT_ERROR(sums(object), Status::kLimit, "koordinator.sh/gpu-memory");
}

}  // namespace
}  // namespace koord
