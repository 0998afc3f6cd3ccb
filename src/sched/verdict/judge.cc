#include "sched/verdict/judge.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/reason_facts.h"
#include "cpu/exclusive.h"
#include "sched/node/shape_view.h"
#include "sched/placing/core_fit.h"
#include "sched/placing/devices.h"
#include "sched/placing/grant.h"
#include "sched/placing/numa_choice.h"
#include "sched/upstream/fit.h"
#include "sched/upstream/numa.h"
#include "sched/verdict/kubelet_check.h"
#include "sched/verdict/shared_pool.h"
#include "sched/verdict/verdicts.h"

namespace koord::sched {
namespace {

using object::NumaPolicy;
using object::PodBind;

Refusal refuse(const Options &options, Reason reason, Object object, int64_t needed = 0,
               int64_t best = 0) {
  Refusal refusal = Refusal::of(reason, options.profile);
  refusal.object = object;
  refusal.needed = needed;
  refusal.best = best;
  return refusal;
}

cpu::BindPolicy picker_policy(PodBind bind) {
  switch (bind) {
    case PodBind::kFullPcpus:
      return cpu::BindPolicy::kFullPcpus;
    case PodBind::kSpreadByPcpus:
      return cpu::BindPolicy::kSpreadByPcpus;
    default:
      return cpu::BindPolicy::kDefault;
  }
}

// Precedence: the pod's required policy, the node's policy, the pod's preferred policy.
Refusal resolve_bind(const View &node, const Shape &shape, const Options &options,
                     Placement &placement) {
  PodBind of_node = PodBind::kDefault;
  if (node->full_only) of_node = PodBind::kFullPcpus;
  if (node->spread_only) of_node = PodBind::kSpreadByPcpus;
  const auto conflict = [&](PodBind wanted) {
    Refusal refusal = refuse(options, Reason::kBindPolicyConflict, Object::kPolicy);
    refusal.set_bind_policy(wanted);
    return refusal;
  };
  PodBind bind = shape.required_bind;
  if (bind != PodBind::kDefault && of_node != PodBind::kDefault && bind != of_node)
    return conflict(bind);
  placement.required = bind != PodBind::kDefault || of_node != PodBind::kDefault;
  if (bind == PodBind::kDefault) bind = of_node;
  if (bind == PodBind::kDefault) bind = shape.preferred_bind;
  // A pod that requests SpreadByPCPUs avoids nodes that allocate whole cores only.
  if (options.rules().spread_avoids_whole_cores && node->full_only && shape.requests_spread)
    return conflict(PodBind::kSpreadByPcpus);
  placement.bind = picker_policy(bind);
  placement.exclusive = exclusive_policy(shape);
  if (node->arm && options.rules().limits_arm) {
    Reason reason = Reason::kNone;
    if (placement.bind == cpu::BindPolicy::kSpreadByPcpus) reason = Reason::kBindPolicyUnsupported;
    if (!cpu::is_for_arm(placement.exclusive)) reason = Reason::kExclusivePolicyUnsupported;
    if (reason != Reason::kNone) {
      Refusal refusal = refuse(options, reason, Object::kPolicy);
      if (reason == Reason::kBindPolicyUnsupported)
        refusal.set_bind_policy(placement.bind);
      else
        refusal.set_exclusive_policy(placement.exclusive);
      return refusal;
    }
    placement.bind = cpu::BindPolicy::kFullPcpus;
  }
  return {};
}

// Returns true if pods that cannot be aligned are refused.
bool is_strict(NumaPolicy policy) {
  return policy == NumaPolicy::kRestricted || policy == NumaPolicy::kSingleNode;
}

// Returns true if NUMA nodes matter for the devices of a pod that aligns nothing else.
bool aligns_devices(const View &node, const Shape &shape) {
  return requests_devices_of(node, shape) ||
         std::ranges::any_of(shape.extended,
                             [&](ResourceId resource) { return node.numa_slot(resource) >= 0; });
}

// Returns the amount that the node is charged. CPU is amplified if the pod owns its CPUs.
int64_t charged(const View &node, const ResourceAmount &request, bool binds) {
  return binds && request.resource == Resources::kCpu ? node.amplified(request.amount)
                                                      : request.amount;
}

// Checks the amounts of the whole node. Returns true and sets `out` if one does not suffice.
bool refuses_fit(const View &node, const Shape &shape, const Options &options, bool binds,
                 Judgement &out) {
  const auto lacks = [&](const ResourceAmount &request) {
    // Known names of device resources need no look at the node, which is another cache line.
    if (node->has_devices && device::is_device_resource(request.resource)) return false;
    return charged(node, request, binds) > node.free(request.resource) &&
           !is_decided_by_devices(node, request.resource);
  };
  const auto lacking = std::ranges::find_if(shape.requests, lacks);
  if (lacking == shape.requests.end()) return false;
  const int64_t needed = charged(node, *lacking, binds);
  out.refusal = refuse(options, Reason::kInsufficientResource, object_of(lacking->resource), needed,
                       std::max<int64_t>(0, node.free(lacking->resource)));
  out.refusal.resource = lacking->resource == Resources::kUnknown ? -1 : lacking->resource;
  out.unresolvable = needed > node.capacity(lacking->resource);
  return true;
}

// Checks the CPUs of a pod that owns them, on a node without alignment.
Refusal check_cpus(const View &node, const Shape &shape, const Options &options,
                   const Placement &placement) {
  int free = 0;
  int usable = 0;
  const bool full = placement.bind == cpu::BindPolicy::kFullPcpus;
  const bool any = !placement.required || placement.fills_cores;
  for (const NumaSummary &numa : node.numa()) {
    free += numa.free;
    usable += any ? numa.free : full ? numa.whole : numa.cores;
  }
  const Reason reason = placement.required && shape.cpus <= free ? Reason::kRequiredBindPolicy
                                                                 : Reason::kNotEnoughCpus;
  free = usable;
  if (const CoreFit cores(node, shape, placement); cores.matters()) free = cores.most();
  if (shape.cpus <= free) return {};
  Refusal refusal = refuse(options, reason, Object::kCpu, shape.cpus, free);
  if (reason == Reason::kRequiredBindPolicy) refusal.set_bind_policy(placement.bind);
  return refusal;
}

// Checks a node that is restricted to its isolated CPUs. Returns true and sets `out` if they do not
// suffice.
bool refuses_isolated(const View &node, const Shape &shape, const Options &options,
                      Judgement &out) {
  if (!node->has_machine || !node.node().is_confined_to_isolated()) return false;
  int free = 0;
  for (const NumaSummary &numa : node.numa()) free += numa.free;
  if (shape.cpus <= free) return false;
  out.unresolvable =
      shape.cpus > (node.node().machine().all_cpus() - node.node().withheld()).count();
  out.refusal = refuse(options, Reason::kNotEnoughIsolatedCpus, Object::kCpu, shape.cpus, free);
  return true;
}

Refusal place_on_numa(const View &node, const Shape &shape, const Options &options,
                      Placement &placement, bool &unresolvable) {
  const bool strict = is_strict(placement.numa);
  // A policy that is only preferred is skipped in three cases: a label of the node spreads CPUs
  // over all NUMA nodes; one spreads them over all cores, and they are more than one CPU of each
  // core; or kubelet's option distributes CPUs, and neither the node nor the pod states a policy.
  const bool states_numa = node->own_numa_policy || shape.numa_policy != NumaPolicy::kAbsent;
  if (!strict && placement.binds &&
      (node->strategy == cpu::NumaStrategy::kDistributeEvenly || placement.fills_cores ||
       (node->distributes && !states_numa)))
    return check_cpus(node, shape, options, placement);
  const NumaChoice choice = choose_numa(node, shape, placement);
  placement.width = choice.width;
  placement.lone_nodes = choice.lone_nodes;
  const auto no = [&](Reason reason) {
    Refusal refusal = refuse(options, reason, placement.binds ? Object::kCpu : Object::kMilliCpu,
                             placement.binds ? shape.cpus : shape.cpu_milli, choice.best);
    refusal.where_object = Object::kNumaNode;
    refusal.where = choice.best_node;
    if (reason != Reason::kSearchLimit) refusal.set_numa_policy(placement.numa);
    return refusal;
  };
  if (!strict) {
    // BestEffort prefers alignment but does not require it.
    placement.mask = choice.mask;
    placement.aligned = choice.mask != 0;
    return placement.aligned || !placement.binds ? Refusal{}
                                                 : check_cpus(node, shape, options, placement);
  }
  unresolvable = choice.unresolvable;
  if (choice.gave_up) return no(Reason::kSearchLimit);
  if (choice.mask == 0) return no(choice.apart ? Reason::kNumaUnaligned : Reason::kNumaUnsatisfied);
  if (choice.mixes) return no(Reason::kNumaExclusive);
  placement.mask = choice.mask;
  placement.aligned = true;
  return {};
}

// Checks amplified CPU, which upstream's plugin checks beside NodeResourcesFit. The plugin cannot
// determine the owners of CPUs if the report has no CPUs.
Refusal check_amplified(const View &node, const Shape &shape, const Options &options, bool binds) {
  if (shape.cpu_milli == 0 || node->amplification <= 1) return {};
  if (node->has_topology && !node->has_machine)
    return refuse(options, Reason::kNoTopology, Object::kMachine);
  const int64_t needed = binds ? node.amplified(shape.cpu_milli) : shape.cpu_milli;
  const int64_t free = node.free(Resources::kCpu);
  if (needed <= free) return {};
  Refusal refusal = refuse(options, Reason::kInsufficientResource, Object::kMilliCpu, needed,
                           std::max<int64_t>(0, free));
  refusal.resource = Resources::kCpu;
  refusal.where_object = Object::kCpu;  // amplified for pods that own CPUs
  return refusal;
}

// Upstream considers the NUMA nodes that are reported as zones, with or without CPUs. Without CPUs
// it cannot apply a bind policy of the node to them.
Refusal check_zones(const View &node, const Options &options) {
  if (!node->has_zones) {
    Refusal refusal = refuse(options, Reason::kNoTopology, Object::kMachine);
    refusal.where_object = Object::kNumaNode;
    return refusal;
  }
  if (node->has_machine || !(node->full_only || node->spread_only)) return {};
  return refuse(options, Reason::kInsufficientNuma, Object::kResources);
}

// Resolves the bind policy and the NUMA policy, as far as the node's CPUs and NUMA nodes are known.
Refusal resolve_policies(const View &node, const Shape &shape, const Options &options,
                         Placement &placement) {
  const ProfileRules &rules = options.rules();
  if (!node->has_machine) {
    // Pods that share CPUs are aligned by the amounts of zones.
    // Upstream rejects nodes without zones (check_zones).
    const bool has_zones = node->has_zones || rules.alignment_needs_zones;
    const bool strict = is_strict(placement.numa);
    if (placement.binds || shape.constrained_burst || (strict && !has_zones))
      return refuse(options, Reason::kNoTopology, Object::kMachine);
    if (!has_zones) placement.numa = NumaPolicy::kNone;
  }
  if (placement.binds) {
    const Refusal conflict = resolve_bind(node, shape, options, placement);
    if (conflict.refused()) return conflict;
    const bool one_width = node->even_cores || rules.average_core_width;
    if (placement.required && placement.bind == cpu::BindPolicy::kFullPcpus && one_width &&
        node.in_whole_cores(shape.cpus) != shape.cpus) {
      Refusal refusal = refuse(options, Reason::kSmtAlignment, Object::kCpu, shape.cpus);
      refusal.set_threads_per_core(node->cpus_per_core);
      return refusal;
    }
  }
  return {};
}

}  // namespace

Judgement prepare(const View &node, const Shape &shape, const Options &options, Fit fit) {
  Judgement out;
  Refusal &refusal = out.refusal;
  Placement &placement = out.placement;
  const ProfileRules &rules = options.rules();
  const auto done = [&](const Refusal &with) {
    if (with.refused()) refusal = with;
    return with.refused();
  };

  if (done(shape.refusal)) return out;
  if (!node->known && done(refuse(options, Reason::kNodeUnknown, Object::kMachine))) return out;
  if (fit == Fit::kAll && node->unschedulable && !shape.tolerates_unschedulable &&
      done(refuse(options, Reason::kNodeUnschedulable, Object::kMachine)))
    return out;
  if (!rules.looks_at_empty_requests && shape.requests_nothing()) {
    if (fit == Fit::kAll) refuses_fit(node, shape, options, false, out);
    return out;
  }

  placement.numa = node->numa_policy;
  if (shape.numa_policy != NumaPolicy::kAbsent) {
    if (node->own_numa_policy && placement.numa != shape.numa_policy) {
      refusal = refuse(options, Reason::kNumaPolicyConflict, Object::kPolicy);
      refusal.set_numa_policy(shape.numa_policy);
      return out;
    }
    placement.numa = shape.numa_policy;
  }
  if (shape.aligns_extended_only && !aligns_devices(node, shape))
    placement.numa = NumaPolicy::kNone;

  const bool node_binds = shape.cpu_milli > 0 && (node->full_only || node->spread_only);
  placement.binds = shape.binds || (node_binds && shape.owns_cpus);
  if (node_binds && rules.node_binds_every_qos) {
    placement.binds = true;
    if (shape.cpu_milli % 1000 != 0 &&
        done(refuse(options, Reason::kCpusNotWhole, Object::kMilliCpu, shape.cpu_milli)))
      return out;
  }
  if (placement.binds && shape.isolated && refuses_isolated(node, shape, options, out)) return out;
  if (fit == Fit::kAll && refuses_fit(node, shape, options, placement.binds, out)) return out;
  if (rules.checks_amplified_apart && fit != Fit::kNone &&
      done(check_amplified(node, shape, options, placement.binds)))
    return out;

  if (done(resolve_policies(node, shape, options, placement))) return out;
  if (rules.alignment_needs_zones && placement.numa != NumaPolicy::kNone) {
    refusal = check_zones(node, options);
    out.late = placement.numa == NumaPolicy::kBestEffort;
  }
  return out;
}

namespace {

bool asks_kubelet(const View &node, const Shape &shape, const Conditions &conditions) {
  if (conditions.stays) return false;
  if (is_managed(node, shape)) return true;
  return node->kubelet_pins && node.node().pinned_cpus(shape) > 0;
}

// Returns true if a new pod must wait until the node's devices are known. If the Node lists names
// that only Koordinator publishes, pods whose devices a device plugin chooses wait as well.
bool waits_for_devices(const View &node, const Shape &shape, const Conditions &conditions) {
  if (node->has_devices || conditions.stays || conditions.devices != nullptr) return false;
  switch (shape.awaits_devices) {
    case Shape::AwaitsDevices::kNever:
      return false;
    case Shape::AwaitsDevices::kWhereKoordinatorListsThem:
      return node->lists_devices;
    case Shape::AwaitsDevices::kEverywhere:
      return true;
  }
  return false;
}
Refusal until_devices_are_known(const Shape &shape, const Options &options) {
  if (shape.device_refusal.refused()) return shape.device_refusal;
  Refusal refusal = refuse(options, Reason::kNoDevices, Object::kDevice, 1);
  const device::TypeRequest &first = shape.devices->types.front();
  if (first.type == kTypeGpu) refusal.needed = shape.devices->gpu.count;
  refusal.device_type = first.type;
  refusal.where_object = Object::kResources;
  uint32_t names = 0;
  for (const ResourceAmount &request : shape.requests)
    if (device::is_device_resource(request.resource)) names |= uint32_t{1} << request.resource;
  refusal.where = static_cast<int32_t>(names);
  return refusal;
}

// Refuses the node if it is unknown which devices of a requested type are in use there.
void check_reported(const View &node, const Shape &shape, const Options &options,
                    const Conditions &conditions, Judgement &out) {
  if (out.refusal.refused() || !node->devices_unreported || shape.devices == nullptr ||
      shape.device_refusal.refused() || conditions.stays || conditions.devices != nullptr)
    return;
  out.refusal = device::check_reported(*node.node().devices(), *shape.devices, options.profile);
  out.unresolvable = device::is_unresolvable(out.refusal);
}

// Chooses NUMA nodes, and checks that they have CPUs and amounts.
void choose_places(const View &node, const Shape &shape, const Options &options,
                   const Conditions &conditions, Judgement &out) {
  Placement &placement = out.placement;
  Refusal &refusal = out.refusal;
  if (shape.constrained_burst) {
    const numa::Mask allowed = conditions.affinity != 0 ? conditions.affinity : ~numa::Mask{0};
    refusal = choose_shared_pool(node, shape, options, allowed, placement);
  } else if (conditions.affinity != 0) {
    placement.mask = conditions.affinity;
    placement.width = numa::width(placement.mask);
    placement.aligned = true;
    placement.pooled = options.rules().aligned_share_pools && !placement.binds && node->has_machine;
    refusal = options.rules().scores_what_is_given
                  ? check_grant(node, shape, options, placement)
                  : try_grant(node.node(), shape, options, placement);
  } else if (options.rules().hint_merge == HintMerge::kByOrder) {
    refusal = placement.numa != NumaPolicy::kNone
                  ? choose_as_upstream(node, shape, options, placement)
                  : Refusal{};
    if (!refusal.refused() && (placement.binds || placement.aligned))
      refusal = check_grant(node, shape, options, placement);
  } else if (placement.numa == NumaPolicy::kNone) {
    if (!placement.binds) return;
    const Refusal no = check_cpus(node, shape, options, placement);
    if (no.refused()) refusal = no;
  } else if (placement.binds || is_strict(placement.numa)) {
    // BestEffort requires nothing for pods that share CPUs.
    const Refusal no = place_on_numa(node, shape, options, placement, out.unresolvable);
    if (no.refused()) refusal = no;
    placement.pooled =
        !placement.binds && placement.aligned && node->has_machine && !shape.aligns_extended_only;
  }
}

// Returns true if no node meets the request for devices. A pod that runs has devices, whatever its
// amounts, unless the profile looks at the request alone.
bool refuses_devices(const Shape &shape, const Options &options, const Conditions &conditions) {
  if (!shape.refuses_devices || shape.refusal.refused()) return false;
  const bool runs = conditions.stays || conditions.devices != nullptr;
  return !runs || options.rules().refuses_device_requests_first;
}

Judgement refuse_devices(const Shape &shape) {
  Judgement out;
  out.refusal = shape.device_refusal;
  out.unresolvable = device::is_unresolvable(out.refusal);
  return out;
}

Judgement judge_amounts(const View &node, const Shape &shape, const Options &options,
                        const Conditions &conditions) {
  // An affinity is set only after the plugin's Filter has accepted the node.
  const Fit fit = !conditions.skip_fit       ? Fit::kAll
                  : conditions.affinity == 0 ? Fit::kOwn
                                             : Fit::kNone;
  Judgement out = prepare(node, shape, options, fit);
  Refusal &refusal = out.refusal;
  Placement &placement = out.placement;
  // Without a Device object the Node may lack the resource, too.
  if (waits_for_devices(node, shape, conditions) &&
      (!refusal.refused() || refusal.reason == Reason::kInsufficientResource)) {
    refusal = until_devices_are_known(shape, options);
    out.unresolvable = true;
    return out;
  }
  check_reported(node, shape, options, conditions, out);
  placement.preferred = conditions.preferred;
  placement.keep = conditions.keep;
  placement.by_links = conditions.by_links;
  if (conditions.devices != nullptr) placement.devices = conditions.devices->get();
  if (!refusal.refused() && node->kubelet_memory && !conditions.stays)
    refusal = shape.memory_refusal;
  const bool sees_nothing = !node->has_machine && placement.numa == NumaPolicy::kNone;
  if (refusal.refused() || (sees_nothing && conditions.affinity == 0)) return out;
  if (!placement.binds && asks_kubelet(node, shape, conditions)) {
    refusal = check_kubelet(node, shape);
    if (refusal.refused()) return out;
  }
  while (true) {
    choose_places(node, shape, options, conditions, out);
    if (!refusal.refused() || placement.fills_cores || !may_fill_cores(node, options, placement))
      break;
    refusal = {};
    placement.fills_cores = true;
    placement.width = 0;
    placement.lone_nodes.reset();
  }
  if (options.rules().hint_merge == HintMerge::kByOrder && !shape.constrained_burst &&
      conditions.affinity == 0)
    out.late = placement.numa == NumaPolicy::kBestEffort ||
               (placement.numa == NumaPolicy::kNone && !placement.required);
  return out;
}

}  // namespace

// Well-known resources are decided without reading the node, which is on another cache line.
bool is_decided_by_devices(const View &node, ResourceId resource) {
  if (!node->has_devices || resource <= Resources::kPods) return false;
  return device::is_device_resource(resource) || node.node().is_of_devices(resource);
}

bool may_fill_cores(const View &node, const Options &options, const Placement &placement) {
  return options.rules().spread_label_fills_cores && node->spread_only && placement.binds &&
         placement.required && placement.bind == cpu::BindPolicy::kSpreadByPcpus;
}

Judgement judge_beside_devices(const View &whole, const Shape &shape, const Options &options,
                               const Conditions &conditions) {
  const ShapeView seen(whole, shape);
  const View &node = *seen;
  Judgement out = refuses_devices(shape, options, conditions)
                      ? refuse_devices(shape)
                      : judge_amounts(node, shape, options, conditions);
  if (out.refusal.refused()) return out;
  // For a pod that owns CPUs, the scheduler's own refusal precedes kubelet's. A kubelet with the
  // option full-pcpus-only is not consulted if the node's label spreads CPUs over cores.
  const bool overruled = node->spread_only && node->kubelet_full;
  if (out.placement.binds && !overruled && asks_kubelet(node, shape, conditions))
    out.refusal = check_kubelet(node, shape);
  return out;
}

Judgement judge(const View &whole, const Shape &shape, const Options &options,
                const Conditions &conditions) {
  Judgement out = judge_beside_devices(whole, shape, options, conditions);
  if (!requests_devices_of(whole, shape) || (out.refusal.refused() && !out.late)) return out;
  // Upstream's Filter refuses for devices before Reserve refuses for CPUs.
  Placement placement = out.placement;
  if (out.refusal.refused()) placement.aligned = false;
  const ShapeView seen(whole, shape);
  const Refusal refusal = check_devices(*seen, shape, placement);
  if (!refusal.refused()) return out;
  out.refusal = refusal;
  out.unresolvable = device::is_unresolvable(refusal);
  return out;
}

bool is_unresolvable(Reason reason) noexcept {
  return facts_of(reason).resolution == Resolution::kUnresolvable && !is_about_devices(reason);
}

uint32_t flags_of(const Shape &shape, const Refusal &refusal, bool unresolvable) {
  const uint32_t never = unresolvable || is_unresolvable(refusal.reason) ? kUnresolvable : 0;
  return never | (refusal_of_request(shape).refused() ? kInvalidRequest : 0);
}

}  // namespace koord::sched
