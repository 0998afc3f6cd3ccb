// hwloc's XML exports: refused, or a machine about which everything can be asked.
#include "bytes.h"
#include "handles.h"
#include "topology_checks.h"

using namespace koord::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (const uint32_t flags : {uint32_t{0}, uint32_t{KOORD_TOPOLOGY_ONLY_ALLOWED}}) {
    const auto machine = make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
      return koord_topology_from_hwloc_xml(checked_log(), flags,
                                           reinterpret_cast<const char *>(data), size, out, err);
    });
    if (machine == nullptr) return 0;
    check_topology(machine.get());
  }
  return 0;
}
