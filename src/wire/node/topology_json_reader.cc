#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/error.h"
#include "topology/pci_address.h"
#include "wire/json/json.h"
#include "wire/node/topology_json.h"

namespace koord::wire {
namespace {

// The distances between 1,024 NUMA nodes alone are 2^20 values.
constexpr JsonLimits kTopologyLimits{size_t{64} << 20, 64, size_t{1} << 21};
// Limit on sockets and L3 groups, which may be without CPUs, and on devices; each takes a kilobyte.
constexpr size_t kMaxElements = size_t{1} << 16;
constexpr int64_t kMaxId = INT32_MAX - 1;
constexpr int64_t kMaxPciId = 0xffff;

void check_text(const JsonValue &value, std::string_view expected) {
  if (value.as_string() != expected) value.fail_expected(expected);
}

// Returns the elements of an optional list whose elements take memory of their own.
std::vector<JsonValue> bounded_elements(const JsonValue &object, std::string_view key) {
  std::vector<JsonValue> out = object.elements_of(key);
  if (out.size() > kMaxElements)
    throw Error(Status::kLimit, object.at(key).path() + ": " + std::to_string(out.size()) +
                                    " elements, at most " + std::to_string(kMaxElements));
  return out;
}

// Reads a number that must be larger than that of the previous element.
int64_t next_id(const JsonValue &element, std::string_view key, int64_t high, int64_t &last) {
  const JsonValue id = element.at(key);
  const int64_t value = id.as_int(0, high);
  if (value <= last)
    id.fail("found " + std::to_string(value) + " after " + std::to_string(last) +
            ", expected ascending numbers");
  return last = value;
}

CpuSet read_set(const JsonValue &object, std::string_view key) {
  const auto list = object.find(key);
  return list ? CpuSet::parse(list->as_string(), list->path()) : CpuSet{};
}

// Reads a device name of the kernel or hwloc, which must be printable.
std::string read_name(const JsonValue &value) {
  const std::string_view name = value.as_string();
  if (std::any_of(name.begin(), name.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
    value.fail_expected("a name without control characters");
  return std::string(name);
}

class TopologyJsonReader {
 public:
  explicit TopologyJsonReader(const JsonValue &root) : root_(root) {}

  TopologySpec read() {
    check_text(root_.at("apiVersion"), kTopologyVersion);
    check_text(root_.at("kind"), kTopologyKind);
    spec_.facts.architecture = root_.string_or("architecture", "");
    spec_.facts.cpu_model = root_.string_or("cpuModel", "");
    spec_.facts.cpu_vendor = root_.string_or("cpuVendor", "");
    cpus();
    nodes();
    empty_groups();
    spec_.offline = read_set(root_, "offlineCpuset");
    spec_.disallowed = read_set(root_, "disallowedCpuset");
    spec_.isolated = read_set(root_, "isolatedCpuset");
    spec_.nohz_full = read_set(root_, "nohzFullCpuset");
    distances();
    for (const JsonValue &device : bounded_elements(root_, "devices")) add_device(device);
    return std::move(spec_);
  }

 private:
  void cpus() {
    int64_t last = -1;
    int64_t l3s = 0;
    for (const JsonValue &value : root_.at("cpus").elements()) {
      TopologySpec::Cpu cpu;
      cpu.id = next_id(value, "cpu", CpuSet::kCapacity - 1, last);
      cpu.core = value.at("core").as_int(0, kMaxId);
      cpu.socket = value.at("socket").as_int(0, kMaxId);
      cpu.node = value.int_or("node", 0, Topology::kMaxNodes - 1, -1);
      cpu.l3 = value.int_or("l3", 0, l3s, -1);  // numbered by their lowest CPU
      l3s = std::max(l3s, cpu.l3 + 1);
      cpu.kernel_core = value.int_or("kernelCore", 0, INT32_MAX, -1);
      cpu.kind = static_cast<int32_t>(value.int_or("kind", 0, INT32_MAX, 0));
      spec_.cpus.push_back(cpu);
    }
    if (spec_.cpus.empty()) root_.at("cpus").fail("lists no CPU");
  }

  void nodes() {
    int64_t last = -1;
    for (const JsonValue &value : root_.elements_of("numaNodes")) {
      TopologySpec::NumaNode node;
      node.id = next_id(value, "node", Topology::kMaxNodes - 1, last);
      if (const auto memory = value.find("memoryBytes"))
        node.memory_bytes = memory->as_uint(0, UINT64_MAX);
      for (const JsonValue &pages : value.elements_of("hugePages")) {
        const uint64_t least = node.huge_pages.empty() ? 1 : node.huge_pages.back().page_bytes + 1;
        node.huge_pages.push_back({pages.at("pageBytes").as_uint(least, INT64_MAX),
                                   pages.at("count").as_uint(0, UINT64_MAX)});
      }
      node.local_cpus = read_set(value, "localCpuset");
      spec_.nodes.push_back(std::move(node));
    }
  }

  // Reads sockets and L3 groups without CPUs; the others are named by their CPUs.
  void empty_groups() {
    std::set<int64_t> sockets;
    std::set<int64_t> l3s;
    for (const TopologySpec::Cpu &cpu : spec_.cpus) {
      sockets.insert(cpu.socket);
      l3s.insert(cpu.l3);
    }
    int64_t last = -1;
    for (const JsonValue &value : bounded_elements(root_, "sockets")) {
      const int64_t id = next_id(value, "socket", kMaxId, last);
      if (!sockets.contains(id)) spec_.empty_sockets.push_back(id);
    }
    last = -1;
    std::map<int64_t, int64_t> cache_ids;
    for (const JsonValue &value : bounded_elements(root_, "l3s")) {
      const int64_t l3 = next_id(value, "l3", kMaxId, last);
      if (l3s.contains(l3))
        cache_ids[l3] = value.int_or("cacheId", 0, kMaxId, l3);
      else
        ++spec_.empty_l3s;
    }
    number_l3s(l3s, cache_ids);
  }

  // Replaces the document's numbers of L3 groups by the kernel's.
  void number_l3s(const std::set<int64_t> &l3s, std::map<int64_t, int64_t> &cache_ids) {
    std::set<int64_t> used;
    for (const int64_t l3 : l3s)
      if (l3 >= 0 && !used.insert(cache_ids.try_emplace(l3, l3).first->second).second)
        root_.at("l3s").fail("two groups have cacheId " + std::to_string(cache_ids[l3]));
    for (TopologySpec::Cpu &cpu : spec_.cpus)
      if (cpu.l3 >= 0) cpu.l3 = cache_ids[cpu.l3];
  }

  void distances() {
    const auto matrix = root_.find("distances");
    if (!matrix) return;
    Distances &out = spec_.distances;
    for (const JsonValue &node : matrix->at("nodes").elements())
      out.node_ids.push_back(static_cast<int>(node.as_int(0, Topology::kMaxNodes - 1)));
    const std::vector<JsonValue> rows = matrix->at("values").elements();
    check_width(matrix->at("values"), rows.size());
    for (const JsonValue &row : rows) {
      const std::vector<JsonValue> values = row.elements();
      check_width(row, values.size());
      for (const JsonValue &value : values)
        out.values.push_back(static_cast<uint32_t>(value.as_uint(0, UINT32_MAX)));
    }
  }
  void check_width(const JsonValue &value, size_t width) const {
    const size_t nodes = spec_.distances.node_ids.size();
    if (width != nodes)
      value.fail("found " + std::to_string(width) + " elements, expected one for each of " +
                 std::to_string(nodes) + " nodes");
  }

  void add_device(const JsonValue &value) {
    PciDevice device;
    const JsonValue bus_id = value.at("busId");
    device.bus_id = bus_id.as_string();
    if (!is_pci_address(device.bus_id)) bus_id.fail_expected("the form \"0000:3b:00.0\"");
    if (!spec_.devices.empty() && device.bus_id < spec_.devices.back().bus_id)
      bus_id.fail("found " + device.bus_id + " after " + spec_.devices.back().bus_id +
                  ", expected ascending texts");
    device.class_id = static_cast<uint32_t>(value.int_or("classId", 0, kMaxPciId, 0));
    device.vendor_id = static_cast<uint32_t>(value.int_or("vendorId", 0, kMaxPciId, 0));
    device.device_id = static_cast<uint32_t>(value.int_or("deviceId", 0, kMaxPciId, 0));
    for (const JsonValue &name : value.elements_of("names"))
      device.os_names.push_back(read_name(name));
    for (const JsonValue &node : value.elements_of("nodes"))
      device.node_ids.push_back(static_cast<int>(node.as_int(0, CpuSet::kCapacity - 1)));
    device.cpus = read_set(value, "cpuset");
    if (const auto pcie = value.find("pcie")) {
      device.pcie = pcie->as_string();
      if (!is_pci_address(device.pcie) && !is_pci_root(device.pcie))
        pcie->fail_expected("the form \"0000:02:00.0\" or \"pci0000:00\"");
    }
    for (const JsonValue &rdma : value.elements_of("rdma")) {
      const int64_t ports = rdma.int_or("ports", 0, INT32_MAX, 0);
      const int64_t active = rdma.int_or("activePorts", 0, ports, 0);
      device.rdma.push_back(
          {read_name(rdma.at("name")), static_cast<int32_t>(ports), static_cast<int32_t>(active)});
    }
    spec_.devices.push_back(std::move(device));
  }

  JsonValue root_;
  TopologySpec spec_;
};

// Compares a document with what is written of the topology read from it: they must not differ. This
// checks all members that follow from the CPUs, and that nothing that was read is lost.
class Comparison {
 public:
  void compare(const JsonValue &given, const nlohmann::json &written) {
    if (given.raw() == written) return;
    if (written.is_object()) return compare_members(given, written);
    if (written.is_array()) return compare_elements(given, written);
    given.fail_expected(written.dump() + ", which follows from the other members");
  }

  // Logs members that are unknown because of a newer version or a typo.
  void log_unknown(const Log &log) const {
    if (unknown_ == 0) return;
    std::string text = first_unknown_ + ": unknown, ignored";
    if (unknown_ > 1) text += ", as are " + std::to_string(unknown_ - 1) + " more";
    log.write(LogLevel::kInfo, text);
  }

 private:
  void compare_members(const JsonValue &given, const nlohmann::json &written) {
    if (!given.is_object()) given.fail_expected("an object");
    for (const auto &[name, value] : given.members()) {
      const auto known = written.find(name);
      if (known == written.end()) {
        if (unknown_++ == 0) first_unknown_ = value.path();
      } else if (!value.is_null()) {
        compare(value, *known);
      }
    }
  }
  void compare_elements(const JsonValue &given, const nlohmann::json &written) {
    const auto elements = given.elements();
    if (elements.size() != written.size())
      given.fail("found " + std::to_string(elements.size()) + " elements, expected " +
                 std::to_string(written.size()) + ", which follows from the other members");
    for (size_t i = 0; i < elements.size(); ++i) compare(elements[i], written[i]);
  }

  std::string first_unknown_;
  size_t unknown_ = 0;
};

}  // namespace

std::shared_ptr<const Topology> topology_from_json(std::string_view json, const Log &log) {
  const JsonDocument document = JsonDocument::parse(json, kTopologyKind, kTopologyLimits);
  auto topology = Topology::build(TopologyJsonReader(document.root()).read());
  const JsonDocument written =
      JsonDocument::parse(to_json(*topology), kTopologyKind, kTopologyLimits);
  Comparison comparison;
  comparison.compare(document.root(), written.root().raw());
  comparison.log_unknown(log);
  return topology;
}

}  // namespace koord::wire
