// Spellings of values that pods and nodes state, as in labels and annotations.
#include "capi/boundary/spelled_name.h"
#include "koord.h"
#include "object/spellings.h"

namespace object = koord::object;

using koord::capi::spelled_name;

const char *koord_qos_get_name(koord_qos qos) { return spelled_name(object::kQosSpellings, qos); }

const char *koord_kube_qos_get_name(koord_kube_qos qos) {
  return spelled_name(object::kKubeQosSpellings, qos);
}

const char *koord_priority_class_get_name(koord_priority_class priority_class) {
  return spelled_name(object::kPriorityClassSpellings, priority_class);
}

const char *koord_numa_policy_get_name(koord_numa_policy policy) {
  return spelled_name(object::kNumaPolicySpellings, policy);
}

const char *koord_numa_exclusive_get_name(koord_numa_exclusive exclusive) {
  return spelled_name(object::kNumaExclusiveSpellings, exclusive);
}
