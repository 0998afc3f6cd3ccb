// Structs that grow at their end, from callers older and newer than the library.
#include <cstring>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

struct NewerRequest {
  koord_cpu_request request;
  uint32_t newer[3];
};

class StructSize : public ::testing::Test {
 protected:
  koord_status pick(const void *request, koord_error *err) {
    return koord_cpu_pick(topology_.get(), static_cast<const koord_cpu_request *>(request),
                          available_.data(), nullptr, nullptr, nullptr, nullptr, 1, nullptr, 0,
                          picked_, &refusal_, err);
  }
  TopologyPtr topology_ = two_sockets();
  std::vector<uint64_t> available_ = set_words("0-15");
  uint64_t picked_[1] = {};
  koord_refusal refusal_{};
};

TEST_F(StructSize, NewerCallersWithZeroTailsAreUnderstood) {
  NewerRequest newer;
  std::memset(&newer, 0x5A, sizeof newer);
  koord_cpu_request_init(&newer.request, sizeof newer);
  EXPECT_EQ(newer.request.struct_size, sizeof newer);
  EXPECT_EQ(newer.newer[2], 0u);
  newer.request.cpus = 2;
  EXPECT_EQ(pick(&newer, nullptr), KOORD_OK);
  newer.newer[2] = 1;
  EXPECT_FAILS(pick(&newer, &err), KOORD_E_INVALID,
               "byte 40 is set, this version knows the first 32");
}

TEST_F(StructSize, OlderCallersGetDefaults) {
  koord_cpu_request request;
  koord_cpu_request_init(&request, sizeof request);
  request.struct_size = 8;
  request.profile = 77;  // beyond what an 8-byte struct holds: not read
  request.cpus = 99;
  ASSERT_EQ(pick(&request, nullptr), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  EXPECT_EQ(picked_[0], 0u);
}

TEST_F(StructSize, WildSizesAreRefused) {
  koord_cpu_request request;
  for (const uint32_t size : {0u, 4u, 7u, 9u, 33u, 4100u, UINT32_MAX}) {
    koord_cpu_request_init(&request, sizeof request);
    request.struct_size = size;
    EXPECT_FAILS(pick(&request, &err), KOORD_E_INVALID, "request.struct_size");
  }
}

TEST_F(StructSize, UninitialisedStructsAreRefused) {
  koord_cpu_request request{};
  EXPECT_FAILS(pick(&request, &err), KOORD_E_INVALID, "_init");
}

template <typename Struct>
void expect_init(void (*init)(Struct *, size_t)) {
  Struct made;
  std::memset(static_cast<void *>(&made), 0x5A, sizeof made);
  init(&made, sizeof made);
  EXPECT_EQ(made.struct_size, sizeof made);
  const auto *bytes = reinterpret_cast<const unsigned char *>(&made);
  for (size_t i = 4; i < sizeof made; ++i) EXPECT_EQ(bytes[i], 0) << i;

  std::memset(static_cast<void *>(&made), 0x5A, sizeof made);
  const Struct before = made;
  for (const size_t wild : {size_t{7}, size_t{4097}, size_t{UINT32_MAX}, KOORD_NUL}) {
    init(&made, wild);
    EXPECT_EQ(std::memcmp(&made, &before, sizeof made), 0) << wild;
  }
  init(&made, 8);
  EXPECT_EQ(made.struct_size, 8u);
  EXPECT_EQ(std::memcmp(reinterpret_cast<const char *>(&made) + 8,
                        reinterpret_cast<const char *>(&before) + 8, sizeof made - 8),
            0);
  init(nullptr, sizeof made);
}

TEST(StructInit, WritesTheSizeAndZeros) {
  expect_init(&koord_cluster_info_init);
  expect_init(&koord_cluster_options_init);
  expect_init(&koord_cpu_request_init);
  expect_init(&koord_device_report_options_init);
  expect_init(&koord_explain_options_init);
  expect_init(&koord_explanation_info_init);
  expect_init(&koord_gang_info_init);
  expect_init(&koord_gang_options_init);
  expect_init(&koord_kubelet_request_init);
  expect_init(&koord_agent_info_init);
  expect_init(&koord_agent_options_init);
  expect_init(&koord_node_spec_init);
  expect_init(&koord_node_topology_spec_init);
  expect_init(&koord_numa_options_init);
  expect_init(&koord_picture_options_init);
  expect_init(&koord_pod_conflicts_init);
  expect_init(&koord_capacity_info_init);
  expect_init(&koord_capacity_options_init);
  expect_init(&koord_preempt_options_init);
  expect_init(&koord_rebind_info_init);
  expect_init(&koord_rebind_options_init);
  expect_init(&koord_rebind_request_init);
  expect_init(&koord_reserve_options_init);
  expect_init(&koord_suppress_usage_init);
  expect_init(&koord_suppression_init);
  expect_init(&koord_topology_info_init);
}

TEST(StructOut, OlderCallersGetWhatTheyHaveRoomFor) {
  const TopologyPtr topology = two_sockets();
  koord_topology_info info;
  std::memset(&info, 0x5A, sizeof info);
  info.struct_size = 12;  // up to `cpus`
  info.flags = 0;
  const uint32_t cores = info.cores;
  ASSERT_EQ(koord_topology_get_info(topology.get(), &info, nullptr), KOORD_OK);
  EXPECT_EQ(info.struct_size, 12u);
  EXPECT_EQ(info.cpus, 16u);
  EXPECT_EQ(info.cores, cores);
}

TEST(StructOut, NewerCallersKeepZeros) {
  struct {
    koord_topology_info info;
    uint32_t newer[2];
  } wide;
  koord_topology_info_init(&wide.info, sizeof wide);
  const TopologyPtr topology = two_sockets();
  ASSERT_EQ(koord_topology_get_info(topology.get(), &wide.info, nullptr), KOORD_OK);
  EXPECT_EQ(wide.info.struct_size, sizeof wide);
  EXPECT_EQ(wide.info.cpus, 16u);
  EXPECT_EQ(wide.newer[0], 0u);
}

}  // namespace
}  // namespace koord::testing
