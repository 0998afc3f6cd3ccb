// KubeletConfiguration and the answer of /configz: refused with the field named, or within its
// ranges.
#include "base/log.h"
#include "bytes.h"
#include "check.h"
#include "topology/topology.h"
#include "wire/kubelet/kubelet_config.h"

using namespace koord::fuzz;
namespace wire = koord::wire;

namespace {

void read(std::string_view json) {
  const koord::Log log{[](void *, int32_t, const char *message, size_t length) {
                         check_line({message, length});
                       },
                       nullptr};
  const wire::KubeletConfig config = wire::parse_kubelet_config(json, log);
  FUZZ_CHECK(!name_of(config.cpu_manager_policy).empty());
  FUZZ_CHECK(!name_of(config.topology_manager_policy).empty());
  FUZZ_CHECK(!name_of(config.topology_manager_scope).empty());
  for (const wire::NodeReservation *kept : {&config.kube_reserved, &config.system_reserved})
    FUZZ_CHECK(kept->cpu_milli >= 0 && kept->memory_bytes >= 0);
  FUZZ_CHECK(config.eviction_hard.bytes >= 0 && config.eviction_hard.percent >= 0 &&
             config.eviction_hard.percent < 100);
  FUZZ_CHECK(config.max_allowable_numa_nodes >= 8);
  for (const wire::ReservedMemory &reserved : config.reserved_memory)
    FUZZ_CHECK(reserved.bytes > 0 && reserved.numa_node >= 0 &&
               reserved.numa_node < koord::Topology::kMaxNodes);
  const int cpus = reserved_cpu_count(config);
  FUZZ_CHECK(cpus >= 0);
  if (config.cpu_manager_policy != wire::CpuManagerPolicy::kStatic) FUZZ_CHECK(cpus == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  reads(read, {reinterpret_cast<const char *>(data), size});
  return 0;
}
