// Names as small numbers that are given back: a name has its number for as long as something
// mentions it. Safe from any thread.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"

namespace koord::object {

// Who mentions a name. Pods may invent any; only what is there, or configured, is looked up by
// others.
enum class Mention : uint8_t { kByPod, kByNode };

class NameTable {
 public:
  using Number = uint32_t;
  static constexpr Number kUnknown = UINT32_MAX;

  // These have the first numbers, and are never given back.
  explicit NameTable(std::span<const std::string_view> names);

  // The number of a name that something mentions, or kUnknown.
  Number find(std::string_view name) const;
  std::string name(Number number) const;
  // The same for a number from outside; false where it is none.
  bool find(int32_t number, std::string &out) const;
  // Another one as soon as nodes have other names than before.
  uint64_t version() const { return version_; }

 private:
  friend class Names;

  struct Entry {
    std::string name;
    std::array<uint64_t, 2> mentions{};  // by Mention
    Number next_unused = kUnknown;
    bool is_used() const { return mentions[0] + mentions[1] > 0; }
  };
  // The number of a name, a new one if it has none: the caller mentions it.
  Number find_or_add(std::string_view name) KOORD_REQUIRES(mutex_);
  Number take_unused(std::string_view name) KOORD_REQUIRES(mutex_);
  void mention(Number number, Mention by) noexcept KOORD_REQUIRES(mutex_);
  void give_back(Number number, Mention by) noexcept KOORD_REQUIRES(mutex_);

  const size_t kept_;
  mutable Mutex mutex_;
  std::map<std::string, Number, std::less<>> numbers_ KOORD_GUARDED_BY(mutex_);
  std::deque<Entry> entries_ KOORD_GUARDED_BY(mutex_);
  // Numbers that are to be had again, a list through the entries: the longest unused first.
  Number first_unused_ KOORD_GUARDED_BY(mutex_) = kUnknown;
  Number last_unused_ KOORD_GUARDED_BY(mutex_) = kUnknown;
  size_t unused_ KOORD_GUARDED_BY(mutex_) = 0;
  std::atomic<uint64_t> version_ = 0;
};

// Names that one object mentions; they are given back with it.
class Names {
 public:
  Names(std::shared_ptr<NameTable> table, Mention by) : table_(std::move(table)), by_(by) {}
  ~Names();
  Names(const Names &) = delete;
  Names &operator=(const Names &) = delete;

  NameTable::Number add(std::string_view name);
  // Only one that nodes have, else kUnknown and not mentioned.
  NameTable::Number add_known(std::string_view name);
  bool has(NameTable::Number number) const {
    return std::find(numbers_.begin(), numbers_.end(), number) != numbers_.end();
  }
  // Those that were not there from the start.
  bool empty() const { return numbers_.empty(); }
  // About as much memory as they take in the table.
  size_t bytes() const { return bytes_; }

 private:
  void make_room();
  // With room.
  NameTable::Number note(NameTable::Number number) noexcept KOORD_REQUIRES(table_->mutex_);

  std::shared_ptr<NameTable> table_;
  std::vector<NameTable::Number> numbers_;  // those to give back
  size_t bytes_ = 0;
  Mention by_;
};

// Keeps names for something that has their numbers; nullptr: it has none but those that are there
// for good.
using NamesPtr = std::shared_ptr<const Names>;
inline NamesPtr keep(std::shared_ptr<Names> names) {
  return names == nullptr || names->empty() ? nullptr : std::move(names);
}

}  // namespace koord::object
