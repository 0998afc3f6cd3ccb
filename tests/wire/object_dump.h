// Formats everything that is read of an object. Objects with equal texts are equal.
#pragma once

#include <sstream>
#include <string>

#include "object/objects.h"
#include "wire/node/topology_json.h"

namespace koord::wire {

class Dump {
 public:
  std::string text() const { return out_.str(); }

  template <typename Value>
  Dump &add(const char *name, const Value &value) {
    out_ << name << '=';
    put(value);
    out_ << '\n';
    return *this;
  }

 private:
  template <typename Value>
  void put(const Value &value) {
    if constexpr (std::is_enum_v<Value>) {
      out_ << static_cast<int64_t>(value);
    } else {
      out_ << value;
    }
  }
  void put(const CpuSet &cpus) { out_ << cpus.to_string(); }
  void put(const object::Amount &amount) {
    out_ << amount.resource << ':' << amount.value;
    if (amount.form != object::AmountForm())
      out_ << '-' << amount.form.excess << 'm' << (amount.form.is_int64 ? "" : "!");
  }
  void put(const object::Attribute &label) { out_ << label.name << ':' << label.value; }
  void put(const object::NumaAmounts &node) {
    out_ << node.node << ':';
    put(node.amounts);
  }
  void put(const object::SharedPool &pool) { out_ << pool.socket << '/' << pool.node; }
  void put(const object::PodFault &fault) {
    out_ << static_cast<int>(fault.costs) << ':' << fault.text;
  }
  void put(const object::Container &c) {
    out_ << c.name << ' ' << c.init << c.restartable << ' ';
    put(c.requests);
    put(c.limits);
  }
  void put(const object::HeldCpus &held) {
    out_ << held.uid << '|' << held.name_space << '|' << held.name << '|'
         << held.managed_by_kubelet;
    put(held.cpus);
  }
  void put(const object::NumaCost &cost) { out_ << cost.node << ':' << cost.value; }
  void put(const object::NumaZone &zone) {
    out_ << zone.node;
    put(zone.available);
    put(zone.costs);
  }
  void put(const object::VirtualFunction &vf) { out_ << vf.minor << ':' << vf.bus_id; }
  void put(const object::VfGroup &group) {
    put(group.labels);
    put(group.vfs);
  }
  void put(const object::LabelRequirement &r) {
    out_ << r.key << ' ' << static_cast<int>(r.op);
    put(r.values);
  }
  void put(const object::DeviceHint &hint) {
    out_ << hint.type << hint.selects_vfs << static_cast<int>(hint.count)
         << static_cast<int>(hint.scope) << static_cast<int>(hint.exclusive);
    put(hint.selector);
    put(hint.vf_selector);
  }
  void put(const object::AllocatedDevice &d) {
    out_ << d.type << d.minor << d.id << d.share_template << d.by_minor;
    put(d.resources);
    put(d.vfs);
  }
  void put(const object::DevicePartition &p) {
    out_ << p.link_type << p.ring_bandwidth << ' ' << p.score;
    put(p.minors);
  }
  void put(const object::PartitionsOfSize &size) {
    out_ << size.gpus;
    put(size.partitions);
  }
  void put(const object::DeviceLink &link) {
    out_ << link.first << '-' << link.second << static_cast<int>(link.pci) << link.nvlinks;
  }
  void put(const object::SwitchLinks &link) { out_ << link.minor << ':' << link.nvlinks; }
  void put(const object::MigInstance &each) {
    out_ << each.id << '|' << each.profile << '|' << each.gi << '|' << each.ci << '|' << each.start
         << ':' << each.size;
  }
  void put(const object::MigGpu &gpu) {
    out_ << gpu.minor << '/' << gpu.max;
    put(gpu.instances);
  }
  void put(const object::KubeletDevices &d) {
    out_ << d.pod_uid << '|' << d.container << '|' << d.resource;
    put(d.ids);
  }
  void put(const object::DeviceInfo &d) {
    out_ << d.type << '|' << d.id << '|' << d.minor << '|' << d.module << '|' << d.healthy
         << d.placed << '|' << d.place.socket << '|' << d.place.node << '|' << d.place.pcie << '|'
         << d.place.bus_id;
    put(d.resources);
    put(d.labels);
    put(d.vf_groups);
  }
  template <typename Element>
  void put(const std::vector<Element> &list) {
    out_ << '[';
    for (const Element &element : list) {
      put(element);
      out_ << ',';
    }
    out_ << ']';
  }
  template <typename Value>
  void put(const std::optional<Value> &value) {
    if (value) {
      put(*value);
    } else {
      out_ << "none";
    }
  }
  void put(const object::ResourceStatus &status) {
    put(status.cpus);
    put(status.numa);
    put(status.pools);
  }

