#include "object_checks.h"

#include <string>
#include <string_view>
#include <vector>

#include "check.h"
#include "wire/pod/pod_annotations.h"

namespace koord::fuzz {
namespace {

void log_line(void *, int32_t, const char *message, size_t length) {
  check_line({message, length});
}

void check_name(std::string_view name) { FUZZ_CHECK_WITH(name != "Unknown", name); }

void check_names(const koord_pod_info &info) {
  check_name(koord_qos_get_name(info.qos));
  check_name(koord_qos_get_name(info.effective_qos));
  check_name(koord_kube_qos_get_name(info.kube_qos));
  check_name(koord_priority_class_get_name(info.priority_class));
  check_name(koord_bind_policy_get_name(info.required_bind));
  check_name(koord_bind_policy_get_name(info.preferred_bind));
  check_name(koord_exclusive_policy_get_name(info.exclusive));
  check_name(koord_numa_policy_get_name(info.numa_policy));
  check_name(koord_numa_exclusive_get_name(info.numa_exclusive));
}

void check_text_of(const koord_pod *pod, koord_pod_text which) {
  size_t needed = 0;
  koord_error err{};
  koord_status status = koord_pod_get_text(pod, which, nullptr, 0, &needed, &err);
  FUZZ_CHECK(status == KOORD_E_NO_SPACE);
  check_result(status, err);
  std::vector<char> text(needed + 1, 'x');
  status = koord_pod_get_text(pod, which, text.data(), text.size(), &needed, &err);
  FUZZ_CHECK(status == KOORD_OK && needed + 1 == text.size() && text.back() == '\0');
  FUZZ_CHECK(which != KOORD_POD_TEXT_NAMESPACE || needed > 0);
}

}  // namespace

const koord::Log kCheckedLog{log_line, nullptr};

void check_amounts(const object::Amounts &amounts) {
  for (size_t i = 0; i < amounts.size(); ++i) {
    FUZZ_CHECK_WITH(amounts[i].value >= 0, amounts[i].resource);
    if (i > 0) FUZZ_CHECK_WITH(amounts[i - 1].resource < amounts[i].resource, amounts[i].resource);
  }
}

void check_pod(const koord_pod *pod) {
  koord_pod_info info = KOORD_INIT(koord_pod_info);
  FUZZ_CHECK(koord_pod_get_info(pod, &info, nullptr) == KOORD_OK);
  FUZZ_CHECK(info.cpu_request_milli >= 0 && info.cpu_limit_milli >= -1);
  FUZZ_CHECK(info.effective_qos != KOORD_QOS_NONE &&
             info.priority_class != KOORD_PRIORITY_CLASS_NONE);
  FUZZ_CHECK(info.qos == KOORD_QOS_NONE || info.qos == info.effective_qos);
  check_names(info);

  int64_t request = 0;
  int64_t limit = 0;
  FUZZ_CHECK(koord_pod_get_request(pod, "cpu", 3, &request, &limit, nullptr) == KOORD_OK);
  FUZZ_CHECK(info.cpu_request_milli == (request < 0 ? 0 : request));
  FUZZ_CHECK(info.cpu_limit_milli == limit);
  for (koord_pod_text which = KOORD_POD_TEXT_NAME; which <= KOORD_POD_TEXT_NODE; ++which)
    check_text_of(pod, which);

  uint64_t words[KOORD_MAX_CPUS / 64];
  FUZZ_CHECK(koord_pod_get_cpus(pod, words, KOORD_MAX_CPUS / 64, nullptr) == KOORD_OK);
  bool any = false;
  for (const uint64_t word : words) any = any || word != 0;
  FUZZ_CHECK(!any || (info.properties & KOORD_POD_PROPERTY_ALLOCATED) != 0);
}

void check_written(const object::PodObject &pod) {
  using wire::Shape;
  for (const object::Container &container : pod.containers) {
    check_amounts(container.requests);
    check_amounts(container.limits);
  }
  wire::ResourceSpec spec;
  spec.required = pod.required_bind;
  spec.preferred = pod.preferred_bind;
  spec.exclusive = pod.exclusive;
  const std::string spec_text = wire::to_annotation(spec, Shape::kCanonical);
  const wire::ResourceSpec again = wire::read_resource_spec(spec_text, "spec");
  FUZZ_CHECK_WITH(again.required == spec.required && again.preferred == spec.preferred &&
                      again.exclusive == spec.exclusive,
                  spec_text);
  if (!pod.status) return;
  for (const object::NumaAmounts &node : pod.status->numa) check_amounts(node.amounts);
  for (const Shape shape : {Shape::kCanonical, Shape::kProposal}) {
    const std::string text = wire::to_annotation(*pod.status, shape);
    check_text(text, "\x7f");  // JSON has nothing against DEL
    const std::string same = wire::to_annotation(wire::read_resource_status(text, "status"), shape);
    FUZZ_CHECK_WITH(same == text, text);
  }
}

}  // namespace koord::fuzz
