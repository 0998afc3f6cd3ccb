// Maps names to small numbers that are recycled: a name keeps its number for as long as something
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

// The kind of object that mentions a name. Pods can mention arbitrary names, so others look up only
// names that nodes or the configuration mention.
enum class Mention : uint8_t { kByPod, kByNode };

class NameTable {
 public:
  using Number = uint32_t;
  static constexpr Number kUnknown = UINT32_MAX;

  // `names` get the first numbers, which are never recycled.
  explicit NameTable(std::span<const std::string_view> names);

  // Returns the number of a name that is mentioned, or kUnknown.
  Number find(std::string_view name) const;
  std::string name(Number number) const;
  // Returns the name of a number from outside the engine. Returns false if there is none.
  bool find(int32_t number, std::string &out) const;
  // Changes whenever the set of names that nodes mention changes.
  uint64_t version() const { return version_; }

 private:
  friend class Names;

  struct Entry {
    std::string name;
    std::array<uint64_t, 2> mentions{};  // by Mention
    Number next_unused = kUnknown;
    bool is_used() const { return mentions[0] + mentions[1] > 0; }
  };
  // Returns the number of a name, a new one if it has none. The caller must mention it.
  Number find_or_add(std::string_view name) KOORD_REQUIRES(mutex_);
  Number recycle(std::string_view name) KOORD_REQUIRES(mutex_);
  void mention(Number number, Mention by) noexcept KOORD_REQUIRES(mutex_);
  void release(Number number, Mention by) noexcept KOORD_REQUIRES(mutex_);

  const size_t kept_;
  mutable Mutex mutex_;
  std::map<std::string, Number, std::less<>> numbers_ KOORD_GUARDED_BY(mutex_);
  std::deque<Entry> entries_ KOORD_GUARDED_BY(mutex_);
  // Unused numbers, as a list through the entries. The longest unused comes first.
  Number first_unused_ KOORD_GUARDED_BY(mutex_) = kUnknown;
  Number last_unused_ KOORD_GUARDED_BY(mutex_) = kUnknown;
  size_t unused_ KOORD_GUARDED_BY(mutex_) = 0;
  std::atomic<uint64_t> version_ = 0;
};

// The names that one object mentions. They are released with it.
class Names {
 public:
  Names(std::shared_ptr<NameTable> table, Mention by) : table_(std::move(table)), by_(by) {}
  ~Names();
  Names(const Names &) = delete;
  Names &operator=(const Names &) = delete;

  NameTable::Number add(std::string_view name);
  // Adds a name only if nodes mention it. Returns kUnknown otherwise.
  NameTable::Number add_known(std::string_view name);
  bool has(NameTable::Number number) const {
    return std::find(numbers_.begin(), numbers_.end(), number) != numbers_.end();
  }
  // Returns true if all added names are permanent.
  bool empty() const { return numbers_.empty(); }
  // Returns the approximate memory that the names take in the table.
  size_t bytes() const { return bytes_; }

 private:
  void reserve_one();
  // Requires make_room().
  NameTable::Number note(NameTable::Number number) noexcept KOORD_REQUIRES(table_->mutex_);

  std::shared_ptr<NameTable> table_;
  std::vector<NameTable::Number> numbers_;  // to be released
  size_t bytes_ = 0;
  Mention by_;
};

// Keeps the names of numbers that an object stores alive; nullptr if all of them are permanent.
using NamesPtr = std::shared_ptr<const Names>;
inline NamesPtr keep(std::shared_ptr<Names> names) {
  return names == nullptr || names->empty() ? nullptr : std::move(names);
}

}  // namespace koord::object
