#include "wire/node/node_decoder.h"

#include <utility>

#include "wire/device/device_fields.h"
#include "wire/node/node_annotations.h"

namespace koord::wire {
namespace {

using object::NodeObject;

void read_labels(const ObjectTexts &texts, NodeObject &node) {
  if (const auto bind = texts.label("node.koordinator.sh/cpu-bind-policy"))
    node.bind = read_spelled(*bind, object::kNodeBindSpellings);
  if (const auto strategy = texts.label("node.koordinator.sh/numa-allocate-strategy",
                                        "node.koordinator.sh/numa-allocate-policy"))
    node.strategy = read_spelled(*strategy, object::kNodeStrategySpellings);
  if (const auto policy = texts.label("node.koordinator.sh/numa-topology-policy",
                                      "node.koordinator.sh/numa-topology-alignment-policy"))
    node.numa_policy = read_spelled(*policy, object::kNumaPolicySpellings);
  if (const auto vendor = texts.label("node.koordinator.sh/gpu-vendor"))
    node.gpu_vendor = vendor->as_string();
  if (const auto model = texts.label("node.koordinator.sh/gpu-model"))
    node.gpu_model = model->as_string();
  if (const auto policy = texts.label("node.koordinator.sh/gpu-partition-policy"))
    node.gpu_partitions = read_partition_policy(policy->as_string());
  // Kubelet sets this label itself; it is used if status does not state the architecture.
  if (const auto arch = texts.label("kubernetes.io/arch", "beta.kubernetes.io/arch");
      arch && node.architecture.empty())
    node.architecture = arch->as_string();
}

void read_annotations(const ObjectTexts &texts, NodeObject &node) {
  if (const auto a = texts.annotation(kNodeReservationAnnotation)) {
    ReservedOfNode reserved = read_node_reservation(a->as_string(), a->path());
    node.reserved_cpus = reserved.cpus;
    node.reserved = std::move(reserved.resources);
  }
  if (const auto a = texts.annotation(kSystemQosAnnotation)) {
    const SystemQos system = read_system_qos(a->as_string(), a->path());
    node.system_qos_cpus = system.cpus;
    node.system_qos_exclusive = system.exclusive;
  }
  if (const auto a = texts.annotation(kAmplificationAnnotation)) {
    const double ratio = read_cpu_amplification(a->as_string(), a->path());
    if (ratio > 0) node.cpu_amplification = ratio;
  }
}

}  // namespace

KubeletVersion kubelet_version_of(std::string_view text) {
  return find_kubelet_version(text).value_or(kDefaultKubeletVersion);
}

void read_node_texts(const ObjectTexts &texts, NodeObject &node) {
  read_labels(texts, node);
  read_annotations(texts, node);
}

}  // namespace koord::wire
