// Kubelet's distribute-cpus-across-numa on a node without a strategy of its own: R20, R47, R93.
#include <ostream>

#include "spec/cluster_support.h"

namespace koord::testing {
namespace {

struct KubeletCase {
  int sockets, numa_per_socket, cores, threads;
  bool full_pcpus_only;
  const char *held;      // by other pods
  const char *reserved;  // by kubelet
};
void PrintTo(const KubeletCase &c, std::ostream *out) {
  *out << c.sockets << 'x' << c.numa_per_socket << 'x' << c.cores << 'x' << c.threads
       << (c.full_pcpus_only ? ", full-pcpus-only" : "") << ", held " << c.held << ", reserved "
       << c.reserved;
}

class SpecKubeletDistributes : public ::testing::TestWithParam<KubeletCase> {};

// For every size the CPUs are exactly those that kubelet would take from the free ones.
TEST_P(SpecKubeletDistributes, R20_R47_R93_CpuForCpu) {
  const KubeletCase &given = GetParam();
  NodeGiven node;
  node.sockets = given.sockets;
  node.numa_per_socket = given.numa_per_socket;
  node.cores = given.cores;
  node.threads = given.threads;
  node.kubelet = {{"policy", "static"},
                  {"options", {{"distribute-cpus-across-numa", "true"}}},
                  {"reservedCPUs", given.reserved}};
  if (given.full_pcpus_only) node.kubelet["options"]["full-pcpus-only"] = "true";
  node.topology_policies = json::array({"None"});
  KubeletNode kubelet(
      spec_machine(given.sockets, given.numa_per_socket, given.cores, given.threads));
  kubelet.options = KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA;
  if (given.full_pcpus_only) kubelet.options |= KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY;
  kubelet.shared = without(kubelet.shared, given.held);
  kubelet.reserved = given.reserved;
  const int free = count(without(kubelet.shared, given.reserved));
  const int unit = given.full_pcpus_only ? given.threads : 1;
  for (int cpus = unit; cpus <= free; cpus += unit) {
    const std::string expected = kubelet.offer(static_cast<uint32_t>(cpus));
    if (kubelet.refusal.reason != KOORD_REASON_NONE) continue;  // siblings of reserved CPUs
    ClusterSession cluster;
    cluster.set(node);
    if (*given.held != '\0') {
      PodGiven resident = pod("there", "LSR", std::to_string(count(given.held)));
      resident.on = "node-0";
      resident.resource_status = {{"cpuset", given.held}};
      cluster.see(resident);
    }
    EXPECT_EQ(cluster.place(pod("p", "LSR", std::to_string(cpus))).cpus, expected) << cpus;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, SpecKubeletDistributes,
                         ::testing::Values(KubeletCase{3, 1, 4, 1, false, "0-1", ""},
                                           KubeletCase{3, 1, 4, 1, false, "0,4-6", "11"},
                                           KubeletCase{2, 1, 4, 2, false, "", ""},
                                           KubeletCase{2, 1, 4, 2, false, "0,8-9", "4"},
                                           KubeletCase{2, 2, 4, 2, false, "1-3,20", "0,16"},
                                           KubeletCase{2, 2, 4, 2, true, "1,4-6,17,20-22", ""},
                                           KubeletCase{1, 4, 3, 2, true, "0,3-4,12,15-16", ""},
                                           KubeletCase{4, 2, 2, 2, false, "0-2,16,31", ""},
                                           KubeletCase{2, 1, 4, 4, true, "0,8,16,24", ""}));

}  // namespace
}  // namespace koord::testing
