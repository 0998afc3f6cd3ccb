// A node as pods of one shape see it.
#pragma once

#include <optional>

#include "sched/node/summary.h"

namespace koord::sched {

// The view of a node, or that of a copy with its isolated CPUs alone for a pod that requires
// isolated CPUs. The node must outlive it.
class ShapeView {
 public:
  ShapeView(const View &node, const Shape &shape);
  ShapeView(const ShapeView &) = delete;
  ShapeView &operator=(const ShapeView &) = delete;

  const View &operator*() const { return view_; }

 private:
  std::optional<Node> isolated_;
  std::optional<Summarized> numbers_;
  View view_;
};

}  // namespace koord::sched
