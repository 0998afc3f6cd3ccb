// Builds JSON values from events of a YAML or JSON parser, within limits that are checked while
// reading.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace koordctl {

// The input exceeds a limit of ValueBuilder.
class TooMuch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The size of a value: the number of values in it, and the bytes of its scalars and keys.
struct Extent {
  size_t values = 0;
  size_t bytes = 0;
  Extent &operator+=(const Extent &more) {
    values += more.values;
    bytes += more.bytes;
    return *this;
  }
  Extent since(const Extent &before) const {
    return {values - before.values, bytes - before.bytes};
  }
};

class ValueBuilder {
 public:
  using Json = nlohmann::json;
  // Receives the elements of the root's member "items" one by one. They are not kept in the root.
  using OnItem = std::function<void(const Json &root, size_t index, Json item)>;

  static constexpr size_t kMaxDepth = 64;

  // `max_values` limits the root, or each item if `on_item` is set.
  explicit ValueBuilder(size_t max_values, OnItem on_item = {})
      : max_values_(max_values), on_item_(std::move(on_item)) {}

  bool expects_key() const {
    return !levels_.empty() && levels_.back().value.is_object() && !levels_.back().has_key;
  }
  // Returns true if the object already has that key. The later value replaces the earlier one.
  bool key(std::string name);
  void scalar(Json value, size_t bytes);
  void open(Json empty);
  // Ends the innermost array or object. `finished` receives it, with its size, before it is stored.
  void close(const std::function<void(const Json &, const Extent &)> &finished = {});
  // Adds a copy of a value that was built before.
  void copy(const Json &value, const Extent &extent);

  const Json &root() const { return root_; }

 private:
  struct Level {
    Json value;
    Extent before;
    std::string key = {};
    bool has_key = false;
    size_t items = 0;  // passed to on_item
  };

  void count(const Extent &more);
  void store(Json value);
  bool is_items() const;

  size_t max_values_;
  OnItem on_item_;
  Json root_;
  std::vector<Level> levels_;
  Extent extent_;
};

}  // namespace koordctl
