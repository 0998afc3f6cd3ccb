// Names of resources that one object of a node mentions.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "base/error.h"
#include "sched/resources.h"

namespace koord::sched {

// Limits the names of one node.
class ResourceNames {
 public:
  ResourceNames(const std::string &node, const Resources &resources)
      : node_(node), names_(resources.mention(object::Mention::kByNode)) {}

  ResourceId add(const std::string &resource) {
    const ResourceId number = names_->add(resource);
    if (numbers_.insert(number).second && numbers_.size() > kMost)
      throw Error(Status::kLimit, "Node " + in_quotes(node_) + ": resource " + in_quotes(resource) +
                                      " is above the limit of " + std::to_string(kMost) + " names");
    return number;
  }
  object::NamesPtr kept() && { return keep(std::move(names_)); }

 private:
  static constexpr size_t kMost = 1024;

  const std::string &node_;
  std::shared_ptr<object::Names> names_;
  std::set<ResourceId> numbers_;
};

}  // namespace koord::sched
