#include "sched/resources.h"

#include "base/error.h"

namespace koord::sched {

Resources::Resources() {
  intern("cpu");
  intern("memory");
  intern("pods");
}

ResourceId Resources::intern(std::string_view name) {
  const std::lock_guard lock(mutex_);
  if (const auto at = ids_.find(name); at != ids_.end()) return at->second;
  if (names_.size() == kMax)
    throw Error(Status::kLimit, "cluster: resource " + quoted(name) + " is one more than the " +
                                    std::to_string(kMax) + " names supported");
  const auto id = static_cast<ResourceId>(names_.size());
  names_.emplace_back(name);
  ids_.emplace(names_.back(), id);
  return id;
}

std::string Resources::name(ResourceId id) const {
  const std::lock_guard lock(mutex_);
  return names_[id];
}

bool Resources::find(int32_t id, std::string &out) const {
  const std::lock_guard lock(mutex_);
  if (id < 0 || static_cast<size_t>(id) >= names_.size()) return false;
  out = names_[static_cast<size_t>(id)];
  return true;
}

}  // namespace koord::sched
