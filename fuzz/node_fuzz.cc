// Nodes and lists of nodes: refused with a line that names the field, or a node that says what
// nodes can say.
#include <algorithm>

#include "base/log.h"
#include "check.h"
#include "object_checks.h"
#include "wire/node/node_reader.h"

using namespace koord::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view json(reinterpret_cast<const char *>(data), size);
  reads(
      [](std::string_view text) {
        const koord::object::NodeObject node = koord::wire::read_node(text, kCheckedLog);
        check_amounts(node.allocatable);
        check_amounts(node.reserved);
        FUZZ_CHECK(node.cpu_amplification > 0 && node.cpu_amplification <= 1000);
        if (!node.reserved.empty() && !node.reserved_cpus.empty())
          FUZZ_CHECK(amount_of(node.reserved, "cpu") == 1000 * node.reserved_cpus.count());
      },
      json);
  return 0;
}
