#include "probe/hwloc_reader.h"

#include <algorithm>
#include <map>
#include <new>
#include <set>
#include <tuple>

#include "base/error.h"
#include "probe/hwloc_handle.h"
#include "probe/pci_reader.h"
#include "probe/xml_writer.h"

namespace koord::probe {

CpuSet to_cpu_set(hwloc_const_bitmap_t bitmap, const char *field) {
  const int words = hwloc_bitmap_nr_ulongs(bitmap);
  if (words < 0) throw Error(Status::kLimit, std::string(field) + ": an infinite set");
  if (const int last = hwloc_bitmap_last(bitmap); last >= CpuSet::kCapacity)
    throw Error(Status::kLimit, std::string(field) + ": id " + std::to_string(last) +
                                    " is at or above " + std::to_string(CpuSet::kCapacity));
  static_assert(sizeof(unsigned long) == 8, "hwloc's words are taken as 64 bits wide");
  CpuSet set;
  for (int i = 0; i < words; ++i)
    if (const unsigned long word = hwloc_bitmap_to_ith_ulong(bitmap, static_cast<unsigned>(i)))
      set.set_word(static_cast<size_t>(i), word);
  return set;
}

namespace {

constexpr uint64_t kLargestBasePage = 64 << 10;  // no kernel has a larger one

// A CPU and the objects that contain it, collected on the way down the tree.
struct CpuObjects {
  hwloc_obj_t pu = nullptr;
  hwloc_obj_t core = nullptr;
  hwloc_obj_t l3 = nullptr;
  hwloc_obj_t package = nullptr;
};

// All objects of the tree that locate CPUs. hwloc's levels are not used, because objects of one
// type may be at several depths (cores that lost their caches with their offline siblings).
struct Tree {
  std::vector<CpuObjects> places;
  std::vector<hwloc_obj_t> packages;
  std::vector<hwloc_obj_t> l3s;
};

void walk(hwloc_obj_t object, CpuObjects place, Tree &tree) {
  switch (object->type) {
    case HWLOC_OBJ_PACKAGE:
      tree.packages.push_back(place.package = object);
      break;
    case HWLOC_OBJ_L3CACHE:
      tree.l3s.push_back(place.l3 = object);
      break;
    case HWLOC_OBJ_CORE:
      place.core = object;
      break;
    case HWLOC_OBJ_PU:
      place.pu = object;
      tree.places.push_back(place);
      break;
    default:
      break;
  }
  for (hwloc_obj_t child = object->first_child; child != nullptr; child = child->next_sibling)
    walk(child, place, tree);
}

// Assigns socket ids: the kernel's package ids, or tree order if a package has none. CPUs outside
// of any package get the lowest free id, which is 0 on machines without packages.
class SocketIds {
 public:
  explicit SocketIds(const std::vector<hwloc_obj_t> &packages) {
    for (const hwloc_obj_t package : packages)
      by_order_ = by_order_ || package->os_index == HWLOC_UNKNOWN_INDEX;
    std::set<int64_t> used;
    for (size_t i = 0; i < packages.size(); ++i) {
      ids_[packages[i]] = by_order_ ? static_cast<int64_t>(i) : int64_t{packages[i]->os_index};
      used.insert(ids_[packages[i]]);
    }
    while (used.contains(outside_)) ++outside_;
  }
  int64_t of(hwloc_obj_t package) const { return package == nullptr ? outside_ : ids_.at(package); }

 private:
  bool by_order_ = false;
  int64_t outside_ = 0;
  std::map<hwloc_obj_t, int64_t> ids_;
};

// Returns the kernel's number of each L3, by which kubelet orders them. If the kernel numbers none
// or two alike, numbers them by lowest CPU.
std::map<hwloc_obj_t, int64_t> number_l3s(const Tree &tree) {
  std::map<hwloc_obj_t, int64_t> by_order;
  std::map<hwloc_obj_t, int64_t> by_kernel;
  std::set<int64_t> used;
  for (const CpuObjects &place : tree.places) {
    if (place.l3 == nullptr || !by_order.try_emplace(place.l3, by_order.size()).second) continue;
    const int64_t number = place.l3->os_index;
    if (number < INT32_MAX && used.insert(number).second) by_kernel[place.l3] = number;
  }
  return by_kernel.size() == by_order.size() ? by_kernel : by_order;
}

std::vector<hwloc_obj_t> numa_nodes(hwloc_topology_t topology) {
  std::vector<hwloc_obj_t> nodes;
  for (hwloc_obj_t node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, nullptr);
       node != nullptr; node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node))
    nodes.push_back(node);
  return nodes;
}

