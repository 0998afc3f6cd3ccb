#include "wire/node/memory_report.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/error.h"
#include "topology/topology.h"
#include "wire/json/at_most.h"
#include "wire/json/json.h"
#include "wire/json/json_writer.h"

namespace koord::wire {
namespace {

using object::KubeletMemory;

uint64_t read_bytes(const JsonValue &object, std::string_view key) {
  return object.at(key).as_uint(0, KubeletMemory::kMaxBytes);
}

std::vector<int> read_nodes(const JsonValue &object, std::string_view key) {
  std::vector<int> out;
  for (const JsonValue &node : at_most(KubeletMemory::kMaxNodes, object, key)) {
    out.push_back(static_cast<int>(node.as_int(0, Topology::kMaxNodes - 1)));
    if (out.size() > 1 && out[out.size() - 2] >= out.back())
      node.fail_expected("NUMA nodes in ascending order, each once");
  }
  return out;
}

std::string read_kind(const JsonValue &object) {
  const JsonValue type = object.at("type");
  const std::string_view kind = type.as_string();
  if (kind != "memory" && !(kind.starts_with("hugepages-") && kind.size() <= 64))
    type.fail_expected("memory or hugepages-<size>");
  return std::string(kind);
}

KubeletMemory::NumaNode read_numa_node(const JsonValue &value) {
  KubeletMemory::NumaNode out;
  out.id = static_cast<int>(value.at("node").as_int(0, Topology::kMaxNodes - 1));
  out.assignments = value.int_or("assignments", 0, INT32_MAX, 0);
  out.group = read_nodes(value, "cells");
  if (out.group.empty()) out.group = {out.id};
  if (!std::ranges::binary_search(out.group, out.id))
    value.at("cells").fail_expected("a list that has the NUMA node itself");
  for (const JsonValue &entry : at_most(KubeletMemory::kMaxKinds, value, "memory")) {
    KubeletMemory::Amount amount;
    amount.kind = read_kind(entry);
    if (!out.amounts.empty() && out.amounts.back().kind >= amount.kind)
      entry.at("type").fail_expected("types in ascending order, each once");
    amount.allocatable = read_bytes(entry, "allocatable");
    amount.free = entry.at("free").as_uint(0, amount.allocatable);
    if (entry.find("systemReserved")) amount.system_reserved = read_bytes(entry, "systemReserved");
    out.amounts.push_back(std::move(amount));
  }
  return out;
}

KubeletMemory::Pod read_pod(const JsonValue &value, const KubeletMemory &memory) {
  KubeletMemory::Pod out;
  const JsonValue uid = value.at("uid");
  out.uid = uid.as_string();
  if (out.uid.empty()) uid.fail_expected("the uid of a pod");
  if (!memory.pods.empty() && memory.pods.back().uid >= out.uid)
    uid.fail_expected("uids in ascending order, each once");
  out.ended = value.bool_or("ended", false);
  if (const auto cpus = value.find("cpuset"))
    out.cpus = StoredCpus(CpuSet::parse(cpus->as_string(), cpus->path()));
  for (const JsonValue &entry : value.elements_of("blocks")) {
    KubeletMemory::Block block;
    block.nodes = read_nodes(entry, "nodes");
    block.kind = read_kind(entry);
    block.bytes = read_bytes(entry, "size");
    if (block.nodes.empty()) entry.fail("has no nodes, expected the NUMA nodes of the block");
    for (const int id : block.nodes)
      if (!std::ranges::binary_search(memory.nodes, id, {}, &KubeletMemory::NumaNode::id))
        entry.at("nodes").fail_expected("ids of numaNodes");
    out.blocks.push_back(std::move(block));
  }
  return out;
}

void write_nodes(JsonWriter &out, std::string_view key, const std::vector<int> &nodes) {
  out.key(key).begin_array();
  for (const int node : nodes) out.value(node);
  out.end_array();
}

void write_numa_node(JsonWriter &out, const KubeletMemory::NumaNode &node) {
  out.begin_object().member("node", node.id).member("assignments", node.assignments);
  if (node.group != std::vector{node.id}) write_nodes(out, "cells", node.group);
  out.key("memory").begin_array();
  for (const KubeletMemory::Amount &amount : node.amounts) {
    out.begin_object()
        .member("type", amount.kind)
        .member("allocatable", amount.allocatable)
        .member("free", amount.free);
    if (amount.system_reserved > 0) out.member("systemReserved", amount.system_reserved);
    out.end_object();
  }
  out.end_array().end_object();
}

void write_pod(JsonWriter &out, const KubeletMemory::Pod &pod) {
  out.begin_object().member("uid", pod.uid);
  if (pod.ended) out.member("ended", true);
  if (const CpuSet cpus = pod.cpus.set(); !cpus.empty()) out.member("cpuset", cpus.to_string());
  out.key("blocks").begin_array();
  for (const KubeletMemory::Block &block : pod.blocks) {
    out.begin_object();
    write_nodes(out, "nodes", block.nodes);
    out.member("type", block.kind).member("size", block.bytes).end_object();
  }
  out.end_array().end_object();
}

}  // namespace

KubeletMemory read_memory_manager_state(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what);
  const JsonValue root = document.root();
  KubeletMemory out;
  out.prefer_closest = root.bool_or("preferClosestNUMANodes", false);
  for (const JsonValue &value : at_most(KubeletMemory::kMaxNodes, root, "numaNodes")) {
    out.nodes.push_back(read_numa_node(value));
    if (out.nodes.size() > 1 && out.nodes[out.nodes.size() - 2].id >= out.nodes.back().id)
      value.at("node").fail_expected("NUMA nodes in ascending order, each once");
  }
  for (const KubeletMemory::NumaNode &node : out.nodes)
    for (const int id : node.group)
      if (!std::ranges::binary_search(out.nodes, id, {}, &KubeletMemory::NumaNode::id))
        throw Error(Status::kInvalid, std::string(what) + ".numaNodes: node " +
                                          std::to_string(node.id) + ": cells: found " +
                                          std::to_string(id) + ", expected ids of numaNodes");
  for (const JsonValue &value : at_most(KubeletMemory::kMaxPods, root, "pods"))
    out.pods.push_back(read_pod(value, out));
  return out;
}

std::string to_annotation(const KubeletMemory &memory) {
  JsonWriter out;
  out.begin_object().key("numaNodes").begin_array();
  for (const KubeletMemory::NumaNode &node : memory.nodes) write_numa_node(out, node);
  out.end_array();
  out.key("pods").begin_array();
  for (const KubeletMemory::Pod &pod : memory.pods) write_pod(out, pod);
  out.end_array();
  if (memory.prefer_closest) out.member("preferClosestNUMANodes", true);
  out.end_object();
  return out.take();
}

}  // namespace koord::wire
