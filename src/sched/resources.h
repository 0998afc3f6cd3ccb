// Names of resources as small numbers, for one cluster.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace koord::sched {

using ResourceId = uint16_t;

class Resources {
 public:
  static constexpr ResourceId kCpu = 0;     // milli-CPU
  static constexpr ResourceId kMemory = 1;  // bytes
  static constexpr ResourceId kPods = 2;    // how many pods a node takes
  static constexpr size_t kMax = 1024;

  Resources();
  // The id of a name, new or known. Throws kLimit when there are kMax names.
  ResourceId intern(std::string_view name);
  const std::string &name(ResourceId id) const { return names_[id]; }
  size_t count() const { return names_.size(); }

 private:
  std::map<std::string, ResourceId, std::less<>> ids_;
  std::vector<std::string> names_;
};

}  // namespace koord::sched
