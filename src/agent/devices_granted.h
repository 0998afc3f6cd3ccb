// Devices of a node as its pods claim them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "agent/pod_facts.h"

namespace koord::agent {

// The ids of a node's devices by type and minor; empty if its Device object is not known.
using DeviceIds = std::map<std::string, std::map<int32_t, std::string>, std::less<>>;

// Grants claims one after the other. A device has 100 of each resource that counts in percent; its
// amounts of other resources are unknown. A pod that does not state its amount of a device has what
// it requests. Refers to the facts of the pods.
class DevicesGranted {
 public:
  DevicesGranted(Profile profile, const DeviceIds &ids) : profile_(profile), ids_(ids) {}
  // Grants the whole claim, or returns the reason why not.
  Refusal grant(const PodFacts &pod);

 private:
  // A device by its present minor and id. A claim without an id may be for any with the minor.
  struct Name {
    int32_t minor = 0;
    std::string_view id;
    bool gone = false;  // the node has no device with the id
    bool may_equal(const Name &other) const {
      return gone == other.gone && (id.empty() || other.id.empty() || id == other.id);
    }
  };
  struct Use {
    Name device;
    int64_t amount = 0;
  };
  using Key = std::tuple<std::string_view, int32_t, std::string_view>;  // type, minor, resource

  Name name_of(const object::AllocatedDevice &device) const;
  int64_t used(const Name &device, std::string_view type, std::string_view resource) const;

  const Profile profile_;
  const DeviceIds &ids_;
  std::map<Key, std::vector<Use>> used_;
  std::set<std::string_view> functions_;  // virtual functions in use, by bus id
};

}  // namespace koord::agent
