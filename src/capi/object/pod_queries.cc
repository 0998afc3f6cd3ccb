// Queries about a pod.
#include <string>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/struct_reader.h"
#include "capi/object/pod_handle.h"
#include "koord.h"
#include "object/pod_request.h"

using namespace koord::capi;
namespace object = koord::object;

namespace {

constexpr int64_t kNotStated = -1;

int64_t amount_or_none(const object::Amounts &amounts, std::string_view resource) {
  const object::Amount *amount = find_amount(amounts, resource);
  return amount != nullptr ? amount->value : kNotStated;
}

uint32_t properties_of(const object::PodObject &pod) {
  uint32_t out = 0;
  if (pod.terminated) out |= KOORD_POD_PROPERTY_TERMINATED;
  if (!pod.node.empty()) out |= KOORD_POD_PROPERTY_BOUND;
  if (pod.status) out |= KOORD_POD_PROPERTY_ALLOCATED;
  if (has_pod_level_resources(pod)) out |= KOORD_POD_PROPERTY_HAS_POD_LEVEL;
  if (limit_is_request(pod, object::kCpu)) out |= KOORD_POD_PROPERTY_LIMIT_IS_REQUEST;
  return out;
}

template <typename Value>
int32_t to_c(Value value) {
  return static_cast<int32_t>(value);
}

const std::string &text_of(const object::PodObject &pod, koord_pod_text which) {
  switch (which) {
    case KOORD_POD_TEXT_NAME:
      return pod.name;
    case KOORD_POD_TEXT_NAMESPACE:
      return pod.name_space;
    case KOORD_POD_TEXT_UID:
      return pod.uid;
    default:
      return pod.node;
  }
}

}  // namespace

koord_status koord_pod_get_info(const koord_pod *pod, koord_pod_info *info, koord_error *err) {
  return guarded(err, [&] {
    require(pod, "pod");
    require(info, "info");
    const object::PodObject &given = pod->object;
    koord_pod_info out{};
    out.cpu_request_milli = amount_of(pod->totals.requests, object::kCpu);
    out.cpu_limit_milli = amount_or_none(pod->totals.limits, object::kCpu);
    out.properties = properties_of(given);
    out.containers = static_cast<uint32_t>(given.containers.size());
    out.qos = to_c(given.qos);
    out.effective_qos = to_c(effective_qos(given, pod->totals.kube_qos));
    out.kube_qos = to_c(pod->totals.kube_qos);
    out.priority_class = to_c(priority_class_of(given, pod->totals.kube_qos));
    out.priority = given.priority;
    out.required_bind = to_c(given.required_bind);
    out.preferred_bind = to_c(given.preferred_bind);
    out.exclusive = to_c(given.exclusive);
    out.numa_policy = to_c(given.numa_policy);
    out.numa_exclusive = to_c(given.numa_exclusive);
    write_struct(out, info, "info");
  });
}

koord_status koord_pod_get_request(const koord_pod *pod, const char *resource,
                                   size_t resource_length, int64_t *request, int64_t *limit,
                                   koord_error *err) {
  return guarded(err, [&] {
    require(pod, "pod");
    const std::string_view name = label(resource, resource_length, "resource");
    if (request != nullptr) *request = amount_or_none(pod->totals.requests, name);
    if (limit != nullptr) *limit = amount_or_none(pod->totals.limits, name);
  });
}

koord_status koord_pod_get_text(const koord_pod *pod, koord_pod_text which, char *text,
                                size_t capacity, size_t *needed, koord_error *err) {
  return guarded(err, [&] {
    require(pod, "pod");
    check_number(which, KOORD_POD_TEXT_NODE + 1, "which");
    write_text(text_of(pod->object, which), text, capacity, needed);
  });
}

koord_status koord_pod_get_faults(const koord_pod *pod, char *text, size_t capacity, size_t *needed,
                                  koord_error *err) {
  return guarded(err, [&] {
    require(pod, "pod");
    std::string lines;
    for (const object::PodFault &fault : pod->object.faults) lines.append(fault.text) += '\n';
    write_text(lines, text, capacity, needed);
  });
}

koord_status koord_pod_get_cpus(const koord_pod *pod, uint64_t *words, size_t word_count,
                                koord_error *err) {
  return guarded(err, [&] {
    require(pod, "pod");
    const auto &status = pod->object.status;
    write_set(status && status->cpus ? *status->cpus : koord::CpuSet(), words, word_count);
  });
}
