#include "sched/node/shape_view.h"

namespace koord::sched {

void ShapeView::confine() {
  if (!view_->has_machine || view_.node().is_confined_to_isolated()) return;
  confined_ = std::make_unique<Confined>(view_.node());
  view_ = confined_->numbers.view();
}

}  // namespace koord::sched
