// Pods and lists of pods: refused with a line that names the field, or a pod about which everything
// can be asked, whose decisions are written in a form that reads to the same.
#include <string>

#include "bytes.h"
#include "handles.h"
#include "object_checks.h"
#include "wire/pod/pod_reader.h"

using namespace koord::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto *const text = reinterpret_cast<const char *>(data);
  const auto pod = make<PodPtr>([&](koord_pod **out, koord_error *err) {
    return koord_pod_from_json(checked_log(), text, size, out, err);
  });
  if (pod != nullptr) {
    check_pod(pod.get());
    check_written(koord::wire::read_pod({text, size}, koord::Log{}, koord::wire::Faults::kKeep));
  }
  reads([](std::string_view json) { koord::wire::read_pods(json, kCheckedLog); }, {text, size});
  return 0;
}
