// node-state.json: refused with a line that names the field, or a state that is written in a form
// that reads to the same, where no CPU is exclusively two pods'.
#include <string>

#include "check.h"
#include "wire/agent/node_state.h"

using namespace koord::fuzz;
namespace agent = koord::agent;
namespace wire = koord::wire;

namespace {

koord::CpuSet exclusive_cpus(const agent::PodState &pod) {
  koord::CpuSet out;
  if (agent::is_exclusive(pod.place)) out = pod.cpus;
  for (const agent::ContainerState &container : pod.containers)
    if (agent::is_exclusive(container.place)) out |= container.cpus;
  return out;
}

void check_state(const agent::NodeState &state) {
  koord::CpuSet taken;
  const agent::PodState *before = nullptr;
  for (const agent::PodState &pod : state.pods) {
    FUZZ_CHECK(before == nullptr || before->uid < pod.uid);
    before = &pod;
    FUZZ_CHECK(agent::find_pod(state, pod.uid) == &pod);
    const koord::CpuSet mine = exclusive_cpus(pod);
    FUZZ_CHECK(!mine.intersects(taken) && mine.is_subset_of(state.pools.exclusive));
    taken |= mine;
    FUZZ_CHECK(pod.cpus.is_subset_of(state.cpus));
  }
  FUZZ_CHECK(!state.pools.shared.intersects(state.pools.exclusive));
}

void check_file(std::string_view text) {
  const wire::NodeStateFile file = wire::read_node_state(text);
  check_state(file.state);
  const std::string written = wire::write_node_state(file);
  FUZZ_CHECK(wire::write_node_state(wire::read_node_state(written)) == written);
  if (file.state.pods.empty()) return;
  wire::NodeStateFile one = file;
  one.state.pods = {file.state.pods[text.size() % file.state.pods.size()]};
  const wire::NodeStateFile found = wire::read_node_state_of(text, one.state.pods[0].uid);
  FUZZ_CHECK(wire::write_node_state(found) == wire::write_node_state(one));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  reads(check_file, {reinterpret_cast<const char *>(data), size});
  return 0;
}
