// Arguments for any call of koord.h, chosen by the bytes of an input: handles and texts that
// earlier calls returned, seeds of other targets, and numbers that are small or extreme.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bytes.h"
#include "check.h"
#include "koord.h"

namespace koord::fuzz {

struct Text {
  const char *data;
  size_t length;
};

// Texts of at most 4 KiB of fuzz/corpus/KIND, in the order of their names; names for "", and an
// empty folder and a file in it for "path".
const std::vector<std::string> &seed_texts(std::string_view kind);

// Arguments that do not depend on the types of handles.
class Arguments {
 public:
  explicit Arguments(Bytes bytes) : bytes_(bytes) {}

  // Reads other bytes from now on, and returns the rest of the former ones.
  Bytes use(Bytes bytes) { return std::exchange(bytes_, bytes); }
  bool empty() const { return bytes_.empty(); }
  size_t below(size_t bound) { return bytes_.u16() % bound; }
  int64_t number();
  // Mostly one of `values`, or several of them if they are flags.
  int64_t one_of(std::initializer_list<int64_t> values, bool are_flags);
  // Returns whether a struct gets another value in its next field than 0.
  bool sets_field() { return bytes_.between(0, 7) == 0; }
  // Valid until the end of the input.
  Text text(std::string_view kind, bool nullable);
  std::vector<uint64_t> words();
  template <typename S>
  std::vector<S> room() {
    return std::vector<S>(below(64));
  }
  template <typename S>
  const S *or_null(const S &value, bool nullable) {
    return nullable && bytes_.between(0, 3) == 0 ? nullptr : &value;
  }
  const koord_context *context() { return bytes_.flag() ? checked_log() : nullptr; }
  koord_error *error() {
    error_ = {};
    return &error_;
  }

  const char *message() const { return error_.message; }
  void check(koord_status status) const { check_result(status, error_); }
  void check_count(koord_status status, size_t count, size_t capacity) const;
  // A text of the library that ends with NUL; nullptr where there is none.
  void read(const char *text) const;
  // Remembers the text of a document as an argument of later calls.
  void learn(const koord_buffer *document);
  void learn(std::string_view text);

 private:
  Bytes bytes_;
  koord_error error_{};
  std::deque<std::string> learnt_;
};

// The room of a call that writes a text.
class TextRoom {
 public:
  explicit TextRoom(Arguments &arguments)
      : arguments_(arguments), text_(arguments.below(2) == 0 ? 1024 : arguments.below(64)) {}

  char *data() { return text_.data(); }
  size_t capacity() const { return text_.size(); }
  size_t *length() { return &length_; }
  void check(koord_status status);

 private:
  Arguments &arguments_;
  std::vector<char> text_;
  size_t length_ = 0;
};

// node-state.json of an agent; empty for nullptr.
std::string state_of(const koord_agent *agent);

// Has `call`, the function that frees a handle.
template <typename Handle>
struct End;

// Keeps a few handles of each type.
template <typename... Handles>
class CallerOf : public Arguments {
 public:
  using Arguments::Arguments;
  CallerOf(const CallerOf &) = delete;
  CallerOf &operator=(const CallerOf &) = delete;
  ~CallerOf() { (clear<Handles>(), ...); }

  // nullptr if there is none, and at times if the function accepts it.
  template <typename Handle>
  Handle *handle(bool nullable) {
    auto &pool = pool_of<Handle>();
    const size_t which = below(nullable ? pool.size() + 1 : std::max<size_t>(pool.size(), 1));
    return which < pool.size() ? pool[which] : nullptr;
  }
  // Returns a handle for a call that frees it.
  template <typename Handle>
  Handle *take() {
    auto &pool = pool_of<Handle>();
    if (pool.empty()) return nullptr;
    const auto taken = pool.begin() + static_cast<std::ptrdiff_t>(below(pool.size()));
    Handle *const handle = *taken;
    pool.erase(taken);
    return handle;
  }
  template <typename Handle>
  std::vector<const Handle *> handles() {
    std::vector<const Handle *> chosen(below(4));
    for (const Handle *&one : chosen) one = handle<Handle>(false);
    return chosen;
  }
  template <typename Row>
  std::vector<Row> rows() {
    std::vector<Row> rows(below(5));
    for (Row &row : rows) draw(*this, row);
    return rows;
  }
  template <typename Handle>
  void keep(Handle *handle) {
    if (handle == nullptr) return;
    auto &pool = pool_of<Handle>();
    pool.push_back(handle);
    if (pool.size() <= kMost) return;
    End<Handle>::call(pool.front());
    pool.pop_front();
  }

 private:
  static constexpr size_t kMost = 4;

  template <typename Handle>
  std::deque<Handle *> &pool_of() {
    return std::get<std::deque<Handle *>>(pools_);
  }
  template <typename Handle>
  void clear() {
    for (Handle *handle : pool_of<Handle>()) End<Handle>::call(handle);
  }

  std::tuple<std::deque<Handles *>...> pools_;
};

}  // namespace koord::fuzz
