// Numbers of the names of resources and device types, for one cluster. Safe from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/device_types.h"
#include "base/refusal.h"
#include "object/name_table.h"

namespace koord::object {

using ResourceId = NameTable::Number;
using TypeId = NameTable::Number;

class Resources {
 public:
  static constexpr ResourceId kCpu = kResourceCpu;             // milli-CPU
  static constexpr ResourceId kMemory = kResourceMemory;       // bytes
  static constexpr ResourceId kPods = kResourcePods;           // maximum number of pods on a node
  static constexpr ResourceId kUnknown = NameTable::kUnknown;  // mentioned by no node

  // Return a holder for names of resources or of device
  // types. Its names stay valid as long as the holder.
  std::shared_ptr<Names> mention(Mention by) const { return std::make_shared<Names>(names_, by); }
  std::shared_ptr<Names> mention_types(Mention by) const {
    return std::make_shared<Names>(types_, by);
  }
  // Give configured names permanent numbers.
  ResourceId intern(std::string_view name) { return configured_.add(name); }
  TypeId intern_type(std::string_view name) { return configured_types_.add(name); }

  ResourceId find(std::string_view name) const { return names_->find(name); }
  std::string name(ResourceId id) const { return names_->name(id); }
  const NameTable &names() const { return *names_; }
  const NameTable &types() const { return *types_; }

 private:
  std::shared_ptr<NameTable> names_ = std::make_shared<NameTable>(kWellKnownResourceNames);
  std::shared_ptr<NameTable> types_ = std::make_shared<NameTable>(kWellKnownTypeNames);
  Names configured_{names_, Mention::kByNode};
  Names configured_types_{types_, Mention::kByNode};
};

// Returns the index of a permanent name, or the number of permanent names if it is not one.
constexpr NameTable::Number rank_in(std::span<const std::string_view> known,
                                    std::string_view name) {
  NameTable::Number rank = 0;
  while (rank < known.size() && known[rank] != name) ++rank;
  return rank;
}
inline ResourceId rank_of(std::string_view resource) {
  return rank_in(kWellKnownResourceNames, resource);
}

// Order of lists by resource or type: well-known names first, then by name. The order of numbers
// would depend on which name was mentioned first.
struct KnownFirst {
  std::span<const std::string_view> known = kWellKnownResourceNames;
  bool operator()(std::string_view a, std::string_view b) const {
    return std::pair(rank_in(known, a), a) < std::pair(rank_in(known, b), b);
  }
};

// The largest accounted amount of a resource. Its sums, percentages
// and amplified amounts stay below 2^63. A node or a bound pod that states more
// counts as having this much; another pod that requests more is refused.
inline constexpr int64_t most_of(ResourceId resource) {
  return int64_t{1} << (resource == Resources::kCpu ? 42 : 50);
}

inline int64_t most_of(std::string_view name) {
  return most_of(name == "cpu" ? Resources::kCpu : Resources::kMemory);
}

// The largest sum of amounts that an account of a node or of a device counts. Larger sums are this.
inline constexpr int64_t kMostUsed = int64_t{1} << 62;

// Limits a sum of an account's value and one amount of at most most_of().
inline constexpr int64_t saturated(int64_t sum) { return sum < kMostUsed ? sum : kMostUsed; }

// Returns the unit in which amounts of a resource are counted.
inline Object object_of(ResourceId resource) {
  if (resource == Resources::kCpu) return Object::kMilliCpu;
  return resource == Resources::kMemory || resource == kResourceGpuMemory ? Object::kBytes
                                                                          : Object::kUnit;
}

}  // namespace koord::object
