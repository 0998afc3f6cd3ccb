// NodeResourceTopology objects: refused, or a machine about which everything can be asked; and what the
// object says about managers and pods.
#include "base/log.h"
#include "bytes.h"
#include "handles.h"
#include "topology_checks.h"
#include "wire/nrt_reader.h"

using namespace koord::fuzz;

namespace {

void log_line(void *, int32_t, const char *message, size_t length) {
  check_line({message, length});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto *const text = reinterpret_cast<const char *>(data);
  const auto machine = make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_nrt(checked_log(), text, size, out, err);
  });
  if (machine != nullptr) check_topology(machine.get());
  reads(
      [](std::string_view json) {
        koord::wire::report_from_nrt(json, koord::Log{log_line, nullptr});
      },
      {text, size});
  return 0;
}
