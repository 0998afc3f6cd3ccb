#include "wire/node_reader.h"

#include <utility>

#include "wire/amount.h"
#include "wire/api_object.h"
#include "wire/device_fields.h"
#include "wire/node_annotations.h"
#include "wire/object_list.h"

namespace koord::wire {
namespace {

using object::NodeObject;

constexpr ApiKind kNode{"Node", "v1", "", false};

void read_labels(const ApiObject &object, NodeObject &node) {
  if (const auto bind = object.label("node.koordinator.sh/cpu-bind-policy"))
    node.bind = read_spelled(*bind, object::kNodeBindSpellings);
  if (const auto strategy = object.label("node.koordinator.sh/numa-allocate-strategy",
                                         "node.koordinator.sh/numa-allocate-policy"))
    node.strategy = read_spelled(*strategy, object::kNodeStrategySpellings);
  if (const auto policy = object.label("node.koordinator.sh/numa-topology-policy",
                                       "node.koordinator.sh/numa-topology-alignment-policy"))
    node.numa_policy = read_spelled(*policy, object::kNumaPolicySpellings);
  if (const auto vendor = object.label("node.koordinator.sh/gpu-vendor"))
    node.gpu_vendor = vendor->as_string();
  if (const auto model = object.label("node.koordinator.sh/gpu-model"))
    node.gpu_model = model->as_string();
  if (const auto policy = object.label("node.koordinator.sh/gpu-partition-policy"))
    node.gpu_partitions = read_partition_policy(policy->as_string());
  // What kubelet writes itself, where status does not say it.
  if (const auto arch = object.label("kubernetes.io/arch", "beta.kubernetes.io/arch");
      arch && node.architecture.empty())
    node.architecture = arch->as_string();
}

void read_annotations(const ApiObject &object, NodeObject &node) {
  if (const auto a = object.annotation(kNodeReservationAnnotation)) {
    ReservedOfNode reserved = read_node_reservation(a->as_string(), a->path());
    node.reserved_cpus = reserved.cpus;
    node.reserved = std::move(reserved.resources);
  }
  if (const auto a = object.annotation(kSystemQosAnnotation)) {
    const SystemQos system = read_system_qos(a->as_string(), a->path());
    node.system_qos_cpus = system.cpus;
    node.system_qos_exclusive = system.exclusive;
  }
  if (const auto a = object.annotation(kAmplificationAnnotation)) {
    const double ratio = read_cpu_amplification(a->as_string(), a->path());
    if (ratio > 0) node.cpu_amplification = ratio;
  }
}

NodeObject node_from(const ApiObject &object) {
  NodeObject node;
  node.name = object.root().at("metadata").at("name").as_string();
  if (const auto spec = object.root().find("spec"))
    node.unschedulable = spec->bool_or("unschedulable", false);
  if (const auto status = object.root().find("status")) {
    node.allocatable = read_amounts_of(*status, "allocatable");
    if (const auto info = status->find("nodeInfo"))
      node.architecture = info->string_or("architecture", "");
  }
  read_labels(object, node);
  read_annotations(object, node);
  return node;
}

}  // namespace

NodeObject read_node(std::string_view json, const Log &log) {
  const JsonDocument document = JsonDocument::parse(json, kNode.kind);
  return read_object(document.root(), kNode, log, node_from);
}

std::vector<NodeObject> read_nodes(std::string_view json, const Log &log) {
  return read_list<NodeObject>(json, kNode, log, node_from);
}

}  // namespace koord::wire
