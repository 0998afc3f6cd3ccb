// The topology document: refused, or a machine about which everything can be asked.
#include "bytes.h"
#include "handles.h"
#include "topology_checks.h"

using namespace koord::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto machine = make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_json(checked_log(), reinterpret_cast<const char *>(data), size, out,
                                    err);
  });
  if (machine != nullptr) check_topology(machine.get());
  return 0;
}
