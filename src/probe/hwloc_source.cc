#include "probe/hwloc_source.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <new>
#include <string>

#include "base/error.h"
#include "probe/hwloc_handle.h"
#include "probe/hwloc_reader.h"
#include "probe/isolated_cpus.h"
#include "probe/synthetic_guard.h"
#include "probe/xml_guard.h"

namespace koord::probe {
namespace {

// Components that open vendors' GPU libraries. They are slow, print messages, and are not needed.
constexpr const char *kNotNeeded[] = {"opencl", "cuda", "nvml", "rsmi", "levelzero", "gl"};

void check_flags(uint32_t flags) {
  if ((flags & ~uint32_t{kOnlyAllowed}) != 0)
    throw Error(Status::kInvalid, "flags: unknown bits in " + std::to_string(flags));
}

// Upper bounds of hwloc's memory for a real machine, for a byte of XML, and for an object of a
// description. The measurements are in docs/embed/memory.md.
constexpr size_t kMachineBytes = size_t{16} << 20;
constexpr size_t kBytesPerXmlByte = 16;
constexpr size_t kBytesPerObject = 4096;
constexpr size_t kMaxBytes = size_t{1} << 30;

// hwloc crashes if an allocation fails. Requesting the memory beforehand turns that into
// std::bad_alloc.
void require_memory(size_t size) {
  void *const block =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) throw std::bad_alloc();
  munmap(block, size);
}

// input_bytes: memory that the input may take beyond that of a real machine.
HwlocTopology new_topology(uint32_t flags, size_t input_bytes = 0) {
  if (hwloc_get_api_version() >> 16 != HWLOC_API_VERSION >> 16)
    throw Error(Status::kUnsupported,
                "hwloc: the loaded library has another major version than the "
                "one that koord was built with");
  require_memory(std::min(kMachineBytes + input_bytes, kMaxBytes));
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) throw std::bad_alloc();
  HwlocTopology topology(raw);
  // DONT_CHANGE_BINDING: a library must not move its caller's thread to the CPUs that it examines.
  unsigned long wanted = HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS | HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING;
  if ((flags & kOnlyAllowed) == 0) wanted |= HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED;
  if (hwloc_topology_set_flags(raw, wanted) != 0)
    throw Error(Status::kInternal, "hwloc: rejects its own flags");
  return topology;
}

void keep_devices(hwloc_topology_t topology, hwloc_type_filter_e devices) {
  hwloc_topology_set_type_filter(topology, HWLOC_OBJ_PCI_DEVICE, devices);
  hwloc_topology_set_type_filter(topology, HWLOC_OBJ_OS_DEVICE, devices);
  hwloc_topology_set_type_filter(topology, HWLOC_OBJ_BRIDGE, devices);
}

// Throws for a failed call of hwloc. errno was 0 before the call.
[[noreturn]] void hwloc_failed(Status failure, const std::string &what) {
  if (errno == ENOMEM) throw std::bad_alloc();
  throw Error(failure, what);
}

void load(hwloc_topology_t topology, Status failure, const char *what) {
  errno = 0;
  if (hwloc_topology_load(topology) != 0) hwloc_failed(failure, what);
}

HwlocTopology new_machine(uint32_t flags) {
  HwlocTopology topology = new_topology(flags);
  for (const char *name : kNotNeeded)  // fails if the component is not installed
    hwloc_topology_set_components(topology.get(), HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, name);
  return topology;
}

// Loads the NUMA nodes and devices of this machine and nothing that could cut across the nodes.
// hwloc needs groups to keep the CPUs of a node.
HwlocTopology load_nodes(uint32_t flags) {
  HwlocTopology topology = new_machine(flags);
  hwloc_topology_set_all_types_filter(topology.get(), HWLOC_TYPE_FILTER_KEEP_NONE);
  keep_devices(topology.get(), HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
  hwloc_topology_set_type_filter(topology.get(), HWLOC_OBJ_GROUP, HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
  load(topology.get(), Status::kIo, "this machine: hwloc finds no NUMA nodes");
  return topology;
}

}  // namespace

std::shared_ptr<const Topology> read_this_machine(uint32_t flags, const Log &log,
                                                  const std::string &root) {
  check_flags(flags);
  const HwlocTopology topology = new_machine(flags);
  keep_devices(topology.get(), HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
  load(topology.get(), Status::kIo, "this machine: hwloc finds no topology");
  const HwlocTopology nodes =
      nodes_share_cpus(topology.get()) ? load_nodes(flags) : HwlocTopology();
  TopologySpec spec = read_hwloc(topology.get(), nodes.get(), log);
  if (!root.empty())
    read_isolated_cpus(root, spec, log);
  else if (hwloc_topology_is_thissystem(topology.get()) != 0)
    read_isolated_cpus("/", spec, log);
  return Topology::build(std::move(spec));
}

std::shared_ptr<const Topology> read_hwloc_xml(std::string_view xml, uint32_t flags,
                                               const Log &log) {
  check_flags(flags);
  MemoryInitiators initiators;
  const std::string checked = checked_hwloc_xml(xml, log, &initiators);
  if (checked.size() >= INT_MAX) throw Error(Status::kLimit, "hwloc XML: too large for hwloc");
  const HwlocTopology topology = new_topology(flags, kBytesPerXmlByte * checked.size());
  keep_devices(topology.get(), HWLOC_TYPE_FILTER_KEEP_ALL);
  errno = 0;
  if (hwloc_topology_set_xmlbuffer(topology.get(), checked.data(),
                                   static_cast<int>(checked.size())) != 0)
    hwloc_failed(Status::kInvalid, "hwloc XML: hwloc does not accept the document");
  load(topology.get(), Status::kInvalid, "hwloc XML: hwloc cannot build a topology from it");
  TopologySpec spec = read_hwloc(topology.get(), nullptr, log);
  report_widened_nodes(topology.get(), spec, initiators, log);
  return Topology::build(std::move(spec));
}

std::shared_ptr<const Topology> read_synthetic(std::string_view text, const Log &log) {
  const CheckedSynthetic checked = checked_synthetic(text);
  const HwlocTopology topology = new_topology(0, kBytesPerObject * checked.objects);
  errno = 0;
  if (hwloc_topology_set_synthetic(topology.get(), checked.text.c_str()) != 0)
    hwloc_failed(Status::kInvalid, "synthetic topology: hwloc does not accept " + in_quotes(text));
  load(topology.get(), Status::kInvalid,
       "synthetic topology: hwloc cannot build a topology from it");
  return Topology::build(read_hwloc(topology.get(), nullptr, log));
}

}  // namespace koord::probe
