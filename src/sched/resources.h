// Names of resources as small numbers, for one cluster; safe from any thread.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "base/refusal.h"

namespace koord::sched {

using ResourceId = uint16_t;

class Resources {
 public:
  static constexpr ResourceId kCpu = 0;               // milli-CPU
  static constexpr ResourceId kMemory = 1;            // bytes
  static constexpr ResourceId kPods = 2;              // how many pods a node takes
  static constexpr ResourceId kUnknown = UINT16_MAX;  // of no node, and of no pod on one
  static constexpr size_t kMax = 1024;

  Resources();
  // The id of a name, new or known. Throws kLimit when there are kMax names.
  ResourceId intern(std::string_view name);
  // The id of a name that nodes or their pods have mentioned, or kUnknown.
  ResourceId find(std::string_view name) const;
  size_t count() const;
  // Throws kLimit where these names, new or known, are too many: for callers that are about to intern all of
  // them, so that an object that is refused leaves no names behind.
  void make_room(const std::set<std::string_view> &names) const;
  std::string name(ResourceId id) const;
  // The same for a number from outside; false where it is none.
  bool find(int32_t id, std::string &out) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, ResourceId, std::less<>> ids_;
  std::deque<std::string> names_;
};

// The most of a resource that counts: sums, percentages and amplified amounts of it stay below 2^63. A node that
// reports more has this much, a pod that asks for more is refused.
inline constexpr int64_t most_of(ResourceId resource) {
  return int64_t{1} << (resource == Resources::kCpu ? 42 : 50);
}

inline int64_t most_of(std::string_view name) {
  return most_of(name == "cpu" ? Resources::kCpu : Resources::kMemory);
}

// What amounts of a resource count.
inline Object object_of(ResourceId resource) {
  if (resource == Resources::kCpu) return Object::kMilliCpu;
  return resource == Resources::kMemory ? Object::kBytes : Object::kUnit;
}

}  // namespace koord::sched
