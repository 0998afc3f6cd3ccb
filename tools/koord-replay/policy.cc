#include "policy.h"

namespace koordctl {
namespace {

// Used if scores do not matter.
constexpr koord_gpu_policy kQuickest = KOORD_GPU_POLICY_BEST_FIT;

}  // namespace

const std::vector<ReplayPolicy> &replay_policies() {
  static const std::vector<ReplayPolicy> policies = {
      {"fgd", "FGD", KOORD_GPU_POLICY_FGD, false},
      {"fgd-all", "FGD-all", KOORD_GPU_POLICY_FGD_ALL, false},
      {"room-left", "RoomLeft", KOORD_GPU_POLICY_ROOM_LEFT, false},
      {"best-fit", "BestFit", KOORD_GPU_POLICY_BEST_FIT, false},
      {"dot-product", "DotProd", KOORD_GPU_POLICY_DOT_PRODUCT, false},
      {"packing", "GpuPacking", KOORD_GPU_POLICY_PACKING, false},
      {"clustering", "GpuClustering", KOORD_GPU_POLICY_CLUSTERING, false},
      {"random", "Random", kQuickest, true},
      {"least", "LeastAllocated", KOORD_GPU_POLICY_NONE, false, "LeastAllocated"},
      {"most", "MostAllocated", KOORD_GPU_POLICY_NONE, false, "MostAllocated"}};
  return policies;
}

}  // namespace koordctl
