// Devices of a node as its pods claim them, where no Device object tells what there is.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "agent/pod_facts.h"

namespace koord::agent {

// Grants claims one after the other. Devices have 100 of what counts in percent; how much they have
// of the rest is not known. Who does not say how much of a device it has has what it asks for.
// Refers to the facts of the pods.
class DevicesGranted {
 public:
  explicit DevicesGranted(Profile profile) : profile_(profile) {}
  // All of the claim, or the reason why not.
  Refusal grant(const PodFacts &pod);

 private:
  using Key = std::tuple<std::string_view, int32_t, std::string_view>;  // type, minor, resource

  const Profile profile_;
  std::map<Key, int64_t> used_;
  std::set<std::string_view> functions_;  // virtual, by bus id
};

}  // namespace koord::agent
