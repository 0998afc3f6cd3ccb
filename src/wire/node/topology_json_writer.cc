#include "wire/json/json_writer.h"
#include "wire/node/topology_json.h"

namespace koord::wire {
namespace {

class Writer {
 public:
  explicit Writer(const Topology &topology) : topology_(topology) {}

  std::string write() {
    const Topology &t = topology_;
    out_.begin_object()
        .member("apiVersion", kTopologyVersion)
        .member("kind", kTopologyKind)
        .member("architecture", t.facts().architecture)
        .member("cpuModel", t.facts().cpu_model)
        .member("cpuVendor", t.facts().cpu_vendor);
    out_.key("counts").begin_object();
    out_.member("cpus", t.cpus().size())
        .member("cores", t.cores().size())
        .member("l3s", t.l3s().size())
        .member("numaNodes", t.nodes().size())
        .member("sockets", t.sockets().size())
        .member("devices", t.devices().size())
        .end_object();
    out_.member("smtWidth", t.smt_width())
        .member("cpuset", t.all_cpus().to_string())
        .member("offlineCpuset", t.offline().to_string())
        .member("disallowedCpuset", t.disallowed().to_string())
        .member("isolatedCpuset", t.isolated().to_string())
        .member("nohzFullCpuset", t.nohz_full().to_string());
    cpus();
    cores();
    l3s();
    nodes();
    sockets();
    distances();
    devices();
    out_.end_object();
    return out_.take() + '\n';
  }

 private:
  int socket_id(int index) const { return topology_.sockets()[index].id; }
  int node_id(int index) const { return index < 0 ? -1 : topology_.nodes()[index].id; }

  void cpus() {
    out_.key("cpus").begin_array();
    for (const Topology::Cpu &cpu : topology_.cpus()) {
      out_.begin_object()
          .member("cpu", cpu.id)
          .member("core", topology_.cores()[cpu.core].id)
          .member("coreIndex", cpu.core);
      out_.key("kernelCore").value_or_null(cpu.kernel_core);
      out_.member("socket", socket_id(cpu.socket));
      out_.key("node").value_or_null(node_id(cpu.node));
      out_.key("l3").value_or_null(cpu.l3);
      out_.member("kind", cpu.kind).end_object();
    }
    out_.end_array();
  }

  void cores() {
    out_.key("cores").begin_array();
    int index = 0;
    for (const Topology::Core &core : topology_.cores()) {
      CpuSet threads;
      for (const int32_t cpu : topology_.threads(core)) threads.add(cpu);
      out_.begin_object().member("coreIndex", index++).member("core", core.id);
      out_.member("socket", socket_id(core.socket));
      out_.key("node").value_or_null(node_id(core.node));
      out_.key("l3").value_or_null(core.l3);
      out_.member("cpuset", threads.to_string()).end_object();
    }
    out_.end_array();
  }

  void l3s() {
    out_.key("l3s").begin_array();
    int index = 0;
    for (const Topology::L3 &l3 : topology_.l3s()) {
      out_.begin_object().member("l3", index);
      if (l3.id >= 0 && l3.id != index) out_.member("cacheId", l3.id);
      out_.member("cpuset", l3.cpus.to_string()).end_object();
      ++index;
    }
    out_.end_array();
  }

  void nodes() {
    out_.key("numaNodes").begin_array();
    for (const Topology::NumaNode &node : topology_.nodes()) {
      out_.begin_object().member("node", node.id).member("memoryBytes", node.memory_bytes);
      out_.key("hugePages").begin_array();
      for (const HugePages &pages : node.huge_pages)
        out_.begin_object()
            .member("pageBytes", pages.page_bytes)
            .member("count", pages.count)
            .end_object();
      out_.end_array();
      out_.member("cpuset", node.cpus.to_string())
          .member("localCpuset", node.local_cpus.to_string())
          .end_object();
    }
    out_.end_array();
  }

  void sockets() {
    out_.key("sockets").begin_array();
    for (const Topology::Socket &socket : topology_.sockets())
      out_.begin_object()
          .member("socket", socket.id)
          .member("cpuset", socket.cpus.to_string())
          .end_object();
    out_.end_array();
  }

  void distances() {
    out_.key("distances");
    const Distances &known = topology_.distances();
    if (!known.known()) {
      out_.null();
      return;
    }
    out_.begin_object();
    list("nodes", known.node_ids);
    out_.key("values").begin_array();
    const size_t width = known.node_ids.size();
    for (size_t row = 0; row < width; ++row) {
      out_.begin_array();
      for (size_t column = 0; column < width; ++column)
        out_.value(known.values[row * width + column]);
      out_.end_array();
    }
    out_.end_array().end_object();
  }

  void devices() {
    out_.key("devices").begin_array();
    for (const PciDevice &device : topology_.devices()) {
      out_.begin_object()
          .member("busId", device.bus_id)
          .member("classId", device.class_id)
          .member("vendorId", device.vendor_id)
          .member("deviceId", device.device_id);
      list("names", device.os_names);
      list("nodes", device.node_ids);
      out_.member("cpuset", device.cpus.to_string());
      if (device.pcie.empty())
        out_.key("pcie").null();
      else
        out_.member("pcie", device.pcie);
      rdma(device);
      out_.end_object();
    }
    out_.end_array();
  }

  void rdma(const PciDevice &device) {
    out_.key("rdma").begin_array();
    for (const RdmaDevice &entry : device.rdma)
      out_.begin_object()
          .member("name", entry.name)
          .member("ports", entry.ports)
          .member("activePorts", entry.active_ports)
          .end_object();
    out_.end_array();
  }

  template <typename Values>
  void list(std::string_view name, const Values &values) {
    out_.key(name).begin_array();
    for (const auto &value : values) out_.value(value);
    out_.end_array();
  }

  const Topology &topology_;
  JsonWriter out_{2};
};

}  // namespace

std::string to_json(const Topology &topology) { return Writer(topology).write(); }

}  // namespace koord::wire
