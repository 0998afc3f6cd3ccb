// "No" as a value: why a request was refused, with the numbers behind it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/generated/reason.h"
#include "base/profile.h"

namespace koord {

// What `needed` and `best` count, and what `where` names. Numbers are those of koord_object_kind.
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
  kUnit = 9,        // of a resource that is neither CPU nor memory
  kContainer = 10,  // `where`: its index in the pod
  kPod = 11,
  kDevice = 12,         // `where`: its minor
  kInitContainer = 13,  // `where`: its index among them
  kResources = 14       // `where`: bits by number
};

struct Refusal {
  Reason reason = Reason::kNone;
  Profile profile = Profile::kSpec;  // decides the wording: under a peer's profile, the peer's
  Object object = Object::kCpu;      // unit of needed and best
  Object where_object = Object::kMachine;  // what `where` names
  int64_t needed = 0;
  int64_t best = 0;    // the most that any place considered could give
  int32_t where = -1;  // id of that place, -1 for the machine
  // The policies that were not met, by the numbers of koord.h; 0: none.
  uint8_t bind_policy = 0;
  uint8_t exclusive_policy = 0;
  uint8_t numa_policy = 0;
  uint8_t threads_per_core = 0;  // where whole cores are required; 255: that many or more
  int32_t resource = -1;         // its number, -1: none
  int32_t device_type = -1;
  uint32_t max_nodes = 0;  // of a gang

  // To be told in the words of the profile.
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
