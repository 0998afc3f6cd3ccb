// Names of resources and of device types as small numbers, for one cluster; safe from any thread.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/refusal.h"
#include "base/well_known.h"
#include "object/name_table.h"

namespace koord::object {

using ResourceId = uint16_t;
using TypeId = uint16_t;

class Resources {
 public:
  static constexpr ResourceId kCpu = kResourceCpu;             // milli-CPU
  static constexpr ResourceId kMemory = kResourceMemory;       // bytes
  static constexpr ResourceId kPods = kResourcePods;           // how many pods a node takes
  static constexpr ResourceId kUnknown = NameTable::kUnknown;  // of no node, and of no pod on one
  static constexpr size_t kMax = 1024;
  static constexpr size_t kMaxTypes = 64;

  // The id of a name, new or known. Throws kLimit when there are kMax names.
  ResourceId intern(std::string_view name) { return names_.intern(name); }
  // The id of a name that nodes or their pods have mentioned, or kUnknown.
  ResourceId find(std::string_view name) const { return names_.find(name); }
  size_t count() const { return names_.count(); }
  void make_room(const std::set<std::string_view> &names) const { names_.make_room(names); }
  std::string name(ResourceId id) const { return names_.name(id); }
  bool find(int32_t id, std::string &out) const { return names_.find(id, out); }

  // Types of devices.
  NameTable &types() { return types_; }
  const NameTable &types() const { return types_; }

 private:
  NameTable names_{"resource", kMax, kWellKnownResourceNames};
  NameTable types_{"device type", kMaxTypes, kWellKnownTypeNames};
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
  return resource == Resources::kMemory || resource == kResourceGpuMemory ? Object::kBytes
                                                                          : Object::kUnit;
}

}  // namespace koord::object
