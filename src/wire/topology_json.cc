#include "wire/topology_json.h"

#include <nlohmann/json.hpp>

#include "wire/json.h"

namespace koord::wire {
namespace {

using nlohmann::ordered_json;

// Ids and indices that may be unknown are -1 inside and null outside.
ordered_json or_null(int64_t value) {
  return value < 0 ? ordered_json(nullptr) : ordered_json(value);
}

class Writer {
 public:
  explicit Writer(const Topology &topology) : topology_(topology) {}

  ordered_json write() const {
    const Topology &t = topology_;
    return {{"apiVersion", "koord.sh/v1"},
            {"kind", "Topology"},
            {"architecture", t.facts().architecture},
            {"cpuModel", t.facts().cpu_model},
            {"cpuVendor", t.facts().cpu_vendor},
            {"counts",
             {{"cpus", t.cpus().size()},
              {"cores", t.cores().size()},
              {"l3s", t.l3s().size()},
              {"numaNodes", t.nodes().size()},
              {"sockets", t.sockets().size()},
              {"devices", t.devices().size()}}},
            {"smtWidth", t.smt_width()},
            {"cpuset", t.all_cpus().to_string()},
            {"offlineCpuset", t.offline().to_string()},
            {"disallowedCpuset", t.disallowed().to_string()},
            {"cpus", cpus()},
            {"cores", cores()},
            {"l3s", l3s()},
            {"numaNodes", nodes()},
            {"sockets", sockets()},
            {"distances", distances()},
            {"devices", devices()}};
  }

 private:
  int socket_id(int index) const { return topology_.sockets()[index].id; }
  ordered_json node_id(int index) const {
    return index < 0 ? ordered_json(nullptr) : ordered_json(topology_.nodes()[index].id);
  }

  ordered_json cpus() const {
    ordered_json out = ordered_json::array();
    for (const Topology::Cpu &cpu : topology_.cpus())
      out.push_back({{"cpu", cpu.id},
                     {"core", topology_.cores()[cpu.core].id},
                     {"coreIndex", cpu.core},
                     {"kernelCore", or_null(cpu.kernel_core)},
                     {"socket", socket_id(cpu.socket)},
                     {"node", node_id(cpu.node)},
                     {"l3", or_null(cpu.l3)},
                     {"kind", cpu.kind}});
    return out;
  }

  ordered_json cores() const {
    ordered_json out = ordered_json::array();
    for (const Topology::Core &core : topology_.cores()) {
      CpuSet threads;
      for (const int32_t cpu : topology_.threads(core)) threads.add(cpu);
      out.push_back({{"coreIndex", out.size()},
                     {"core", core.id},
                     {"socket", socket_id(core.socket)},
                     {"node", node_id(core.node)},
                     {"l3", or_null(core.l3)},
                     {"cpuset", threads.to_string()}});
    }
    return out;
  }

  ordered_json l3s() const {
    ordered_json out = ordered_json::array();
    for (const Topology::L3 &l3 : topology_.l3s())
      out.push_back({{"l3", out.size()}, {"cpuset", l3.cpus.to_string()}});
    return out;
  }

  ordered_json nodes() const {
    ordered_json out = ordered_json::array();
    for (const Topology::Node &node : topology_.nodes()) {
      ordered_json pages = ordered_json::array();
      for (const HugePages &size : node.huge_pages)
        pages.push_back({{"pageBytes", size.page_bytes}, {"count", size.count}});
      out.push_back({{"node", node.id},
                     {"memoryBytes", node.memory_bytes},
                     {"hugePages", std::move(pages)},
                     {"cpuset", node.cpus.to_string()},
                     {"localCpuset", node.local_cpus.to_string()}});
    }
    return out;
  }

  ordered_json sockets() const {
    ordered_json out = ordered_json::array();
    for (const Topology::Socket &socket : topology_.sockets())
      out.push_back({{"socket", socket.id}, {"cpuset", socket.cpus.to_string()}});
    return out;
  }

  ordered_json distances() const {
    const Distances &known = topology_.distances();
    if (!known.known()) return nullptr;
    const auto size = static_cast<std::ptrdiff_t>(known.node_ids.size());
    ordered_json rows = ordered_json::array();
    for (auto row = known.values.begin(); row != known.values.end(); row += size)
      rows.push_back(std::vector<uint32_t>(row, row + size));
    return {{"nodes", known.node_ids}, {"values", std::move(rows)}};
  }

  ordered_json devices() const {
    ordered_json out = ordered_json::array();
    for (const PciDevice &device : topology_.devices())
      out.push_back({{"busId", device.bus_id},
                     {"classId", device.class_id},
                     {"vendorId", device.vendor_id},
                     {"deviceId", device.device_id},
                     {"names", device.os_names},
                     {"nodes", device.node_ids},
                     {"cpuset", device.cpus.to_string()}});
    return out;
  }

  const Topology &topology_;
};

}  // namespace

std::string to_json(const Topology &topology) {
  return write_json(Writer(topology).write(), 2) + '\n';
}

}  // namespace koord::wire
