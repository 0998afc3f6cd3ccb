// Finds resources of pods that no node has, because their names are misspelt.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "session/manifest.h"

namespace koordctl {

class ResourceNames {
 public:
  // Records the resources of a Node, NodeResourceTopology or Device.
  void add_supply(const Manifest &manifest);
  // Records the resources of a pod to place.
  void add_pod(const std::string &subject, const nlohmann::json &pod);
  // Returns a message for each resource that only pods name, if it resembles a known name or if no
  // API server accepts it.
  std::vector<std::string> doubts() const;

 private:
  static constexpr size_t kMaxNames = 1000;  // of either kind; more are not compared
  std::set<std::string> supplied_;
  std::map<std::string, std::string> requested_;  // with the first field that names it
};

}  // namespace koordctl
