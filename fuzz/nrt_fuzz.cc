// NodeResourceTopology objects: refused, or a machine about which everything can be asked; and what
// the object says about managers and pods.
#include "bytes.h"
#include "handles.h"
#include "object_checks.h"
#include "topology_checks.h"
#include "wire/node/nrt_reader.h"

using namespace koord::fuzz;

namespace {

void check_node_topology(std::string_view json) {
  const koord::object::NodeTopology nrt = koord::wire::read_node_topology(json, kCheckedLog);
  FUZZ_CHECK(nrt.capacity.size() == nrt.allocatable.size());
  FUZZ_CHECK(nrt.capacity.size() == nrt.available.size());
  for (size_t i = 0; i < nrt.capacity.size(); ++i) {
    FUZZ_CHECK(i == 0 || nrt.capacity[i - 1].node < nrt.capacity[i].node);
    check_amounts(nrt.capacity[i].amounts);
    check_amounts(nrt.allocatable[i].amounts);
    check_amounts(nrt.available[i].amounts);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto *const text = reinterpret_cast<const char *>(data);
  const auto machine = make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_nrt(checked_log(), text, size, out, err);
  });
  if (machine != nullptr) check_topology(machine.get());
  reads([](std::string_view json) { koord::wire::report_from_nrt(json, kCheckedLog); },
        {text, size});
  reads(check_node_topology, {text, size});
  return 0;
}
