// Definition of koord_pod.
#pragma once

#include <cstdint>
#include <memory>

#include "base/mutex.h"
#include "capi/boundary/counted.h"
#include "koord.h"
#include "object/objects.h"
#include "object/pod_request.h"

namespace koord::sched {
struct Shape;
}

struct koord_pod {
  // Throws kLimit if the pod's amounts add up to too much.
  explicit koord_pod(koord::object::PodObject pod);

  const koord::object::PodObject object;
  const koord::object::PodTotals totals;

  // Mutable state: the shape in the cluster that last used the pod, and the references.
  mutable koord::Mutex shape_mutex;
  mutable std::shared_ptr<const void> shape_in KOORD_GUARDED_BY(shape_mutex);
  mutable std::shared_ptr<const koord::sched::Shape> shape KOORD_GUARDED_BY(shape_mutex);
  // sched::Cluster::names_version() of the cached shape.
  mutable uint64_t shape_names KOORD_GUARDED_BY(shape_mutex) = 0;
  koord::capi::References references{};
};
