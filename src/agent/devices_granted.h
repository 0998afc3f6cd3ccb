// Devices of a node as its pods claim them, for nodes without a Device object.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "agent/pod_facts.h"

namespace koord::agent {

// Grants claims one after the other. A device has 100 of each resource that counts in percent; its
// amounts of other resources are unknown. A pod that does not state its amount of a device has what
// it requests. Refers to the facts of the pods.
class DevicesGranted {
 public:
  explicit DevicesGranted(Profile profile) : profile_(profile) {}
  // Grants the whole claim, or returns the reason why not.
  Refusal grant(const PodFacts &pod);

 private:
  using Key = std::tuple<std::string_view, int32_t, std::string_view>;  // type, minor, resource

  const Profile profile_;
  std::map<Key, int64_t> used_;
  std::set<std::string_view> functions_;  // virtual functions in use, by bus id
};

}  // namespace koord::agent
