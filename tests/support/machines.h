// Machines for the kubelet tests: those of the conformance vectors, with the counters recorded
// there, and regular ones built from a few numbers.
#pragma once

#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kubelet/cpu/machine.h"
#include "topology/topology.h"

namespace koord::kubelet::testing {

using Json = nlohmann::json;

struct TestMachine {
  std::shared_ptr<const Topology> topology;
  Machine machine;

  explicit TestMachine(std::shared_ptr<const Topology> t) : topology(t), machine(*t) {}
  TestMachine(std::shared_ptr<const Topology> t, const Counters &counters)
      : topology(t), machine(*t, counters) {}
};

inline TestMachine machine_from_vector(const Json &json) {
  TopologySpec spec;
  for (size_t i = 0; i < json["cpu"].size(); ++i) {
    TopologySpec::Cpu cpu;
    cpu.id = json["cpu"][i];
    cpu.core = json["core"][i];
    cpu.socket = json["socket"][i];
    cpu.node = json["numa"][i];
    cpu.l3 = json["uncore"][i];
    spec.cpus.push_back(cpu);
  }
  return TestMachine(Topology::build(std::move(spec)),
                     Counters{json["num_cpus"], json["num_cores"], json["num_sockets"],
                              json["num_numa"], json["num_uncore"]});
}

inline std::vector<Json> read_json_lines(const std::string &path) {
  std::ifstream file(path);
  std::vector<Json> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(Json::parse(line));
  if (lines.empty()) throw std::runtime_error("cannot read " + path);
  return lines;
}

// Returns the machines in lines of kind "topology", by id.
inline std::map<std::string, TestMachine> machines_of(const std::vector<Json> &lines) {
  std::map<std::string, TestMachine> machines;
  for (const Json &line : lines)
    if (line["kind"] == "topology") machines.emplace(line["id"], machine_from_vector(line));
  return machines;
}

struct Shape {
  int sockets = 1;
  int nodes_per_socket = 1;
  int l3s_per_node = 1;
  int cores_per_l3 = 4;
  int threads = 2;
  bool has_l3 = true;
};

// Numbers CPUs as Linux does: the first thread of every core,
// then the second of every core, and so on.
inline TopologySpec regular(const Shape &shape) {
  const int l3s = shape.sockets * shape.nodes_per_socket * shape.l3s_per_node;
  const int cores = l3s * shape.cores_per_l3;
  TopologySpec spec;
  for (int thread = 0; thread < shape.threads; ++thread)
    for (int core = 0; core < cores; ++core) {
      TopologySpec::Cpu cpu;
      cpu.id = thread * cores + core;
      cpu.core = core;
      const int l3 = core / shape.cores_per_l3;
      cpu.node = l3 / shape.l3s_per_node;
      cpu.socket = cpu.node / shape.nodes_per_socket;
      cpu.l3 = shape.has_l3 ? l3 : -1;
      spec.cpus.push_back(cpu);
    }
  return spec;
}

inline void add_node(TopologySpec &spec, int id) {
  TopologySpec::NumaNode node;
  node.id = id;
  spec.nodes.push_back(node);
}

inline TestMachine regular_machine(const Shape &shape) {
  return TestMachine(Topology::build(regular(shape)));
}

}  // namespace koord::kubelet::testing
