// An immutable description of one machine: CPUs, cores, L3 groups, NUMA nodes, sockets, distances
// and the locations of its PCI devices. It is built once from a TopologySpec and shared by any
// number of threads. An *id* is the number that the machine or the reporting agent uses (kernel
// numbers of CPUs, packages and NUMA nodes). An *index* is a position in the vectors below. Indices
// are dense and ascend by id; those of cores and L3 groups ascend by their lowest CPU, and L3
// groups without CPUs come last.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "topology/siblings.h"

namespace koord {

struct HugePages {
  uint64_t page_bytes = 0;
  uint64_t count = 0;
};

// An RDMA device of the kernel's InfiniBand layer, over Ethernet or another network.
struct RdmaDevice {
  std::string name;          // "mlx5_0"
  int32_t ports = 0;         // ports with a known state
  int32_t active_ports = 0;  // ports in state ACTIVE
};

// Names and location of a PCI device.
struct PciDevice {
  std::string bus_id;     // "0000:3b:00.0"
  uint32_t class_id = 0;  // PCI class << 8 | subclass
  uint32_t vendor_id = 0;
  uint32_t device_id = 0;
  std::vector<std::string> os_names;  // "nvme0n1", "mlx5_0", ...
  std::vector<int> node_ids;          // NUMA nodes it is local to
  CpuSet cpus;                        // CPUs it is local to
  // The nearest PCIe switch "0000:02:00.0", else the root complex "pci0000:00", or "" if unknown.
  std::string pcie = {};
  std::vector<RdmaDevice> rdma = {};  // in hwloc's order
};

struct Distances {
  std::vector<int> node_ids;
  std::vector<uint32_t> values;  // row-major over node_ids, from firmware; 10 = local
  bool known() const { return !values.empty(); }
};

// Facts about the machine that do not concern the location of CPUs.
struct MachineFacts {
  std::string architecture;  // "x86_64", "aarch64", ...; "" if unknown
  std::string cpu_model;
  std::string cpu_vendor;
};

// The description of a machine by a source (hwloc, an annotation, rows from a caller),
// not yet checked.
struct TopologySpec {
  struct Cpu {
    int64_t id = 0;
    int64_t socket = 0;
    int64_t node = -1;         // -1 if the CPU belongs to no NUMA node
    int64_t core = 0;          // any number that is unique within (socket, node)
    int64_t l3 = -1;           // any number that is unique in the machine; -1 if no L3 is known
    int64_t kernel_core = -1;  // Linux core_id, not unique across sockets; -1 if unknown
    int32_t kind = 0;          // 0 for the least performant kind of core, ascending
  };
  struct NumaNode {
    int64_t id = 0;
    uint64_t memory_bytes = 0;  // huge pages included
    std::vector<HugePages> huge_pages;
    CpuSet local_cpus;  // CPUs that the memory is local to; may be more than the CPUs it owns
  };
  std::vector<Cpu> cpus;
  std::vector<NumaNode> nodes;         // nodes that only CPUs mention are added
  std::vector<int64_t> empty_sockets;  // sockets without a usable CPU
  int empty_l3s = 0;                   // L3 caches without a usable CPU
  CpuSet offline;                      // in the machine, but not among `cpus`
  CpuSet disallowed;                   // not allowed for the process that read the machine (cgroup)
  CpuSet isolated;                     // boot parameter isolcpus: the kernel places no task there
  CpuSet nohz_full;                    // boot parameter nohz_full: no tick while one task runs
  Distances distances;
  std::vector<PciDevice> devices;
  MachineFacts facts;
};

class Topology {
 public:
  struct Cpu {
    int32_t id;
    int32_t core;         // index
    int32_t socket;       // index
    int32_t node;         // index; -1 if none
    int32_t l3;           // index; -1 if none
    int32_t kernel_core;  // Linux core_id; -1 if unknown
    int32_t kind;
  };
  struct Core {
    int32_t id;      // the source's number; unique at least within (socket, node)
    int32_t socket;  // index
    int32_t node;    // index; -1 if none
    int32_t l3;      // index of the first thread's L3; -1 if none
    uint32_t first;  // offset of its threads in thread_ids_
    uint32_t threads;
  };
  struct L3 {
    int32_t id;         // the source's number; -1 if it has no CPU
    int32_t first_cpu;  // lowest CPU; -1 if it has none
    CpuSet cpus;
  };
  struct NumaNode {
    int32_t id;
    uint64_t memory_bytes;
    std::vector<HugePages> huge_pages;
    CpuSet cpus;                    // CPUs of this node; each CPU is in at most one
    CpuSet local_cpus;              // CPUs that the memory is local to
    std::vector<int32_t> l3s = {};  // indices of the L3 groups of its CPUs, ascending
  };
  struct Socket {
    int32_t id;
    CpuSet cpus;
    bool cores_ascend = true;  // ids of cores ascend like their lowest CPUs
  };
  // A NUMA node that owns CPUs, as agents publish it. CPUs without a node count for node 0.
  struct CpuNode {
    int32_t id;
    int32_t index;   // index in nodes(); -1 if only CPUs without a node are here
    int32_t socket;  // index; the socket of its lowest CPU
    CpuSet cpus;
    std::vector<int32_t> l3s = {};  // indices of the L3 groups of its CPUs, ascending
  };

