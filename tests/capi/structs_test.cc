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
                          available_.data(), nullptr, nullptr, picked_, &refusal_, err);
  }
  TopologyPtr topology_ = two_sockets();
  std::vector<uint64_t> available_ = set_words("0-15");
  uint64_t picked_[1] = {};
  koord_refusal refusal_{};
};

TEST_F(StructSize, NewerCallersWithZeroTailsAreUnderstood) {
  NewerRequest newer{};
  newer.request.struct_size = sizeof newer;
  newer.request.cpus = 2;
  newer.request.words = 1;
  EXPECT_EQ(pick(&newer, nullptr), KOORD_OK);
  newer.newer[2] = 1;
  EXPECT_FAILS(pick(&newer, &err), KOORD_E_INVALID,
               "byte 56 is set, this version knows the first 48");
}

TEST_F(StructSize, OlderCallersGetDefaults) {
  koord_cpu_request request = KOORD_INIT(koord_cpu_request);
  request.struct_size = offsetof(koord_cpu_request, sets);
  request.cpus = 2;
  request.words = 1;
  request.sets = 77;  // beyond the size of the struct, so it is not read
  request.grant_count = 99;
  ASSERT_EQ(pick(&request, nullptr), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  EXPECT_EQ(list_of(picked_, 1), "0-1");
}

TEST_F(StructSize, WildSizesAreRefused) {
  koord_cpu_request request;
  for (const uint32_t size : {0u, 4u, 7u, 9u, 49u, 4100u, UINT32_MAX}) {
    request = KOORD_INIT(koord_cpu_request);
    request.struct_size = size;
    EXPECT_FAILS(pick(&request, &err), KOORD_E_INVALID, "request.struct_size");
  }
}

TEST_F(StructSize, UninitialisedStructsAreRefused) {
  koord_cpu_request request{};
  EXPECT_FAILS(pick(&request, &err), KOORD_E_INVALID, "KOORD_INIT");
}

TEST(StructInit, IsTheSizeAndZeros) {
  const koord_cpu_request request = KOORD_INIT(koord_cpu_request);
  const koord_cpu_request by_hand = {sizeof by_hand, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(std::memcmp(&request, &by_hand, sizeof request), 0);
}

TEST(StructOut, OlderCallersGetTheFieldsOfTheirSize) {
  const TopologyPtr topology = two_sockets();
  koord_topology_info info;
  std::memset(&info, 0x5A, sizeof info);
  info.struct_size = 12;  // as far as `cpus`
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
  wide = {};
  wide.info.struct_size = sizeof wide;
  const TopologyPtr topology = two_sockets();
  ASSERT_EQ(koord_topology_get_info(topology.get(), &wide.info, nullptr), KOORD_OK);
  EXPECT_EQ(wide.info.struct_size, sizeof wide);
  EXPECT_EQ(wide.info.cpus, 16u);
  EXPECT_EQ(wide.newer[0], 0u);
}

}  // namespace
}  // namespace koord::testing
