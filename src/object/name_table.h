// Names as small numbers, in the order in which they were first mentioned; safe from any thread.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace koord::object {

class NameTable {
 public:
  static constexpr uint16_t kUnknown = UINT16_MAX;

  // `what` names them in errors ("resource"); at most `max` names, the first of them known from the start.
  NameTable(std::string_view what, size_t max, std::span<const std::string_view> names);

  // The number of a name, new or known. Throws kLimit when there are `max` names.
  uint16_t intern(std::string_view name);
  uint16_t find(std::string_view name) const;  // or kUnknown
  size_t count() const;
  // Throws kLimit where these names, new or known, are too many: for callers that are about to intern all of
  // them, so that an object that is refused leaves no names behind.
  void make_room(const std::set<std::string_view> &names) const;
  std::string name(uint16_t number) const;
  // The same for a number from outside; false where it is none.
  bool find(int32_t number, std::string &out) const;

 private:
  [[noreturn]] void fail_full(std::string_view name) const;

  std::string_view what_;
  size_t max_;
  mutable std::mutex mutex_;
  std::map<std::string, uint16_t, std::less<>> numbers_;
  std::deque<std::string> names_;
};

}  // namespace koord::object