  static constexpr int kMaxNodes = 1024;  // Linux's largest MAX_NUMNODES
  static constexpr size_t kMaxCpus = CpuSet::kCapacity;

  // Checks the description and builds the topology. Throws kInvalid with the field at fault.
  static std::shared_ptr<const Topology> build(TopologySpec spec);

  Topology(const Topology &) = delete;
  Topology &operator=(const Topology &) = delete;

  std::span<const Cpu> cpus() const { return cpus_; }     // usable ones, ascending by id
  std::span<const Core> cores() const { return cores_; }  // ascending by lowest CPU
  std::span<const L3> l3s() const { return l3s_; }
  std::span<const NumaNode> nodes() const { return nodes_; }  // ascending by id; some own no CPU
  std::span<const Socket> sockets() const { return sockets_; }
  std::span<const CpuNode> cpu_nodes() const { return numa_places_; }  // ascending by id
  // Returns the place with this node id, or nullptr if no CPU counts for it.
  const CpuNode *find_numa_place(int id) const;
  // Returns the number of pairs of a socket and a NUMA place that share a CPU; at least one.
  int socket_place_pairs() const { return socket_place_pairs_; }
  // Return the number of CPUs of the largest NUMA place and of the largest socket.
  int largest_place() const { return largest_place_; }
  int largest_socket() const { return largest_socket_; }
  // Return the core indices by (socket, core id, lowest CPU), and the position of a core
  // in that order.
  std::span<const int32_t> ranked_cores() const { return ranked_cores_; }
  int core_rank(int core) const { return core_rank_[core]; }
  // Returns true if the cores of these CPUs rank in the order of their lowest CPUs. May return
  // false for CPUs on several sockets, because an exact answer would take as long as sorting them.
  bool ranked_by_cpu(const CpuSet &cpus) const {
    return all_ranked_by_cpu_ || on_ranked_socket(cpus);
  }
  // Returns the number of CPUs of the smallest NUMA place or socket that has any.
  int smallest_place() const { return smallest_place_; }
  // Returns the CPU ids of a core, ascending.
  std::span<const int32_t> threads(const Core &core) const {
    return {thread_ids_.data() + core.first, core.threads};
  }

  const CpuSet &all_cpus() const { return all_; }
  const CpuSet &without_node() const { return without_node_; }  // CPUs that no NUMA node owns
  const CpuSet &without_l3() const { return without_l3_; }      // CPUs whose L3 is unknown
  const CpuSet &offline() const { return offline_; }
  const CpuSet &disallowed() const { return disallowed_; }
  const CpuSet &isolated() const { return isolated_; }    // CPUs of this machine, online or not
  const CpuSet &nohz_full() const { return nohz_full_; }  // CPUs of this machine, online or not
  const Distances &distances() const { return distances_; }
  std::span<const PciDevice> devices() const { return devices_; }
  const MachineFacts &facts() const { return facts_; }
  const SiblingMap &siblings() const { return siblings_; }

  int smt_width() const { return smt_width_; }  // threads of the widest core
  // Returns the average, rounded down. Agents calculate with it if cores differ in width.
  int cpus_per_core() const { return cpus_per_core_; }
  // Returns the record of a CPU id, or nullptr if the machine has no such usable CPU.
  const Cpu *find_cpu(int id) const {
    if (id < 0 || static_cast<size_t>(id) >= cpu_index_.size() || cpu_index_[id] < 0)
      return nullptr;
    return &cpus_[cpu_index_[id]];
  }
  // Return the position of an id in nodes() and in sockets(), or -1.
  int node_index(int id) const;
  int socket_index(int id) const;
  // Returns about the bytes of memory that the topology uses, without its PCI devices.
  size_t memory_use() const;

 private:
  explicit Topology(TopologySpec &&spec);
  void add_cpus(const std::vector<TopologySpec::Cpu> &cpus);
  void add_places(const TopologySpec &spec);
  std::vector<int32_t> l3s_of(const CpuSet &cpus) const;
  void add_numa_places();
  void rank_cores();
  bool on_ranked_socket(const CpuSet &cpus) const;

  std::vector<Cpu> cpus_;
  std::vector<int32_t> cpu_index_;  // position in cpus_ by id; -1 if none
  std::vector<Core> cores_;
  std::vector<int32_t> thread_ids_;
  std::vector<L3> l3s_;
  std::vector<NumaNode> nodes_;
  std::vector<Socket> sockets_;
  std::vector<CpuNode> numa_places_;
  std::vector<int32_t> ranked_cores_;
  std::vector<int32_t> core_rank_;
  CpuSet all_;
  CpuSet without_node_;
  CpuSet without_l3_;
  CpuSet offline_;
  CpuSet disallowed_;
  CpuSet isolated_;
  CpuSet nohz_full_;
  Distances distances_;
  std::vector<PciDevice> devices_;
  MachineFacts facts_;
  SiblingMap siblings_;
  int smt_width_ = 1;
  int cpus_per_core_ = 1;
  int socket_place_pairs_ = 1;
  int smallest_place_ = 0;
  int largest_place_ = 0;
  int largest_socket_ = 0;
  bool all_ranked_by_cpu_ = true;
};

// Returns true if the proposal allows only whole cores on this architecture. Accepts a machine's
// name ("aarch64") or a Node's ("arm64").
inline bool is_arm_architecture(std::string_view architecture) {
  return architecture.starts_with("arm") || architecture.starts_with("aarch64");
}

}  // namespace koord
