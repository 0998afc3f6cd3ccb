// The state of a container that runtimes write to a hook's standard input: refused with a line that
// names the field, or an owner whose values are within bounds.
#include <string>

#include "check.h"
#include "wire/agent/oci_state.h"

using namespace koord::fuzz;
namespace wire = koord::wire;

namespace {

void check_state(std::string_view json) {
  const wire::OciState state = wire::read_oci_state(json);
  FUZZ_CHECK(!state.id.empty() && state.id.size() <= json.size());
  FUZZ_CHECK(state.pid >= 0 && state.pid <= INT32_MAX);
  if (state.pod_uid.empty()) FUZZ_CHECK(state.container.empty());
  const wire::OciState again = wire::read_oci_state(json);
  FUZZ_CHECK(again.id == state.id && again.pod_uid == state.pod_uid &&
             again.container == state.container && again.stated == state.stated);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  reads(check_state, {reinterpret_cast<const char *>(data), size});
  return 0;
}
