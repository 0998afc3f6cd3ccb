#include "object/name_table.h"

#include "base/error.h"

namespace koord::object {
namespace {

constexpr size_t kByNode = static_cast<size_t>(Mention::kByNode);

// Numbers that stay unused before one of them is recycled, so that a stale number of a removed name
// does not soon mean another name.
constexpr size_t kKeptUnused = 1024;
constexpr size_t kBytesOfEntry = 160;
constexpr size_t kMost = INT32_MAX;  // refusals store numbers as int32_t

}  // namespace

NameTable::NameTable(std::span<const std::string_view> names) : kept_(names.size()) {
  for (const std::string_view name : names) mention(find_or_add(name), Mention::kByNode);
}

NameTable::Number NameTable::find_or_add(std::string_view name) {
  if (const auto at = numbers_.find(name); at != numbers_.end()) return at->second;
  if (unused_ > kKeptUnused) return recycle(name);
  if (entries_.size() == kMost)
    throw Error(Status::kLimit, "cluster: there are too many names to add " + in_quotes(name));
  const auto number = static_cast<Number>(entries_.size());
  entries_.push_back({std::string(name), {}, kUnknown});
  try {
    numbers_.emplace(entries_.back().name, number);
  } catch (...) {
    entries_.pop_back();
    throw;
  }
  return number;
}

NameTable::Number NameTable::recycle(std::string_view name) {
  const Number number = first_unused_;
  std::string text(name);
  numbers_.emplace(text, number);
  Entry &entry = entries_[number];
  entry.name = std::move(text);
  first_unused_ = entry.next_unused;
  if (--unused_ == 0) last_unused_ = kUnknown;
  return number;
}

void NameTable::mention(Number number, Mention by) noexcept {
  if (++entries_[number].mentions[static_cast<size_t>(by)] == 1 && by == Mention::kByNode)
    ++version_;
}

void NameTable::release(Number number, Mention by) noexcept {
  Entry &entry = entries_[number];
  if (--entry.mentions[static_cast<size_t>(by)] > 0) return;
  if (by == Mention::kByNode) ++version_;
  if (entry.is_used()) return;
  numbers_.erase(numbers_.find(entry.name));
  entry.name = {};
  entry.next_unused = kUnknown;
  (unused_++ == 0 ? first_unused_ : entries_[last_unused_].next_unused) = number;
  last_unused_ = number;
}

NameTable::Number NameTable::find(std::string_view name) const {
  const Lock lock(mutex_);
  const auto at = numbers_.find(name);
  return at == numbers_.end() ? kUnknown : at->second;
}

std::string NameTable::name(Number number) const {
  const Lock lock(mutex_);
  return entries_[number].name;
}

bool NameTable::find(int32_t number, std::string &out) const {
  const Lock lock(mutex_);
  const auto at = static_cast<size_t>(number);
  if (number < 0 || at >= entries_.size() || !entries_[at].is_used()) return false;
  out = entries_[at].name;
  return true;
}

Names::~Names() {
  if (numbers_.empty()) return;
  const Lock lock(table_->mutex_);
  for (const NameTable::Number number : numbers_) table_->release(number, by_);
}

void Names::reserve_one() {
  if (numbers_.size() == numbers_.capacity()) numbers_.reserve(2 * numbers_.size() + 4);
}

NameTable::Number Names::note(NameTable::Number number) noexcept {
  if (number < table_->kept_) return number;
  table_->mention(number, by_);
  numbers_.push_back(number);
  bytes_ += kBytesOfEntry + 2 * table_->entries_[number].name.size();
  return number;
}

NameTable::Number Names::add(std::string_view name) {
  reserve_one();
  const Lock lock(table_->mutex_);
  return note(table_->find_or_add(name));
}

NameTable::Number Names::add_known(std::string_view name) {
  reserve_one();
  const Lock lock(table_->mutex_);
  const auto at = table_->numbers_.find(name);
  if (at == table_->numbers_.end() || table_->entries_[at->second].mentions[kByNode] == 0)
    return NameTable::kUnknown;
  return note(at->second);
}

}  // namespace koord::object
