// A kubelet that starts with any state files: it refuses them in one line, or starts, writes them
// back so that another kubelet starts with them, takes a pod in and lets it go. The first byte of
// an input says which file the rest is.
#include <algorithm>
#include <string>

#include "base/error.h"
#include "bytes.h"
#include "check.h"
#include "handles.h"
#include "wire/kubelet/cpu_checkpoint.h"
#include "wire/kubelet/device_checkpoint.h"
#include "wire/kubelet/memory_checkpoint.h"

using namespace koord::fuzz;
namespace wire = koord::wire;

namespace {

struct ReleaseKubelet {
  void operator()(koord_kubelet *kubelet) const { koord_kubelet_free(kubelet); }
  void operator()(koord_admission *admission) const { koord_admission_free(admission); }
};
using KubeletPtr = std::unique_ptr<koord_kubelet, ReleaseKubelet>;
using AdmissionPtr = std::unique_ptr<koord_admission, ReleaseKubelet>;

// 2 NUMA nodes with 4 CPUs and 4 GiB each, 1 GiB of it huge pages.
constexpr std::string_view kMachine =
    R"({"kind":"NodeResourceTopology","metadata":{"name":"n","annotations":)"
    R"({"node.koordinator.sh/cpu-topology":"{\"detail\":[)"
    R"({\"id\":0,\"core\":0,\"socket\":0,\"node\":0},{\"id\":1,\"core\":0,\"socket\":0,\"node\":0},)"
    R"({\"id\":2,\"core\":1,\"socket\":0,\"node\":0},{\"id\":3,\"core\":1,\"socket\":0,\"node\":0},)"
    R"({\"id\":4,\"core\":2,\"socket\":1,\"node\":1},{\"id\":5,\"core\":2,\"socket\":1,\"node\":1},)"
    R"({\"id\":6,\"core\":3,\"socket\":1,\"node\":1},{\"id\":7,\"core\":3,\"socket\":1,\"node\":1}]}"}},)"
    R"("zones":[{"name":"node-0","type":"Node","resources":[{"name":"memory","capacity":"4Gi"},)"
    R"({"name":"hugepages-1Gi","capacity":"1Gi"}]},)"
    R"({"name":"node-1","type":"Node","resources":[{"name":"memory","capacity":"4Gi"},)"
    R"({"name":"hugepages-1Gi","capacity":"1Gi"}]}]})";
constexpr std::string_view kConfig =
    R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0","topologyManagerPolicy":"best-effort",)"
    R"("memoryManagerPolicy":"Static","systemReserved":{"memory":"1Gi"},)"
    R"("evictionHard":{"memory.available":"0"},)"
    R"("reservedMemory":[{"numaNode":0,"limits":{"memory":"1Gi"}}]})";
constexpr std::string_view kPod =
    R"({"kind":"Pod","metadata":{"name":"p","uid":"arriving"},"spec":{"initContainers":[{"name":"i",)"
    R"("resources":{"limits":{"cpu":"2","memory":"1Gi"}}}],"containers":[{"name":"c","resources":)"
    R"({"limits":{"cpu":"1","memory":"512Mi","hugepages-1Gi":"1Gi","nvidia.com/gpu":"1"}}}]}})";

TopologyPtr machine() {
  return make<TopologyPtr>([](koord_topology **out, koord_error *err) {
    return koord_topology_from_nrt(nullptr, kMachine.data(), kMachine.size(), out, err);
  });
}

enum class Kind { kCpus, kMemory, kDevices };

struct Files {
  std::string cpus, memory, devices;

  friend bool operator==(const Files &, const Files &) = default;
};
Files only(Kind kind, std::string_view text) {
  Files out;
  (kind == Kind::kCpus ? out.cpus : kind == Kind::kMemory ? out.memory : out.devices) = text;
  return out;
}

KubeletPtr start(const koord_topology *topology, const Files &files) {
  const std::string_view cpus = files.cpus;
  const std::string_view memory = files.memory;
  const SetupPtr setup = make_setup(kConfig, &cpus, &memory);
  if (setup == nullptr) return nullptr;
  koord_error err{};
  for (const char *id : {"a", "b"})
    FUZZ_CHECK(koord_kubelet_setup_add_device(setup.get(), "nvidia.com/gpu", KOORD_NUL, id, 1,
                                              *id == 'a' ? 1 : 2, 0, &err) == KOORD_OK);
  const koord_status status = koord_kubelet_setup_set_device_state(
      setup.get(), files.devices.data(), files.devices.size(), &err);
  check_result(status, err);
  if (status != KOORD_OK) return nullptr;
  return make<KubeletPtr>([&](koord_kubelet **out, koord_error *err) {
    return koord_kubelet_new(topology, setup.get(), out, err);
  });
}

