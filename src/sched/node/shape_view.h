// A node as pods of one shape see it.
#pragma once

#include <memory>

#include "sched/node/summary.h"

namespace koord::sched {

// The view of a node. For a pod that requires isolated CPUs, it is the view of a copy that is
// restricted to these. Node and view must outlive it. Verdicts make one for every node, so for all
// other pods it is only a pointer.
class ShapeView {
 public:
  ShapeView(const View &node, const Shape &shape) : view_(&node) {
    if (shape.isolated) confine();
  }
  ShapeView(View &&, const Shape &) = delete;
  ShapeView(const ShapeView &) = delete;
  ShapeView &operator=(const ShapeView &) = delete;

  const View &operator*() const { return *view_; }

 private:
  struct Confined {
    explicit Confined(const Node &of) : node(confined(of)), numbers(node), view(numbers.view()) {}
    static Node confined(Node node) {
      node.confine_to_isolated();
      return node;
    }
    Node node;
    Summarized numbers;
    View view;
  };
  void confine();

  const View *view_;
  std::unique_ptr<Confined> confined_;
};

}  // namespace koord::sched
