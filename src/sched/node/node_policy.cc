// Policies in force on a node. Labels precede kubelet's settings, and these the configuration.
#include <algorithm>

#include "sched/node/node.h"

namespace koord::sched {
namespace {

using object::NodeBind;
using object::NodeStrategy;
using object::NumaPolicy;

cpu::NumaStrategy default_strategy(const Options &options) {
  if (options.rules().allocates_by_numa_scoring)
    return options.numa_scoring == Strategy::kMostAllocated ? cpu::NumaStrategy::kMostAllocated
                                                            : cpu::NumaStrategy::kLeastAllocated;
  return options.scoring == Strategy::kLeastAllocated ? cpu::NumaStrategy::kLeastAllocated
                                                      : cpu::NumaStrategy::kMostAllocated;
}

}  // namespace

void Node::set_labels(const NodeLabels &labels) {
  object_->unschedulable = labels.unschedulable;
  object_->bind = labels.bind;
  object_->numa = labels.numa;
  object_->gpus.policy = labels.gpu_partitions;
  set_policies();
}

void Node::set_policies() {
  const ProfileRules &rules = options_->rules();
  const NodeBind bind = object_ ? object_->bind : NodeBind::kAbsent;
  const bool kubelet_full = topology_ && topology_->full_pcpus_only;
  policies_ = NodePolicies{};
  if (object_) {
    policies_.gpu_partitions = object_->gpus.policy;
    policies_.gpu_vendor = device::find_gpu_vendor(object_->gpus.vendor);
  }
  if (rules.kubelet_beats_bind_label && kubelet_full) {
    policies_.full_only = true;
  } else {
    policies_.spread_only = bind == NodeBind::kSpreadByPcpus;
    policies_.full_only =
        bind == NodeBind::kFullPcpusOnly || (kubelet_full && bind != NodeBind::kSpreadByPcpus);
  }

  NumaPolicy numa = object_ ? object_->numa : NumaPolicy::kAbsent;
  if (numa == NumaPolicy::kAbsent && topology_ && topology_->numa != NumaPolicy::kNone)
    numa = topology_->numa;
  policies_.own_numa = numa > NumaPolicy::kNone;
  if (numa == NumaPolicy::kAbsent)
    numa = rules.has_default_numa_policy ? options_->default_numa : NumaPolicy::kNone;
  policies_.numa = numa == NumaPolicy::kAbsent ? NumaPolicy::kNone : numa;

  policies_.strategy = default_strategy(*options_);
  switch (object_ ? object_->strategy : NodeStrategy::kAbsent) {
    case NodeStrategy::kMostAllocated:
      policies_.strategy = cpu::NumaStrategy::kMostAllocated;
      break;
    case NodeStrategy::kLeastAllocated:
      policies_.strategy = cpu::NumaStrategy::kLeastAllocated;
      break;
    case NodeStrategy::kDistributeEvenly:
      policies_.strategy = cpu::NumaStrategy::kDistributeEvenly;
      break;
    case NodeStrategy::kAbsent:
      if (!rules.reads_kubelet_distribute || !topology_) break;
      policies_.kubelet_options = topology_->distribute_options;
      if (object_) policies_.kubelet_version = object_->kubelet_version;
      break;
  }

  policies_.arm = (object_ && object_->arm) ||
                  (has_machine() && is_arm_architecture(machine().facts().architecture));
  amplification_ = 1;
  numa_amplified_ = false;
  if (object_) amplification_ = std::max(1.0, object_->amplification);
  if (topology_ && topology_->amplification > 0) {
    numa_amplified_ = true;
    amplification_ = std::max(1.0, topology_->amplification);
  }
}

}  // namespace koord::sched