TopologySpec::NumaNode read_node(hwloc_obj_t object) {
  TopologySpec::NumaNode node;
  node.id = object->os_index;
  node.local_cpus = to_cpu_set(object->cpuset, "cpuset of a NUMA node");
  const auto &memory = object->attr->numanode;
  node.memory_bytes = memory.local_memory;
  for (unsigned i = 0; i < memory.page_types_len; ++i)
    if (memory.page_types[i].size != 0 && memory.page_types[i].size <= INT64_MAX)
      node.huge_pages.push_back({memory.page_types[i].size, memory.page_types[i].count});
  // The smallest page is the base page, whose count is the rest of the memory.
  std::stable_sort(
      node.huge_pages.begin(), node.huge_pages.end(),
      [](const HugePages &a, const HugePages &b) { return a.page_bytes < b.page_bytes; });
  if (!node.huge_pages.empty() && node.huge_pages.front().page_bytes <= kLargestBasePage)
    node.huge_pages.erase(node.huge_pages.begin());
  // A document may list a size twice; the first entry counts.
  const auto same = std::unique(
      node.huge_pages.begin(), node.huge_pages.end(),
      [](const HugePages &a, const HugePages &b) { return a.page_bytes == b.page_bytes; });
  node.huge_pages.erase(same, node.huge_pages.end());
  return node;
}

std::string list_of(const std::vector<int64_t> &ids) {
  std::string out;
  for (size_t i = 0; i < ids.size(); ++i) out += (i == 0 ? "" : ", ") + std::to_string(ids[i]);
  return out;
}

// Restricts nodes to the CPUs that they have without packages and caches. hwloc only
// ever adds CPUs.
void restore_node_cpus(hwloc_topology_t topology, std::vector<TopologySpec::NumaNode> &nodes,
                       const Log &log) {
  std::map<int64_t, CpuSet> cpus_of;
  for (const hwloc_obj_t node : numa_nodes(topology))
    cpus_of[node->os_index] = to_cpu_set(node->cpuset, "cpuset of a NUMA node");
  std::vector<int64_t> widened;
  for (auto &node : nodes) {
    const auto at = cpus_of.find(node.id);
    if (at == cpus_of.end() || node.local_cpus.is_subset_of(at->second)) continue;
    node.local_cpus &= at->second;
    widened.push_back(node.id);
  }
  if (!widened.empty())
    log.warn("hwloc: NUMA nodes " + list_of(widened) +
             " cut across packages or caches, and hwloc widens them; their CPUs are those that "
             "the kernel reports");
}

// Moves devices from an object that hwloc widened to the NUMA node that they are local to.
void restore_device_places(hwloc_topology_t topology, std::vector<PciDevice> &devices) {
  std::map<std::string, PciDevice> found;
  for (PciDevice &device : read_pci_devices(topology))
    found.emplace(device.bus_id, std::move(device));
  for (PciDevice &device : devices) {
    const auto at = found.find(device.bus_id);
    if (at == found.end() || at->second.cpus.empty() || at->second.cpus == device.cpus ||
        !at->second.cpus.is_subset_of(device.cpus))
      continue;
    device.cpus = at->second.cpus;
    device.node_ids = at->second.node_ids;
  }
}

// Returns the marks of a node by which hwloc distinguishes kinds of memory: a subtype ("HBM",
// "MCDRAM"), and the DAX device of memory without CPUs of its own (CXL, persistent memory).
std::string memory_kind(hwloc_obj_t node) {
  const char *device = hwloc_obj_get_info_by_name(node, "DAXDevice");
  return std::string(node->subtype == nullptr ? "" : node->subtype) +
         (device == nullptr ? "" : " DAX");
}

