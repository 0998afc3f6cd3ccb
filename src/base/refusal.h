// Refusals as values: the reason and the numbers behind it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/generated/reason.h"
#include "base/profile.h"

namespace koord {

// The unit of `needed` and `best`, and the kind of object in `where`. Values equal those of
// koord_object_kind.
enum class Object : int32_t {
  kMachine = 0,
  kCpu = 1,
  kCore = 2,
  kL3 = 3,
  kNumaNode = 4,
  kSocket = 5,
  kMilliCpu = 6,
  kPolicy = 7,
  kBytes = 8,
  kUnit = 9,        // units of a resource that is neither CPU nor memory
  kContainer = 10,  // `where` is its index in the pod
  kPod = 11,
  kDevice = 12,         // `where` is its minor
  kInitContainer = 13,  // `where` is its index among them
  kResources = 14       // `where` has a bit for each number
};

struct Refusal {
  Reason reason = Reason::kNone;
  Profile profile = Profile::kSpec;        // selects the wording: a peer's profile has the peer's
  Object object = Object::kCpu;            // unit of needed and best
  Object where_object = Object::kMachine;  // kind of object in `where`
  int64_t needed = 0;
  int64_t best = 0;    // the most that any object considered could give
  int32_t where = -1;  // id of that object; -1 for the machine
  // The policies that were not met, by their numbers in koord.h; 0 if none.
  uint8_t bind_policy = 0;
  uint8_t exclusive_policy = 0;
  uint8_t numa_policy = 0;
  uint8_t threads_per_core = 0;  // if whole cores are required; 255 if there are more
  int32_t resource = -1;         // resource number; -1 if none
  int32_t device_type = -1;
  uint32_t max_nodes = 0;  // of a gang

  // Creates a refusal with the wording of the profile.
  static Refusal of(Reason reason, Profile profile) noexcept {
    Refusal out;
    out.reason = reason;
    out.profile = profile;
    return out;
  }

  bool refused() const noexcept { return reason != Reason::kNone; }
  template <typename Policy>
  void set_bind_policy(Policy policy) noexcept {
    bind_policy = static_cast<uint8_t>(policy);
  }
  template <typename Policy>
  void set_exclusive_policy(Policy policy) noexcept {
    exclusive_policy = static_cast<uint8_t>(policy);
  }
  template <typename Policy>
  void set_numa_policy(Policy policy) noexcept {
    numa_policy = static_cast<uint8_t>(policy);
  }
  void set_threads_per_core(int threads) noexcept {
    threads_per_core = static_cast<uint8_t>(std::clamp(threads, 0, 255));
  }
};

}  // namespace koord
