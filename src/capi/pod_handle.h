// What stands behind koord_pod.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "capi/counted.h"
#include "koord.h"
#include "object/objects.h"
#include "object/pod_request.h"

namespace koord::sched {
struct Shape;
}

struct koord_pod {
  // Throws kLimit when the pod's amounts add up to too much.
  explicit koord_pod(koord::object::PodObject pod);

  const koord::object::PodObject object;
  const koord::object::PodTotals totals;

  // What changes: the shape in the cluster that asked last, and who uses the pod.
  mutable std::mutex shape_mutex;
  mutable std::shared_ptr<const void> shape_in;
  mutable std::shared_ptr<const koord::sched::Shape> shape;
  mutable uint64_t shape_names = 0;  // sched::Cluster::names_version() when it was made
  koord::capi::References references{};
};