// Returns the kernel's node of each CPU. Among all nodes whose memory is local to the CPU it is the
// one with the fewest CPUs (DDR beside a socket's or a machine's CXL memory), then the lowest
// number (DDR before HBM).
std::map<int, int64_t> nodes_of_cpus(std::vector<TopologySpec::NumaNode> nodes) {
  std::sort(nodes.begin(), nodes.end(), [](const auto &a, const auto &b) {
    return std::pair(a.local_cpus.count(), a.id) < std::pair(b.local_cpus.count(), b.id);
  });
  std::map<int, int64_t> node_of;
  for (const auto &node : nodes)
    node.local_cpus.for_each([&](int cpu) { node_of.try_emplace(cpu, node.id); });
  return node_of;
}

// Logs the cores and sockets that were assumed because the tree lacks them.
void log_invented(const Tree &tree, const SocketIds &sockets, const Log &log) {
  const auto note = [&](hwloc_obj_t CpuObjects::*level, const char *name,
                        const std::string &outcome) {
    const auto count = static_cast<size_t>(
        std::count_if(tree.places.begin(), tree.places.end(),
                      [&](const CpuObjects &place) { return place.*level == nullptr; }));
    if (count == 0) return;
    const std::string who = count == tree.places.size()
                                ? "the machine has no " + std::string(name) + "s; its CPUs are"
                                : std::to_string(count) + " CPUs are in no " + name + " and";
    log.write(LogLevel::kInfo, "hwloc: " + who + ' ' + outcome);
  };
  note(&CpuObjects::package, "package",
       "assigned to socket " + std::to_string(sockets.of(nullptr)));
  note(&CpuObjects::core, "core", "treated as separate cores");
}

void read_cpus(Tree tree, TopologySpec &spec, const Log &log) {
  for (const CpuObjects &place : tree.places)
    if (place.pu->os_index >= CpuSet::kCapacity)
      throw Error(Status::kLimit, "PU os_index " + std::to_string(place.pu->os_index) +
                                      " is at or above " + std::to_string(CpuSet::kCapacity));
  std::sort(tree.places.begin(), tree.places.end(), [](const CpuObjects &a, const CpuObjects &b) {
    return a.pu->os_index < b.pu->os_index;
  });

  const SocketIds sockets(tree.packages);
  log_invented(tree, sockets, log);
  const std::map<int, int64_t> node_of = nodes_of_cpus(spec.nodes);
  std::map<std::tuple<int64_t, int64_t, hwloc_obj_t>, int64_t> core_of;  // numbered by lowest CPU
  const std::map<hwloc_obj_t, int64_t> l3_of = number_l3s(tree);
  std::set<int64_t> used_sockets;
  for (const CpuObjects &place : tree.places) {
    TopologySpec::Cpu cpu;
    cpu.id = place.pu->os_index;
    cpu.socket = sockets.of(place.package);
    used_sockets.insert(cpu.socket);
    if (const auto node = node_of.find(static_cast<int>(cpu.id)); node != node_of.end())
      cpu.node = node->second;
    const hwloc_obj_t core = place.core != nullptr ? place.core : place.pu;
    cpu.core = core_of.try_emplace({cpu.socket, cpu.node, core}, core_of.size()).first->second;
    if (place.core != nullptr && place.core->os_index <= INT32_MAX)
      cpu.kernel_core = place.core->os_index;
    if (place.l3 != nullptr) cpu.l3 = l3_of.at(place.l3);
    spec.cpus.push_back(cpu);
  }
  for (const hwloc_obj_t package : tree.packages)
    if (!used_sockets.contains(sockets.of(package)))
      spec.empty_sockets.push_back(sockets.of(package));
  spec.empty_l3s = static_cast<int>(tree.l3s.size() - l3_of.size());
}

