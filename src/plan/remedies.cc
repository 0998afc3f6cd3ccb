#include "plan/remedies.h"

#include <algorithm>

#include "plan/evictions.h"
#include "plan/rebind.h"
#include "sched/judge.h"

namespace koord::plan {

using object::NodeBind;
using object::NumaExclusive;
using object::NumaPolicy;
using object::PodBind;
using object::PodExclusive;
using object::PodObject;

namespace {

// Placements tried on one node to make room by moving its pods.
constexpr uint32_t kRebindWork = 256;

template <typename From, typename To>
Step step_of(RemedyKind kind, From from, To to) {
  return {kind, static_cast<int64_t>(from), static_cast<int64_t>(to), 0, {}};
}

bool is_bound(PodBind bind) {
  return bind == PodBind::kFullPcpus || bind == PodBind::kSpreadByPcpus;
}

PodBind other_of(PodBind bind) {
  return bind == PodBind::kFullPcpus ? PodBind::kSpreadByPcpus : PodBind::kFullPcpus;
}

}  // namespace

Remedies::Remedies(const sched::Scene &scene, const sched::Question &question, const PodObject &pod,
                   uint64_t tries)
    : scene_(scene),
      question_(question),
      uid_(pod.uid),
      priority_(pod.priority),
      tries_left_(tries) {
  relax_bind(pod);
  relax_numa(pod);
}

// The pod with a step made, where it makes a difference.
void Remedies::relax(const Step &step, const PodObject &pod) {
  const sched::ShapePtr shape = scene_.shape_of(pod);
  if (shape->key != question_.shape->key) relaxed_.push_back({step, shape});
}

void Remedies::relax_bind(const PodObject &pod) {
  PodObject changed = pod;
  const PodBind required = pod.required_bind;
  if (is_bound(required)) {
    changed.required_bind = PodBind::kDefault;
    changed.preferred_bind = required;
    relax(step_of(RemedyKind::kPreferBind, required, required), changed);
    changed.preferred_bind = pod.preferred_bind;
    changed.required_bind = other_of(required);
    relax(step_of(RemedyKind::kRequiredBind, required, changed.required_bind), changed);
  }
  if (required != PodBind::kDefault) {
    changed.required_bind = PodBind::kDefault;
    relax(step_of(RemedyKind::kRequiredBind, required, PodBind::kDefault), changed);
  } else if (pod.preferred_bind != PodBind::kDefault) {
    const PodBind preferred = pod.preferred_bind;
    if (is_bound(preferred)) {
      changed.preferred_bind = other_of(preferred);
      relax(step_of(RemedyKind::kPreferredBind, preferred, changed.preferred_bind), changed);
    }
    changed.preferred_bind = PodBind::kDefault;
    relax(step_of(RemedyKind::kPreferredBind, preferred, PodBind::kDefault), changed);
  }
  changed = pod;
  changed.exclusive = PodExclusive::kNone;
  if (pod.exclusive > PodExclusive::kNone)
    relax(step_of(RemedyKind::kPodExclusive, pod.exclusive, PodExclusive::kNone), changed);
}

void Remedies::relax_numa(const PodObject &pod) {
  PodObject changed = pod;
  if (question_.shape->numa_exclusive) {
    changed.numa_exclusive = NumaExclusive::kPreferred;
    relax(step_of(RemedyKind::kNumaExclusive, pod.numa_exclusive, NumaExclusive::kPreferred),
          changed);
    changed = pod;
  }
  if (pod.numa_policy <= NumaPolicy::kNone) return;
  for (const NumaPolicy milder :
       {NumaPolicy::kRestricted, NumaPolicy::kBestEffort, NumaPolicy::kAbsent}) {
    if (milder >= pod.numa_policy) continue;
    changed.numa_policy = milder;
    relax(step_of(RemedyKind::kPodNuma, pod.numa_policy, milder), changed);
  }
}

// The node's policies as they might be, mildest change first of each kind.
std::vector<Remedies::Relabelled> Remedies::relabellings(const sched::View &node) {
  std::vector<Relabelled> out;
  if (!node->known) return out;
  const sched::NodeLabels labels = node.node().labels();
  const sched::NodePolicies &policies = node.node().policies();
  sched::NodeLabels changed = labels;
  if (labels.unschedulable) {
    changed.unschedulable = false;
    out.push_back({step_of(RemedyKind::kNodeSchedulable, 1, 0), changed});
    changed = labels;
  }
  if (policies.full_only || policies.spread_only) {
    changed.bind = NodeBind::kNone;
    out.push_back({step_of(RemedyKind::kNodeBind,
                           policies.full_only ? NodeBind::kFullPcpusOnly : NodeBind::kSpreadByPcpus,
                           NodeBind::kNone),
                   changed});
    changed = labels;
  }
  for (const NumaPolicy milder : {NumaPolicy::kBestEffort, NumaPolicy::kNone}) {
    if (milder >= policies.numa) continue;
    changed.numa = milder;
    out.push_back({step_of(RemedyKind::kNodeNuma, policies.numa, milder), changed});
  }
  return out;
}

bool Remedies::fits(const sched::View &node, const sched::Shape &shape) {
  gave_up_ = gave_up_ || tries_left_ == 0;
  if (gave_up_) return false;
  --tries_left_;
  return !sched::judge(node, shape, scene_.options(), question_.conditions()).refusal.refused();
}

std::vector<Remedy> Remedies::find(uint32_t node) {
  std::vector<Remedy> out;
  by_pod(node, out);
  by_node(node, out);
  by_less_cpu(node, out);
  by_rebind(node, out);
  by_eviction(node, out);
  if (out.empty()) by_both(node, out);
  std::stable_sort(out.begin(), out.end(), [](const Remedy &a, const Remedy &b) {
    return a.steps.size() < b.steps.size();
  });
  return out;
}

void Remedies::by_pod(uint32_t node, std::vector<Remedy> &out) {
  const size_t before = out.size();
  for (const Relaxed &pod : relaxed_) {
    const bool milder_does =
        std::any_of(out.begin() + static_cast<ptrdiff_t>(before), out.end(),
                    [&](const Remedy &remedy) { return remedy.steps[0].kind == pod.step.kind; });
    if (!milder_does && fits(scene_.view(node), *pod.shape)) out.push_back({{pod.step}});
  }
}

void Remedies::by_node(uint32_t node, std::vector<Remedy> &out) {
  const std::vector<Relabelled> changes = relabellings(scene_.view(node));
  if (changes.empty()) return;
  sched::Draft draft = scene_.draft(node);
  for (const Relabelled &change : changes) {
    if (!out.empty() && out.back().steps[0].kind == change.step.kind) continue;
    draft.set_labels(change.labels);
    if (fits(draft.view(), *question_.shape)) out.push_back({{change.step}});
  }
}

// Where no single policy is in the way: one of the pod's and one of the node's.
void Remedies::by_both(uint32_t node, std::vector<Remedy> &out) {
  const std::vector<Relabelled> changes = relabellings(scene_.view(node));
  if (changes.empty()) return;
  sched::Draft draft = scene_.draft(node);
  for (const Relabelled &change : changes) {
    draft.set_labels(change.labels);
    for (const Relaxed &pod : relaxed_)
      if (fits(draft.view(), *pod.shape)) {
        out.push_back({{change.step, pod.step}});
        return;
      }
  }
}

void Remedies::by_less_cpu(uint32_t node, std::vector<Remedy> &out) {
  const sched::Shape &shape = *question_.shape;
  const bool limit_counts = shape.constrained_burst;
  const int64_t asked =
      limit_counts ? std::max(shape.cpu_limit_milli, shape.cpu_milli) : shape.cpu_milli;
  if (asked <= 1 || (shape.refusal.refused() && shape.refusal.reason != Reason::kCpusNotWhole))
    return;
  const bool whole = shape.owns_cpus || shape.binds;
  const int64_t milli = whole ? most_cpus(node) * 1000 : most_milli(node);
  if (milli <= 0 || gave_up_) return;
  out.push_back(
      {{step_of(limit_counts ? RemedyKind::kPodCpuLimit : RemedyKind::kPodCpu, asked, milli)}});
}

// The most CPUs of its own that the pod could have instead; whether a count fits may depend on more than
// its size, so all are tried that there are CPUs for.
int64_t Remedies::most_cpus(uint32_t node) {
  const sched::View view = scene_.view(node);
  int64_t cpus = (question_.shape->cpu_milli - 1) / 1000;
  if (view->has_machine) {
    int64_t free = 0;
    for (const sched::NumaSummary &numa : view.numa()) free += numa.free;
    cpus = std::min(cpus, free);
  }
  if (!question_.skip_fit) cpus = std::min(cpus, view->free_amount[0] / 1000);
  for (; cpus > 0 && !gave_up_; --cpus)
    if (fits(view, with_cpu(*question_.shape, cpus * 1000))) return cpus;
  return 0;
}

// A shared amount that fits where one milli-CPU more does not.
int64_t Remedies::most_milli(uint32_t node) {
  const sched::Shape &shape = *question_.shape;
  const sched::View view = scene_.view(node);
  int64_t fitting = 0;
  int64_t beyond = std::max(shape.cpu_milli, shape.constrained_burst ? shape.cpu_limit_milli : 0);
  while (beyond - fitting > 1 && !gave_up_) {
    const int64_t middle = fitting + (beyond - fitting) / 2;
    (fits(view, with_cpu(shape, middle)) ? fitting : beyond) = middle;
  }
  return fitting;
}

void Remedies::by_rebind(uint32_t node, std::vector<Remedy> &out) {
  gave_up_ = gave_up_ || tries_left_ == 0;
  if (gave_up_) return;
  RebindOptions options;
  options.work = static_cast<uint32_t>(std::min<uint64_t>(kRebindWork, tries_left_));
  const Rebind found = rebind_for(scene_, node, question_.shape, question_.skip_fit, options);
  tries_left_ -= std::min<uint64_t>(tries_left_, found.work);
  if (!found.refusal.refused() && found.moved > 0)
    out.push_back({{step_of(RemedyKind::kRebind, 0, found.moved)}});
}

void Remedies::by_eviction(uint32_t node, std::vector<Remedy> &out) {
  if (tries_left_ == 0) gave_up_ = true;
  if (tries_left_ == 0) return;
  const Preemptor pod{question_, priority_, uid_};
  Evictions evictions(scene_, pod, Preference::kFewest);
  Preemption found;
  found.node = node;
  std::vector<Victim> victims;
  tries_left_ =
      evictions.find(found, tries_left_ * VictimSearch::kTry, victims) / VictimSearch::kTry;
  if (found.reason != Reason::kNone || victims.empty()) return;
  incomplete_ |= !found.proven;
  Remedy remedy;
  for (const Victim &pod_leaving : victims)
    remedy.steps.push_back({RemedyKind::kEvict, 0, 0, pod_leaving.priority, pod_leaving.uid});
  out.push_back(std::move(remedy));
}

}  // namespace koord::plan
