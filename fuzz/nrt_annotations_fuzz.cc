// The values of the annotations for CPU, memory and device managers, pods and shared pools: what is
// read is written in a form that reads to the same.
#include <string>
#include <vector>

#include "base/error.h"
#include "bytes.h"
#include "check.h"
#include "wire/node/memory_report.h"
#include "wire/node/nrt_annotations.h"
#include "wire/node/plugin_devices_report.h"

using namespace koord::fuzz;
namespace wire = koord::wire;

namespace {

const koord::Log kLog{[](void *, int32_t, const char *message, size_t length) {
                        check_line({message, length});
                      },
                      nullptr};

wire::CpuManagerReport read_policy(std::string_view json) {
  return wire::read_cpu_manager_policy(json, "policy");
}
std::vector<wire::PodCpus> read_pods(std::string_view json) {
  return wire::read_pod_cpu_allocs(json, "pods", kLog);
}
std::vector<wire::CpuSharedPool> read_pools(std::string_view json) {
  return wire::read_cpu_shared_pools(json, "pools");
}
koord::object::KubeletMemory read_memory(std::string_view json) {
  return wire::read_memory_manager_state(json, "memory");
}
koord::object::KubeletPluginDevices read_devices(std::string_view json) {
  return wire::read_device_manager_state(json, "devices");
}

bool same(const koord::object::KubeletMemory &a, const koord::object::KubeletMemory &b) {
  return a == b;
}
bool same(const koord::object::KubeletPluginDevices &a,
          const koord::object::KubeletPluginDevices &b) {
  return a == b;
}
bool same(const wire::CpuManagerReport &a, const wire::CpuManagerReport &b) {
  return a.policy == b.policy && a.options == b.options && a.reserved == b.reserved;
}
bool same(const std::vector<wire::PodCpus> &a, const std::vector<wire::PodCpus> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto &x, const auto &y) {
    return x.uid == y.uid && x.name_space == y.name_space && x.name == y.name && x.cpus == y.cpus &&
           x.managed_by_kubelet == y.managed_by_kubelet;
  });
}
bool same(const std::vector<wire::CpuSharedPool> &a, const std::vector<wire::CpuSharedPool> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto &x, const auto &y) {
    return x.socket == y.socket && x.node == y.node && x.cpus == y.cpus;
  });
}

template <auto read>
void round_trip(std::string_view json) {
  const auto value = read(json);
  const std::string text = wire::to_annotation(value);
  check_text(text, "\x7f");       // JSON has nothing against DEL
  const auto again = read(text);  // an Error thrown here ends the program, as it should
  FUZZ_CHECK_WITH(same(value, again), text);
  FUZZ_CHECK_WITH(wire::to_annotation(again) == text, text);
}

template <auto read>
void check(std::string_view json) {
  if (reads([](std::string_view text) { (void)read(text); }, json)) round_trip<read>(json);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view json(reinterpret_cast<const char *>(data), size);
  check<read_policy>(json);
  check<read_pods>(json);
  check<read_pools>(json);
  check<read_memory>(json);
  check<read_devices>(json);
  return 0;
}
