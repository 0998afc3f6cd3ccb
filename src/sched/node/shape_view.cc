#include "sched/node/shape_view.h"

namespace koord::sched {

ShapeView::ShapeView(const View &node, const Shape &shape) : view_(node) {
  if (!shape.isolated || !node->has_machine || node.node().is_confined_to_isolated()) return;
  isolated_.emplace(node.node()).confine_to_isolated();
  view_ = numbers_.emplace(*isolated_).view();
}

}  // namespace koord::sched