  std::ostringstream out_;
};

inline std::string dump(const object::PodObject &pod) {
  const object::PodDevices &devices = pod.devices;
  return Dump()
      .add("namespace", pod.name_space)
      .add("name", pod.name)
      .add("uid", pod.uid)
      .add("node", pod.node)
      .add("terminated", pod.terminated)
      .add("initialized", pod.initialized)
      .add("is_mirror", pod.is_mirror)
      .add("tolerates_unschedulable", pod.tolerates_unschedulable)
      .add("kube_qos", pod.kube_qos)
      .add("qos", pod.qos)
      .add("priority_class", pod.priority_class)
      .add("priority", pod.priority)
      .add("containers", pod.containers)
      .add("overhead", pod.overhead)
      .add("pod_level", pod.pod_level)
      .add("pod_requests", pod.pod_requests)
      .add("pod_limits", pod.pod_limits)
      .add("required_bind", pod.required_bind)
      .add("preferred_bind", pod.preferred_bind)
      .add("requires_default_bind", pod.requires_default_bind)
      .add("prefers_default_bind", pod.prefers_default_bind)
      .add("exclusive", pod.exclusive)
      .add("numa_policy", pod.numa_policy)
      .add("numa_exclusive", pod.numa_exclusive)
      .add("requires_isolated", pod.requires_isolated)
      .add("status", pod.status)
      .add("hints", devices.hints)
      .add("joint", devices.joint.types)
      .add("same_pcie", devices.joint.same_pcie)
      .add("has_partition_spec", devices.has_partition_spec)
      .add("restricted", devices.partition_spec.restricted)
      .add("ring_bandwidth", devices.partition_spec.ring_bandwidth)
      .add("allocated", devices.allocated)
      .add("all_visible", devices.visible.all)
      .add("visible", devices.visible.names)
      .add("scheduled", pod.scheduled)
      .add("carries_status", pod.carries_status)
      .add("carries_allocated", pod.carries_allocated)
      .add("faults", pod.faults)
      .text();
}

inline std::string dump(const object::NodeObject &node) {
  return Dump()
      .add("name", node.name)
      .add("architecture", node.architecture)
      .add("unschedulable", node.unschedulable)
      .add("allocatable", node.allocatable)
      .add("bind", node.bind)
      .add("strategy", node.strategy)
      .add("numa_policy", node.numa_policy)
      .add("reserved_cpus", node.reserved_cpus)
      .add("reserved", node.reserved)
      .add("system_qos_cpus", node.system_qos_cpus)
      .add("system_qos_exclusive", node.system_qos_exclusive)
      .add("cpu_amplification", node.cpu_amplification)
      .add("gpu_vendor", node.gpu_vendor)
      .add("gpu_model", node.gpu_model)
      .add("gpu_partitions", node.gpu_partitions)
      .text();
}

inline std::string dump(const object::NodeTopology &nrt) {
  return Dump()
      .add("node", nrt.node)
      .add("machine", nrt.machine ? to_json(*nrt.machine) : "")
      .add("allocatable", nrt.allocatable)
      .add("capacity", nrt.capacity)
      .add("available", nrt.available)
      .add("static", nrt.kubelet_static)
      .add("full_pcpus_only", nrt.kubelet_full_pcpus_only)
      .add("distribute_numa", nrt.kubelet_distribute_numa)
      .add("further", nrt.kubelet_further_options)
      .add("kubelet_reserved", nrt.kubelet_reserved)
      .add("static_memory", nrt.kubelet_static_memory)
      .add("ignores_kubelet", nrt.ignores_kubelet)
      .add("numa_policy", nrt.numa_policy)
      .add("pod_scope", nrt.pod_scope)
      .add("held", nrt.held)
      .add("node_reserved_cpus", nrt.node_reserved_cpus)
      .add("system_qos_cpus", nrt.system_qos_cpus)
      .add("system_qos_exclusive", nrt.system_qos_exclusive)
      .add("cpu_amplification", nrt.cpu_amplification)
      .add("zones", nrt.report.zones)
      .add("policies", nrt.report.policies)
      .add("attributes", nrt.report.attributes)
      .text();
}

inline std::string dump(const object::DeviceObject &object) {
  return Dump()
      .add("node", object.node)
      .add("labels", object.labels)
      .add("devices", object.devices)
      .add("secondary", object.secondary_well_planned)
      .add("has_partitions", object.has_partitions)
      .add("partitions", object.partitions)
      .add("policy", object.partition_policy)
      .add("links", object.links)
      .add("switch_links", object.switch_links)
      .add("mig", object.mig)
      .add("kubelet", object.kubelet)
      .add("reports_kubelet", object.reports_kubelet)
      .add("kubelet_unreported", object.kubelet_unreported)
      .text();
}

}  // namespace koord::wire
