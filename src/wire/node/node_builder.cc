#include "wire/node/node_builder.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "wire/node/node_decoder.h"

namespace koord::wire {

using object::NodeObject;

void NodeBuilder::clear() {
  texts_.clear();
  known_ = {};
  settings_ = {};
  labels_.clear();
  annotations_.clear();
  resources_.clear();
  cpus_ = {};
}

NodeObject NodeBuilder::build(const Log &log) const {
  const auto cpus = [&](Cpus which) {
    return cpus_[static_cast<size_t>(which)].value_or(CpuSet());
  };
  NodeObject node;
  read_named(name_of_object(kNode, "", known(Text::kName)), log, [&](const Log &remarks) {
    if (known(Text::kName).empty()) throw Error(Status::kInvalid, "metadata.name: missing");
    node.name = known(Text::kName);
    node.architecture = known(Text::kArchitecture);
    node.kubelet_version = kubelet_version_of(known(Text::kKubeletVersion));
    node.unschedulable = settings_.unschedulable;
    node.system_qos_exclusive = settings_.system_qos_exclusive;
    node.bind = settings_.bind;
    node.strategy = settings_.strategy;
    node.numa_policy = settings_.numa_policy;
    node.cpu_amplification = settings_.cpu_amplification;
    for (const ResourceRow &row : resources_) {
      node.allocatable.push_back({std::string(texts_.at(row.name)), row.allocatable});
      node.reserved.push_back({std::string(texts_.at(row.name)), row.reserved});
    }
    sort_amounts(node.allocatable);
    sort_amounts(node.reserved);
    std::erase_if(node.reserved, [](const object::Amount &amount) { return amount.value == 0; });
    node.reserved_cpus = cpus(Cpus::kReserved);
    node.system_qos_cpus = cpus(Cpus::kSystem);
    read_node_texts(BuiltTexts(texts_, labels_, annotations_, remarks), node);
  });
  return node;
}

}  // namespace koord::wire
