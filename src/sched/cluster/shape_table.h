// The shapes of a cluster's pods. Pods with equal requirements share one.
#pragma once

#include <cstddef>
#include <memory>

#include "base/by_name.h"
#include "base/mutex.h"
#include "sched/pod/holding.h"

namespace koord::sched {

// Thread-safe.
class ShapeTable {
 public:
  ShapeTable(const Options &options, const Resources &resources)
      : options_(options), resources_(resources) {}

  // `totals` must be totals_of(pod). Throws kLimit.
  ShapePtr shape_of(const object::PodObject &pod, const object::PodTotals &totals,
                    Purpose purpose) const KOORD_EXCLUDES(mutex_);

 private:
  const Options &options_;
  const Resources &resources_;
  mutable Mutex mutex_;
  mutable ByName<std::weak_ptr<const Shape>> shapes_ KOORD_GUARDED_BY(mutex_);
  mutable size_t swept_ KOORD_GUARDED_BY(mutex_) = 0;  // number of shapes after the last sweep
};

}  // namespace koord::sched
