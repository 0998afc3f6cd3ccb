#include "output/value_builder.h"

namespace koordctl {

bool ValueBuilder::key(std::string name) {
  Level &level = levels_.back();
  count({0, name.size()});
  const bool is_there = level.value.contains(name);
  level.key = std::move(name);
  level.has_key = true;
  return is_there;
}

void ValueBuilder::scalar(Json value, size_t bytes) {
  count({1, bytes});
  store(std::move(value));
}

void ValueBuilder::open(Json empty) {
  if (levels_.size() == kMaxDepth) throw TooMuch("nested over 64 levels");
  levels_.push_back({std::move(empty), extent_});
  count({1, 0});
}

void ValueBuilder::close(const std::function<void(const Json &, const Extent &)> &finished) {
  Level level = std::move(levels_.back());
  levels_.pop_back();
  if (finished) finished(level.value, extent_.since(level.before));
  store(std::move(level.value));
}

void ValueBuilder::copy(const Json &value, const Extent &extent) {
  count(extent);
  store(value);
}

void ValueBuilder::count(const Extent &more) {
  extent_ += more;
  if (extent_.values > max_values_)
    throw TooMuch("more than " + std::to_string(max_values_) + " values" +
                  (on_item_ ? " in one object" : ""));
}

bool ValueBuilder::is_items() const {
  return levels_.size() == 2 && levels_[1].value.is_array() && levels_[0].value.is_object() &&
         levels_[0].key == "items";
}

void ValueBuilder::store(Json value) {
  if (levels_.empty()) {
    root_ = std::move(value);
    return;
  }
  Level &level = levels_.back();
  if (on_item_ && is_items()) {
    extent_ = {};
    on_item_(levels_[0].value, level.items++, std::move(value));
  } else if (level.value.is_array()) {
    level.value.push_back(std::move(value));
  } else {
    level.value[level.key] = std::move(value);
    level.has_key = false;
  }
}

}  // namespace koordctl
