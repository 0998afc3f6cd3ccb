// Builders for small hwloc exports: objects with their sets and children.
#pragma once

#include <string>

#include "probe/xml_writer.h"

namespace koord::testing {

struct XmlObject {
  std::string type;
  std::string cpus;  // as a list; also the complete set
  std::string nodes = "0";
  std::string extra = {};  // further attributes
  std::string inside = {};
};

inline std::string hwloc_set(const std::string &list) {
  return probe::to_hwloc_text(CpuSet::parse(list));
}

inline std::string xml(const XmlObject &o) {
  return "<object type=\"" + o.type + "\" cpuset=\"" + hwloc_set(o.cpus) + "\" complete_cpuset=\"" +
         hwloc_set(o.cpus) + "\" nodeset=\"" + hwloc_set(o.nodes) + "\" complete_nodeset=\"" +
         hwloc_set(o.nodes) + "\" " + o.extra + ">\n" + o.inside + "</object>\n";
}

inline std::string pu(int cpu, const std::string &nodes = "0") {
  const std::string id = std::to_string(cpu);
  return xml({"PU", id, nodes, "os_index=\"" + id + "\""});
}

inline std::string numa(int node, const std::string &cpus, const std::string &inside = {}) {
  const std::string id = std::to_string(node);
  return xml({"NUMANode", cpus, id,
              "os_index=\"" + id + "\" gp_index=\"" + std::to_string(100 + node) +
                  "\" local_memory=\"1073741824\"",
              inside});
}

inline std::string core(int os_index, const std::string &cpus, const std::string &inside) {
  return xml({"Core", cpus, "0", "os_index=\"" + std::to_string(os_index) + "\"", inside});
}

inline std::string document(const std::string &root, const std::string &after = {}) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
         "<topology version=\"2.0\">\n" +
         root + after + "</topology>\n";
}

// A machine over `cpus` whose root contains `inside`.
inline std::string machine(const std::string &cpus, const std::string &inside,
                           const std::string &nodes = "0", const std::string &after = {}) {
  return document(xml({"Machine", cpus, nodes, "os_index=\"0\"", inside}), after);
}

// A machine with one NUMA node and `cpus` PUs.
inline std::string plain_machine(int cpus, const std::string &after = {}) {
  const std::string all = "0-" + std::to_string(cpus - 1);
  std::string inside = numa(0, all);
  for (int cpu = 0; cpu < cpus; ++cpu) inside += pu(cpu);
  return machine(all, inside, "0", after);
}

}  // namespace koord::testing
