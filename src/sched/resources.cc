#include "sched/resources.h"

#include "base/error.h"

namespace koord::sched {

namespace {

[[noreturn]] void fail_full(std::string_view name) {
  throw Error(Status::kLimit, "cluster: resource " + quoted(name) + " is one more than the " +
                                  std::to_string(Resources::kMax) + " names supported");
}

}  // namespace

Resources::Resources() {
  intern("cpu");
  intern("memory");
  intern("pods");
}

ResourceId Resources::intern(std::string_view name) {
  const std::lock_guard lock(mutex_);
  if (const auto at = ids_.find(name); at != ids_.end()) return at->second;
  if (names_.size() == kMax) fail_full(name);
  const auto id = static_cast<ResourceId>(names_.size());
  names_.emplace_back(name);
  ids_.emplace(names_.back(), id);
  return id;
}

ResourceId Resources::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto at = ids_.find(name);
  return at == ids_.end() ? kUnknown : at->second;
}

size_t Resources::count() const {
  const std::lock_guard lock(mutex_);
  return names_.size();
}

void Resources::make_room(const std::set<std::string_view> &names) const {
  const std::lock_guard lock(mutex_);
  size_t room = kMax - names_.size();
  for (const std::string_view name : names) {
    if (ids_.find(name) != ids_.end()) continue;
    if (room == 0) fail_full(name);
    --room;
  }
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