// Reads kinds in hwloc's order, the least performant first. A machine whose kinds hwloc cannot
// rank has one.
void read_kinds(hwloc_topology_t topology, TopologySpec &spec) {
  const int count = hwloc_cpukinds_get_nr(topology, 0);
  const std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)> bitmap(hwloc_bitmap_alloc(),
                                                                             &hwloc_bitmap_free);
  if (bitmap == nullptr) throw std::bad_alloc();
  for (int kind = 0; kind < count; ++kind) {
    int efficiency = -1;
    if (hwloc_cpukinds_get_info(topology, static_cast<unsigned>(kind), bitmap.get(), &efficiency,
                                nullptr, nullptr, 0) != 0)
      continue;
    if (efficiency < 0) continue;
    const CpuSet cpus = to_cpu_set(bitmap.get(), "cpuset of a CPU kind");
    for (auto &cpu : spec.cpus)
      if (cpus.contains(static_cast<int>(cpu.id))) cpu.kind = efficiency;
  }
}

void read_facts(hwloc_topology_t topology, MachineFacts &facts) {
  const hwloc_obj_t root = hwloc_get_root_obj(topology);
  const auto info = [&](const char *name) -> std::string {
    const char *value = hwloc_obj_get_info_by_name(root, name);
    for (hwloc_obj_t package = nullptr; value == nullptr;) {
      package = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PACKAGE, package);
      if (package == nullptr) return {};
      value = hwloc_obj_get_info_by_name(package, name);
    }
    return clean_text(value);
  };
  facts.architecture = info("Architecture");
  facts.cpu_model = info("CPUModel");
  facts.cpu_vendor = info("CPUVendor");
}

bool is_latency(const hwloc_distances_s &matrix) {
  if ((matrix.kind & HWLOC_DISTANCES_KIND_MEANS_LATENCY) == 0 || matrix.nbobjs < 2) return false;
  for (unsigned i = 0; i < matrix.nbobjs; ++i)
    if (matrix.objs[i] == nullptr || matrix.objs[i]->type != HWLOC_OBJ_NUMANODE) return false;
  const size_t values = size_t{matrix.nbobjs} * matrix.nbobjs;
  return std::all_of(matrix.values, matrix.values + values,
                     [](hwloc_uint64_t value) { return value <= UINT32_MAX; });
}

Distances to_distances(const hwloc_distances_s &matrix) {
  Distances distances;
  for (unsigned i = 0; i < matrix.nbobjs; ++i)
    distances.node_ids.push_back(static_cast<int>(matrix.objs[i]->os_index));
  for (size_t i = 0; i < size_t{matrix.nbobjs} * matrix.nbobjs; ++i)
    distances.values.push_back(static_cast<uint32_t>(matrix.values[i]));
  return distances;
}

// Returns the latencies between NUMA nodes that firmware reports. If several matrices contain some,
// prefers those of the operating system, then those of the most nodes.
Distances read_distances(hwloc_topology_t topology, const Log &log) {
  unsigned count = 0;
  if (hwloc_distances_get(topology, &count, nullptr, 0, 0) != 0 || count == 0) return {};
  std::vector<hwloc_distances_s *> found(count, nullptr);
  const auto release = [topology](hwloc_distances_s *matrix) {
    hwloc_distances_release(topology, matrix);
  };
  std::vector<std::unique_ptr<hwloc_distances_s, decltype(release)>> matrices;
  matrices.reserve(count);  // nothing may throw until the matrices have owners
  // The matrices exist, so only memory for a copy can be missing.
  if (hwloc_distances_get(topology, &count, found.data(), 0, 0) != 0) throw std::bad_alloc();
  for (hwloc_distances_s *matrix : found) matrices.emplace_back(matrix, release);

  const auto rank = [](const hwloc_distances_s &matrix) {
    return std::pair(matrix.kind & HWLOC_DISTANCES_KIND_FROM_OS, matrix.nbobjs);
  };
  const hwloc_distances_s *best = nullptr;
  for (const auto &matrix : matrices) {
    if (!is_latency(*matrix)) {
      const char *name = hwloc_distances_get_name(topology, matrix.get());
      log.write(LogLevel::kInfo, "hwloc: the matrix " + in_quotes(name == nullptr ? "" : name) +
                                     " holds no latencies between NUMA nodes and is ignored");
    } else if (best == nullptr || rank(*matrix) > rank(*best)) {
      best = matrix.get();
    }
  }
  return best == nullptr ? Distances{} : to_distances(*best);
}

}  // namespace

