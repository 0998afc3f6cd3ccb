// Kubelet's CPU state checkpoint: reading it, and writing CPUs into it: R58, R59.
#include "spec/kubelet_support.h"

namespace koord::testing {
namespace {

using nlohmann::json;

// The machine and the reservation of the notes.
const std::string kConfig =
    R"({"kind":"KubeletConfiguration","cpuManagerPolicy":"static","reservedSystemCPUs":"0-1,6-7,12-13,18-19"})";

PodPtr pod_with(const std::string &uid, const std::string &cpus) {
  json pod{{"metadata", {{"name", uid}, {"uid", uid}}},
           {"spec",
            {{"containers",
              {{{"name", "c"}, {"resources", {{"limits", {{"cpu", "2"}, {"memory", "1Gi"}}}}}}}}}}};
  if (!cpus.empty())
    pod["metadata"]["annotations"]["scheduling.koordinator.sh/resource-status"] =
        json{{"cpuset", cpus}}.dump();
  const std::string text = pod.dump();
  koord_pod *out = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_pod_from_json(nullptr, text.data(), text.size(), &out, &err), KOORD_OK)
      << err.message;
  return PodPtr(out);
}

// Returns the state after the pods' CPUs were written into it, or the error.
std::string replaced(const std::string &state, const std::vector<const koord_pod *> &pods) {
  const TopologyPtr machine = notes_machine();
  koord_buffer *out = nullptr;
  koord_error err{};
  const koord_status status = koord_kubelet_replace_cpus(
      machine.get(), setup_of(kConfig, state).get(), pods.data(), pods.size(), &out, nullptr, &err);
  return status == KOORD_OK ? text_of(BufferPtr(out).get()) : err.message;
}

// Returns the default set, and "uid container CPUs" for each entry.
std::string entries_of(const std::string &state) {
  const json parsed = json::parse(state);
  std::string out = parsed["defaultCpuSet"];
  for (const auto &[uid, containers] : parsed["entries"].items())
    for (const auto &[name, cpus] : containers.items())
      out += "; " + uid + ' ' + name + ' ' + cpus.get<std::string>();
  return out;
}

const std::string kKubelets =
    R"({"policyName":"static","defaultCpuSet":"0-1,4-13,16-23","entries":{"a":{"c":"2,14"},"b":{"c":"3,15"}},"checksum":0})";

// Allocations of existing Guaranteed pods come from the CPU state checkpoint.
TEST(SpecKubeletFiles, R58_AllocationsComeFromTheCheckpoint) {
  const TopologyPtr machine = notes_machine();
  koord_kubelet *kubelet = nullptr;
  koord_error err{};
  ASSERT_EQ(koord_kubelet_new(machine.get(), setup_of(kConfig, kKubelets).get(), &kubelet, &err),
            KOORD_OK)
      << err.message;
  uint64_t shared = 0;
  EXPECT_EQ(koord_kubelet_get_cpus(kubelet, KOORD_KUBELET_CPUSET_SHARED, &shared, 1, &err),
            KOORD_OK);
  EXPECT_EQ(list_of(&shared, 1), "0-1,4-13,16-23");
  uint32_t held = 0;
  EXPECT_EQ(koord_kubelet_remove_pod(kubelet, "a", 1, &held, &err), KOORD_OK);
  EXPECT_EQ(held, 1u);
  koord_kubelet_free(kubelet);

  const json report = report_of(machine.get(), kConfig, kKubelets);
  EXPECT_EQ(cpus_of(annotation_of(report, "node.koordinator.sh/pod-cpu-allocs")), "2-3,14-15");
}

// When the scheduler allocated a pod's CPUs, the CPUs in kubelet's checkpoint are replaced.
TEST(SpecKubeletFiles, R59_S11_TheSchedulersCpusReplaceKubelets) {
  const PodPtr a = pod_with("a", "4,16"), b = pod_with("b", "");
  const std::string state = replaced(kKubelets, {a.get(), b.get()});
  EXPECT_EQ(entries_of(state), "0-2,5-14,17-23; a c 4,16; b c 3,15");

  // A kubelet that starts with this state keeps these CPUs.
  const TopologyPtr machine = notes_machine();
  koord_kubelet *kubelet = nullptr;
  koord_error err{};
  ASSERT_EQ(koord_kubelet_new(machine.get(), setup_of(kConfig, state).get(), &kubelet, &err),
            KOORD_OK)
      << err.message;
  koord_buffer *written = nullptr;
  EXPECT_EQ(koord_kubelet_get_cpu_state(kubelet, &written, &err), KOORD_OK);
  EXPECT_EQ(text_of(BufferPtr(written).get()), state);
  koord_kubelet_free(kubelet);
}

// CPUs of other pods are not taken.
TEST(SpecKubeletFiles, R59_CpusOfOtherPodsAreRefused) {
  const PodPtr a = pod_with("a", "3,4"), b = pod_with("b", "2,14"), reserved = pod_with("c", "0-1");
  EXPECT_EQ(replaced(kKubelets, {a.get()}), "pod \"a\": CPUs 3 are held by pod \"b\"");
  EXPECT_EQ(replaced(kKubelets, {reserved.get()}),
            "pod \"c\": CPUs 0-1 are reserved for the system; leave the pod out, and it keeps the "
            "CPUs that kubelet assigned, or delete it, and its replacement gets others");
  EXPECT_EQ(entries_of(replaced(kKubelets, {a.get(), b.get()})),
            "0-1,5-13,15-23; a c 3-4; b c 2,14")
      << "unless they move, too";
}

}  // namespace
}  // namespace koord::testing
