#include "sched/node/shape_view.h"

namespace koord::sched {

void ShapeView::confine() {
  const View &node = *view_;
  if (!node->has_machine || node.node().is_confined_to_isolated()) return;
  confined_ = std::make_unique<Confined>(node.node());
  view_ = &confined_->view;
}

}  // namespace koord::sched
