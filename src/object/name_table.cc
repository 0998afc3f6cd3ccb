#include "object/name_table.h"

#include "base/error.h"

namespace koord::object {

NameTable::NameTable(std::string_view what, size_t max, std::span<const std::string_view> names)
    : what_(what), max_(max) {
  for (const std::string_view name : names) intern(name);
}

void NameTable::fail_full(std::string_view name) const {
  throw Error(Status::kLimit, "cluster: " + std::string(what_) + " " + in_quotes(name) +
                                  " is one more than the " + std::to_string(max_) +
                                  " names supported");
}

uint16_t NameTable::intern(std::string_view name) {
  const std::lock_guard lock(mutex_);
  if (const auto at = numbers_.find(name); at != numbers_.end()) return at->second;
  if (names_.size() == max_) fail_full(name);
  const auto number = static_cast<uint16_t>(names_.size());
  names_.emplace_back(name);
  numbers_.emplace(names_.back(), number);
  return number;
}

uint16_t NameTable::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto at = numbers_.find(name);
  return at == numbers_.end() ? kUnknown : at->second;
}

size_t NameTable::count() const {
  const std::lock_guard lock(mutex_);
  return names_.size();
}

void NameTable::make_room(const std::set<std::string_view> &names) const {
  const std::lock_guard lock(mutex_);
  size_t room = max_ - names_.size();
  for (const std::string_view name : names) {
    if (numbers_.find(name) != numbers_.end()) continue;
    if (room == 0) fail_full(name);
    --room;
  }
}

std::string NameTable::name(uint16_t number) const {
  const std::lock_guard lock(mutex_);
  return names_[number];
}

bool NameTable::find(int32_t number, std::string &out) const {
  const std::lock_guard lock(mutex_);
  if (number < 0 || static_cast<size_t>(number) >= names_.size()) return false;
  out = names_[static_cast<size_t>(number)];
  return true;
}

}  // namespace koord::object