std::string file_of(const koord_kubelet *kubelet,
                    koord_status (*write)(const koord_kubelet *, koord_buffer **, koord_error *)) {
  const auto buffer = make<BufferPtr>(
      [&](koord_buffer **out, koord_error *err) { return write(kubelet, out, err); });
  FUZZ_CHECK(buffer != nullptr);
  return std::string(text_of(buffer));
}

Files files_of(const koord_kubelet *kubelet) {
  return {file_of(kubelet, &koord_kubelet_get_cpu_state),
          file_of(kubelet, &koord_kubelet_get_memory_state),
          file_of(kubelet, &koord_kubelet_get_device_state)};
}

// The input as a file of the right policy whose checksum holds, so that what is behind it is
// reached; "" where it cannot be read.
std::string sealed(std::string_view input, Kind kind) {
  try {
    if (kind == Kind::kDevices) return encode(wire::decode_device_checkpoint(input));
    if (kind == Kind::kCpus) {
      wire::CpuCheckpoint checkpoint = wire::decode_cpu_checkpoint(input, 2);
      checkpoint.policy = "static";
      return encode(checkpoint);
    }
    wire::MemoryCheckpoint checkpoint = wire::decode_memory_checkpoint(input, 1);
    checkpoint.policy = "Static";
    return encode(checkpoint);
  } catch (const koord::Error &) {
    return "";
  }
}

void check_pods(koord_kubelet *kubelet) {
  static const PodPtr pod = make<PodPtr>([](koord_pod **out, koord_error *err) {
    return koord_pod_from_json(nullptr, kPod.data(), kPod.size(), out, err);
  });
  koord_refusal judged{};
  koord_refusal admitted{};
  koord_error err{};
  uint64_t before = 0;
  uint64_t after = 0;
  FUZZ_CHECK(koord_kubelet_get_cpus(kubelet, KOORD_KUBELET_CPUSET_AVAILABLE, &before, 1, &err) ==
             KOORD_OK);
  FUZZ_CHECK(koord_kubelet_judge(kubelet, pod.get(), nullptr, &judged, &err) == KOORD_OK);
  static const AdmissionPtr admission = make<AdmissionPtr>(&koord_admission_new);
  FUZZ_CHECK(koord_kubelet_admit(kubelet, pod.get(), 0, admission.get(), &admitted, &err) ==
             KOORD_OK);
  uint64_t own[2] = {0, 0};
  for (uint32_t i = 0; i < 2; ++i)
    FUZZ_CHECK(koord_admission_get_cpus(admission.get(), i, &own[i], 1, &err) == KOORD_OK);
  FUZZ_CHECK(judged.reason == admitted.reason);
  FUZZ_CHECK(koord_kubelet_get_cpus(kubelet, KOORD_KUBELET_CPUSET_AVAILABLE, &after, 1, &err) ==
             KOORD_OK);
  FUZZ_CHECK((after & (own[0] | own[1])) == 0);
  FUZZ_CHECK(koord_kubelet_remove_pod(kubelet, "arriving", KOORD_NUL, nullptr, &err) == KOORD_OK);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const TopologyPtr topology = machine();
  if (size == 0) return 0;
  const Kind kind = data[0] == 'c' ? Kind::kCpus : data[0] == 'd' ? Kind::kDevices : Kind::kMemory;
  const std::string_view input(reinterpret_cast<const char *>(data) + 1, size - 1);
  (void)start(topology.get(), only(kind, input));

  const KubeletPtr kubelet = start(topology.get(), only(kind, sealed(input, kind)));
  if (kubelet == nullptr) return 0;
  const Files written = files_of(kubelet.get());
  const KubeletPtr again = start(topology.get(), written);
  const std::string all = written.cpus + written.memory + written.devices;
  FUZZ_CHECK_WITH(again != nullptr, all);
  FUZZ_CHECK_WITH(files_of(again.get()) == written, all);
  check_pods(kubelet.get());
  return 0;
}