void report_widened_nodes(hwloc_topology_t topology, const TopologySpec &spec,
                          const MemoryInitiators &initiators, const Log &log) {
  std::map<int64_t, std::string> kinds;
  for (const hwloc_obj_t node : numa_nodes(topology)) kinds[node->os_index] = memory_kind(node);
  CpuSet all_cpus;
  for (const TopologySpec::Cpu &cpu : spec.cpus) all_cpus.add(static_cast<int>(cpu.id));
  const auto spans_several = [&](const CpuSet &cpus, int64_t TopologySpec::Cpu::*level) {
    std::set<int64_t> seen;
    for (const TopologySpec::Cpu &cpu : spec.cpus)
      if (cpu.*level >= 0 && cpus.contains(static_cast<int>(cpu.id))) seen.insert(cpu.*level);
    return seen.size() > 1;
  };
  const auto is_confirmed = [&](const TopologySpec::NumaNode &node) {
    const auto at = initiators.find(static_cast<int>(node.id));
    return at != initiators.end() && (at->second & all_cpus) == node.local_cpus;
  };
  std::vector<int64_t> suspects;
  for (const auto &node : spec.nodes) {
    const auto is_like = [&](const auto &other) {
      return other.id != node.id && other.local_cpus == node.local_cpus && !is_confirmed(other) &&
             kinds[other.id] == kinds[node.id];
    };
    const auto is_narrower = [&](const auto &other) {
      return other.local_cpus != node.local_cpus && !other.local_cpus.empty() &&
             other.local_cpus.is_subset_of(node.local_cpus);
    };
    if (node.local_cpus.empty() || is_confirmed(node) ||
        std::ranges::none_of(spec.nodes, is_like) || std::ranges::any_of(spec.nodes, is_narrower))
      continue;
    if (spans_several(node.local_cpus, &TopologySpec::Cpu::socket) ||
        spans_several(node.local_cpus, &TopologySpec::Cpu::l3))
      suspects.push_back(node.id);
  }
  if (!suspects.empty())
    log.warn("hwloc: NUMA nodes " + list_of(suspects) +
             " have the same CPUs, of several packages or L3 caches: hwloc may have widened nodes "
             "that cut across these, and then the document has lost their CPUs; read the machine "
             "itself or its exported sysfs");
}

bool nodes_share_cpus(hwloc_topology_t topology) {
  const std::vector<hwloc_obj_t> nodes = numa_nodes(topology);
  for (size_t i = 0; i < nodes.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (hwloc_bitmap_intersects(nodes[i]->cpuset, nodes[j]->cpuset) != 0) return true;
  return false;
}

TopologySpec read_hwloc(hwloc_topology_t topology, hwloc_topology_t nodes, const Log &log) {
  TopologySpec spec;
  for (const hwloc_obj_t node : numa_nodes(topology)) spec.nodes.push_back(read_node(node));
  Tree tree;
  walk(hwloc_get_root_obj(topology), {}, tree);
  if (nodes != nullptr) restore_node_cpus(nodes, spec.nodes, log);
  read_cpus(std::move(tree), spec, log);
  read_kinds(topology, spec);
  const CpuSet cpus = to_cpu_set(hwloc_topology_get_topology_cpuset(topology), "cpuset");
  spec.offline = to_cpu_set(hwloc_topology_get_complete_cpuset(topology), "complete_cpuset") - cpus;
  spec.disallowed =
      cpus - to_cpu_set(hwloc_topology_get_allowed_cpuset(topology), "allowed_cpuset");
  spec.distances = read_distances(topology, log);
  spec.devices = read_pci_devices(topology);
  if (nodes != nullptr) restore_device_places(nodes, spec.devices);
  read_facts(topology, spec.facts);
  return spec;
}

}  // namespace koord::probe
