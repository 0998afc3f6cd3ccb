// Spellings of what pods and nodes state, as labels and annotations have them.
#include "koord.h"
#include "object/spellings.h"

namespace object = koord::object;

namespace {

template <typename Value, size_t N>
const char *name_of(const koord::Spelling<Value> (&table)[N], int32_t number) {
  const auto *entry = koord::find_value(table, static_cast<Value>(number));
  return entry != nullptr ? entry->text.data() : "Unknown";
}

}  // namespace

const char *koord_qos_get_name(koord_qos qos) { return name_of(object::kQosSpellings, qos); }

const char *koord_kube_qos_get_name(koord_kube_qos qos) {
  return name_of(object::kKubeQosSpellings, qos);
}

const char *koord_priority_class_get_name(koord_priority_class priority_class) {
  return name_of(object::kPriorityClassSpellings, priority_class);
}

const char *koord_numa_policy_get_name(koord_numa_policy policy) {
  return name_of(object::kNumaPolicySpellings, policy);
}

const char *koord_numa_exclusive_get_name(koord_numa_exclusive exclusive) {
  return name_of(object::kNumaExclusiveSpellings, exclusive);
}
