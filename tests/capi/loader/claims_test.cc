// The work for a node with claims of many pods.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "capi/allocation/counting_new.h"
#include "device/resource_claims/claim_index.h"

namespace koord::device {
namespace {

// Returns the allocations for the devices of a node with a claim of `count` pods.
long allocations_for(int count) {
  const std::string prefix = "the-name-of-a-pod-that-is-not-known-";
  auto claim = std::make_shared<object::ResourceClaim>();
  claim->name_space = "ml";
  claim->name = "c";
  claim->allocated = true;
  claim->results.push_back({"r", "gpu.nvidia.com", "pool", "gpu-0", false});
  for (int i = 1; i < count; ++i) claim->consumers.push_back({prefix + std::to_string(i), "u"});
  claim->consumers.push_back({"p", "u"});
  auto pod = std::make_shared<object::PodClaims>();
  pod->uid = "u";
  pod->name_space = "ml";
  pod->name = "p";
  pod->node = "n";
  pod->extended_claim = "c";
  pod->extended_requests.push_back({"container", "nvidia.com/gpu", "r"});
  auto objects = std::make_shared<ResourceObjects>();
  objects->claims.emplace("ml/c", claim);
  objects->pods.emplace("u", pod);
  const ClaimIndex index(objects);
  object::DeviceObject node;
  node.node = "n";
  node.devices.resize(1);
  node.devices[0].type = "gpu";
  node.devices[0].id = "GPU-0";
  const long before = testing::allocations();
  EXPECT_EQ(index.devices_of(node).size(), 1u);
  return testing::allocations() - before;
}

TEST(ClaimIndex, SearchesThePodsOfAClaimOnce) {
  EXPECT_EQ(allocations_for(2000), allocations_for(1));
}

}  // namespace
}  // namespace koord::device
