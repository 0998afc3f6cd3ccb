// What stands behind koord_pod.
#pragma once

#include <atomic>
#include <cstdint>

#include "koord.h"
#include "object/objects.h"

struct koord_pod {
  // Throws kLimit when the pod's amounts add up to too much.
  explicit koord_pod(koord::object::PodObject pod);

  const koord::object::PodObject object;
  const koord::object::Amounts requests;  // effective
  const koord::object::Amounts limits;
  const koord::object::KubeQos kube_qos;
  mutable std::atomic<int64_t> references{1};  // the only thing that changes
};
