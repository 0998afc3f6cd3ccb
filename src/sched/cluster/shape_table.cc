#include "sched/cluster/shape_table.h"

namespace koord::sched {

ShapePtr ShapeTable::shape_of(const object::PodObject &pod, const object::PodTotals &totals,
                              Purpose purpose) const {
  Shape outline = outline_shape(pod, totals, options_, resources_, purpose);
  {
    const Lock lock(mutex_);
    const auto at = shapes_.find(outline.key);
    if (ShapePtr found = at == shapes_.end() ? nullptr : at->second.lock()) return found;
  }
  add_device_request(pod, options_, resources_, outline);
  auto shape = std::make_shared<const Shape>(std::move(outline));
  const Lock lock(mutex_);
  std::weak_ptr<const Shape> &known = shapes_[shape->key];
  if (ShapePtr found = known.lock()) return found;  // another thread added it meanwhile
  known = shape;
  if (shapes_.size() > 2 * swept_ + 256) {
    std::erase_if(shapes_, [](const auto &entry) { return entry.second.expired(); });
    swept_ = shapes_.size();
  }
  return shape;
}

}  // namespace koord::sched
