#include "plan/remedies.h"

#include <algorithm>
#include <functional>

#include "base/reason_facts.h"
#include "plan/evictions.h"
#include "plan/rebind.h"
#include "sched/node/shape_view.h"
#include "sched/placing/devices.h"
#include "sched/verdict/judge.h"

namespace koord::plan {

using object::NodeBind;
using object::NumaPolicy;
using object::PartitionPolicy;
using object::PodObject;

namespace {

// Limits the placements tried on one node to make room by moving its pods.
constexpr uint32_t kRebindWork = 256;

template <typename From, typename To>
Step step_of(RemedyKind kind, From from, To to) {
  return {kind, static_cast<int64_t>(from), static_cast<int64_t>(to), 0, {}};
}

}  // namespace

Remedies::Remedies(const sched::ClusterSnapshot &snapshot, const sched::Query &query,
                   const PodObject &pod, uint64_t tries)
    : snapshot_(snapshot),
      query_(query),
      pod_(pod),
      tries_left_(tries),
      relaxed_(relaxations(snapshot, *query.shape, pod)) {}

// Returns variants of the node's policies, of each kind the mildest change first.
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
  const bool honors =
      labels.gpu_partitions == PartitionPolicy::kHonor ||
      (node->has_devices && node.node().devices()->partition_policy() == PartitionPolicy::kHonor);
  if (honors && labels.gpu_partitions != PartitionPolicy::kPrefer) {
    changed.gpu_partitions = PartitionPolicy::kPrefer;
    out.push_back(
        {step_of(RemedyKind::kNodePartition, PartitionPolicy::kHonor, PartitionPolicy::kPrefer),
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

bool Remedies::try_fit(const sched::View &node, const sched::Shape &shape) {
  if (is_exhausted()) return false;
  --tries_left_;
  return !sched::judge(node, shape, snapshot_.options(), query_.conditions()).refusal.refused();
}

bool Remedies::is_exhausted() {
  gave_up_ = gave_up_ || tries_left_ == 0;
  return tries_left_ == 0;
}

template <typename Search>
void Remedies::with_half_of_tries(Search &&search) {
  const uint64_t kept = tries_left_ / 2;
  tries_left_ -= kept;
  search();
  tries_left_ += kept;
}

std::vector<Remedy> Remedies::find(uint32_t node) {
  std::vector<Remedy> out;
  const sched::Judgement judgement =
      sched::judge(snapshot_.view(node), *query_.shape, snapshot_.options(), query_.conditions());
  // The devices are lacking wherever the pod's CPUs are.
  const bool only_devices =
      is_about_devices(judgement.refusal.reason) && !judgement.placement.aligned;
  by_pod(node, out);
  by_node(node, out);
  if (!only_devices) with_half_of_tries([&] { by_less_cpu(node, out); });
  with_half_of_tries([&] { by_fewer_devices(node, out); });
  with_half_of_tries([&] { by_less_of_devices(node, out); });
  if (!only_devices) with_half_of_tries([&] { by_rebind(node, out); });
  with_half_of_tries([&] { by_eviction(node, out); });
  if (out.empty()) by_both(node, out);
  std::stable_sort(out.begin(), out.end(), [](const Remedy &a, const Remedy &b) {
    return a.steps.size() < b.steps.size();
  });
  return out;
}

void Remedies::by_pod(uint32_t node, std::vector<Remedy> &out) {
  const size_t before = out.size();
  for (const Relaxed &pod : relaxed_) {
    const bool milder_does = std::any_of(
        out.begin() + static_cast<ptrdiff_t>(before), out.end(), [&](const Remedy &remedy) {
          return remedy.steps[0].kind == pod.step.kind && remedy.steps[0].name == pod.step.name;
        });
    if (!milder_does && try_fit(snapshot_.view(node), *pod.shape)) out.push_back({{pod.step}});
  }
}

void Remedies::by_node(uint32_t node, std::vector<Remedy> &out) {
  const std::vector<Relabelled> changes = relabellings(snapshot_.view(node));
  if (changes.empty()) return;
  sched::Draft draft = snapshot_.draft(node);
  for (const Relabelled &change : changes) {
    if (!out.empty() && out.back().steps[0].kind == change.step.kind) continue;
    draft.set_labels(change.labels);
    if (try_fit(draft.view(), *query_.shape)) out.push_back({{change.step}});
  }
}

// No single change suffices: changes one policy of the pod and one of the node.
void Remedies::by_both(uint32_t node, std::vector<Remedy> &out) {
  const std::vector<Relabelled> changes = relabellings(snapshot_.view(node));
  if (changes.empty()) return;
  sched::Draft draft = snapshot_.draft(node);
  for (const Relabelled &change : changes) {
    draft.set_labels(change.labels);
    for (const Relaxed &pod : relaxed_)
      if (try_fit(draft.view(), *pod.shape)) {
        out.push_back({{change.step, pod.step}});
        return;
      }
  }
}

void Remedies::by_less_cpu(uint32_t node, std::vector<Remedy> &out) {
  const sched::Shape &shape = *query_.shape;
  const bool limit_counts = shape.constrained_burst;
  const int64_t requested =
      limit_counts ? std::max(shape.cpu_limit_milli, shape.cpu_milli) : shape.cpu_milli;
  const Refusal &of_request = sched::refusal_of_request(shape);
  if (requested <= 1 || (of_request.refused() && of_request.reason != Reason::kCpusNotWhole))
    return;
  const bool whole = shape.owns_cpus || binds_on(node);
  // Kubelet pins whole CPUs: with a fraction of a CPU less, the pod is no longer pinned.
  const sched::View view = snapshot_.view(node);
  const int64_t pinned_cpus = view->kubelet_pins ? view.node().pinned_cpus(shape) : 0;
  const bool pinned = pinned_cpus > 0 && pinned_cpus * 1000 == shape.cpu_milli;
  int64_t milli = whole || pinned ? try_most_cpus(node) * 1000 : 0;
  if (milli == 0 && !whole) milli = try_most_milli(node);
  if (milli <= 0) return;
  out.push_back(
      {{step_of(limit_counts ? RemedyKind::kPodCpuLimit : RemedyKind::kPodCpu, requested, milli)}});
}

// Returns the pod's shape with this CPU request. Kubelet may pin the pod with less CPU although it
// does not pin it now, because removing a fraction can leave whole CPUs.
sched::Shape Remedies::with_cpu(int64_t milli) const {
  const sched::Shape &shape = *query_.shape;
  const int64_t less = shape.cpu_milli - milli;
  if (less <= 0 || !snapshot_.options().rules().asks_kubelet_admission)
    return sched::with_cpu(shape, milli, shape.pinned, shape.managed);
  const object::PodObject changed = with_less_cpu(pod_, less);
  return sched::with_cpu(shape, milli, sched::pinned_of(changed, shape.kube_qos),
                         sched::managed_of(changed, shape.kube_qos));
}

// Returns true if whole CPUs would be the pod's own on this node.
bool Remedies::binds_on(uint32_t node) const {
  const sched::Shape one = with_cpu(1000);
  return sched::prepare(snapshot_.view(node), one, snapshot_.options(), sched::Fit::kNone)
      .placement.binds;
}

// Returns the largest smaller number of whole CPUs with which the pod fits. The fit can depend on
// more than the number, so all numbers are tried for which there are CPUs.
int64_t Remedies::try_most_cpus(uint32_t node) {
  const sched::View whole = snapshot_.view(node);
  const sched::ShapeView seen(whole, *query_.shape);
  const sched::View &view = *seen;
  int64_t cpus = (query_.shape->cpu_milli - 1) / 1000;
  if (view->has_machine && binds_on(node)) {
    int64_t free = 0;
    for (const sched::NumaSummary &numa : view.numa()) free += numa.free;
    cpus = std::min(cpus, free);
  }
  if (!query_.skip_fit) cpus = std::min(cpus, view->free_amount[0] / 1000);
  for (; cpus > 0 && !is_exhausted(); --cpus)
    if (try_fit(view, with_cpu(cpus * 1000))) return cpus;
  return 0;
}

namespace {

// Returns the largest index below `count` at which `holds`, which turns from true to false at most
// once; -1 if there is none.
template <typename Holds>
int64_t last_where(int64_t count, Holds &&holds) {
  if (count <= 0 || !holds(0)) return -1;
  int64_t last = 0;
  while (count - last > 1) {
    const int64_t middle = last + (count - last) / 2;
    (holds(middle) ? last : count) = middle;
  }
  return last;
}

// Numbers above 0 that 1000 does not divide, in order.
constexpr int64_t kParts = 999;
int64_t broken_number(int64_t index) { return index + index / kParts + 1; }
int64_t count_broken(int64_t number) { return number - number / 1000; }

}  // namespace

// Returns the amounts of CPU above which more NUMA nodes are preferred. Under Restricted a larger
// amount may fit although a smaller one does not.
std::vector<int64_t> Remedies::steps_of_width(const sched::View &node) {
  std::vector<int64_t> out;
  for (size_t i = 0; i < node.numa_count(); ++i)
    out.push_back(node.numa_capacity(i, 0) + node.node().numa()[i].pinned);
  std::sort(out.begin(), out.end(), std::greater<>());
  for (size_t i = 1; i < out.size(); ++i) out[i] += out[i - 1];
  return out;
}

// Returns the largest amount of shared CPU that fits. Between two steps, every amount below one
// that fits fits as well. If kubelet may pin CPUs, amounts that give the changed container whole
// CPUs are tried separately.
int64_t Remedies::try_most_milli(uint32_t node) {
  const sched::Shape &shape = *query_.shape;
  const sched::View view = snapshot_.view(node);
  const int64_t requested =
      std::max(shape.cpu_milli, shape.constrained_burst ? shape.cpu_limit_milli : 0);
  const auto fits = [&](int64_t milli) { return try_fit(view, with_cpu(milli)); };
  const bool pins = snapshot_.options().rules().asks_kubelet_admission && view->kubelet_pins &&
                    shape.kube_qos == object::KubeQos::kGuaranteed;
  const int64_t others = pins ? cpu_beside_largest(pod_) : 0;
  std::vector<int64_t> steps = steps_of_width(view);
  steps.push_back(others);
  steps.push_back(0);
  std::sort(steps.begin(), steps.end(), std::greater<>());
  // Whole CPUs of the changed container above this number do not fit.
  int64_t most_whole = requested / 1000;
  if (pins) most_whole = std::min<int64_t>(most_whole, view->kubelet_available);
  if (!query_.skip_fit) most_whole = std::min(most_whole, view->free_amount[0] / 1000);
  int64_t most = 0;
  int64_t end = requested;  // the amounts that were not looked at are below
  for (const int64_t step : steps) {
    if (step >= end - 1) continue;
    if (most > 0 || is_exhausted()) break;
    // From `step` + 1 on. 0 for the largest container, and what the others have beside it.
    const int64_t base = step >= others ? others : 0;
    if (!pins) {
      const int64_t found =
          last_where(end - step - 1, [&](int64_t index) { return fits(step + 1 + index); });
      if (found >= 0) most = step + 1 + found;
    } else {
      const int64_t first = count_broken(step - base);
      const int64_t found = last_where(count_broken(end - 1 - base) - first, [&](int64_t index) {
        return fits(base + broken_number(first + index));
      });
      if (found >= 0) most = base + broken_number(first + found);
      for (int64_t whole = std::min(most_whole, (end - 1 - base) / 1000);
           base + 1000 * whole > std::max(most, step) && !is_exhausted(); --whole)
        if (fits(base + 1000 * whole)) {
          most = base + 1000 * whole;
          break;
        }
    }
    end = step + 1;
  }
  return most;
}

// Finds the largest smaller number of devices of each type that fits.
void Remedies::by_fewer_devices(uint32_t node, std::vector<Remedy> &out) {
  const sched::View view = snapshot_.view(node);
  if (!sched::requests_devices_of(view, *query_.shape)) return;
  for (const Several &devices : several_devices(*query_.shape))
    for (int64_t count = devices.count - 1; count > 0; --count) {
      const sched::ShapePtr shape = with_fewer(snapshot_, pod_, devices, count);
      if (shape == nullptr || is_exhausted()) break;
      if (!try_fit(view, *shape)) continue;
      out.push_back({{{RemedyKind::kPodDevices, devices.count, count, 0,
                       snapshot_.device_type_name(devices.type)}}});
      break;
    }
}

namespace {

// Returns the smaller amounts of a share at which a verdict can change, largest first: what some
// device has, or has free, and the largest part of a device, since parts and whole devices are
// chosen by different rules. Between two of them all amounts are compared alike.
std::vector<int64_t> smaller_amounts(const device::Ledger &ledger, const Share &share) {
  std::vector<int64_t> out;
  if (share.each == device::kWholePercent) out.push_back(device::kWholePercent - 1);
  const int index = ledger.inventory().find(share.type);
  if (index < 0) return out;
  const auto pool = static_cast<size_t>(index);
  for (const sched::ResourceId resource : share.accounted) {
    const int column = ledger.column(pool, resource);
    if (column < 0) continue;
    const auto at = static_cast<size_t>(column);
    for (size_t d = 0; d < ledger.devices(pool); ++d)
      for (const int64_t amount :
           {ledger.free(pool, d)[at], ledger.inventory().pools[pool].total(d)[at]})
        if (amount > 0 && amount < share.each) out.push_back(amount);
  }
  std::sort(out.begin(), out.end(), std::greater<>());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Step step_of(const Less &less) {
  return {RemedyKind::kPodDeviceShare, less.share->each, less.each, 0, less.share->resource};
}

// Returns the smaller of the fractions that are left of two shares.
double kept(const Less &a, const Less &b) {
  const auto fraction = [](const Less &less) {
    return static_cast<double>(less.each) / static_cast<double>(less.share->each);
  };
  return std::min(fraction(a), fraction(b));
}

}  // namespace

bool Remedies::try_less(const sched::View &node, std::span<const Less> changes) {
  const sched::ShapePtr shape = with_less(snapshot_, pod_, changes);
  return shape != nullptr && try_fit(node, *shape);
}

// Finds the largest smaller amount per device that fits, of each resource
// alone. If there is none, two resources are reduced together.
void Remedies::by_less_of_devices(uint32_t node, std::vector<Remedy> &out) {
  const sched::View view = snapshot_.view(node);
  if (!sched::requests_devices_of(view, *query_.shape)) return;
  const std::vector<Share> shares = shares_of(*query_.shape, pod_);
  const size_t before = out.size();
  for (const Share &share : shares)
    with_half_of_tries([&] {
      for (const int64_t each : smaller_amounts(*view.node().devices(), share)) {
        if (is_exhausted()) return;
        const Less less{&share, each};
        if (!try_less(view, {&less, 1})) continue;
        out.push_back({{step_of(less)}});
        return;
      }
    });
  if (out.size() == before) try_less_of_two(view, shares, out);
}

// Finds the pair of amounts that fits and whose smaller share of the request is largest. With more
// of the first resource, at most as much of the second one fits: both lists are walked once.
void Remedies::try_less_of_two(const sched::View &node, std::span<const Share> shares,
                               std::vector<Remedy> &out) {
  double most = 0;
  Remedy best;
  const auto try_two = [&](const Share &first, const Share &second) {
    const std::vector<int64_t> firsts = smaller_amounts(*node.node().devices(), first);
    const std::vector<int64_t> seconds = smaller_amounts(*node.node().devices(), second);
    if (firsts.empty() || seconds.empty()) return;
    const auto fits = [&](int64_t of_first, int64_t of_second) {
      const Less less[] = {{&first, of_first}, {&second, of_second}};
      return try_less(node, less);
    };
    // If the smallest pair does not fit, none does.
    if (is_exhausted() || !fits(firsts.back(), seconds.back())) return;
    auto of_second = seconds.begin();
    for (auto of_first = firsts.rbegin(); of_first != firsts.rend(); ++of_first) {
      bool found = false;
      while (of_second != seconds.end() && !is_exhausted() &&
             !(found = fits(*of_first, *of_second)))
        ++of_second;
      if (!found) return;
      const Less less[] = {{&first, *of_first}, {&second, *of_second}};
      if (kept(less[0], less[1]) < most) continue;
      most = kept(less[0], less[1]);
      best.steps = {step_of(less[0]), step_of(less[1])};
    }
  };
  for (size_t a = 0; a < shares.size(); ++a)
    for (size_t b = a + 1; b < shares.size(); ++b)
      with_half_of_tries([&] { try_two(shares[a], shares[b]); });
  if (most > 0) out.push_back(std::move(best));
}

void Remedies::by_rebind(uint32_t node, std::vector<Remedy> &out) {
  if (is_exhausted()) return;
  RebindOptions options;
  options.work = static_cast<uint32_t>(std::min<uint64_t>(kRebindWork, tries_left_));
  const Rebind found = rebind_for(snapshot_, node, query_.shape, query_.skip_fit, options);
  tries_left_ -= std::min<uint64_t>(tries_left_, found.work);
  if (!found.refusal.refused() && found.moved > 0)
    out.push_back({{step_of(RemedyKind::kRebind, 0, found.moved)}});
}

void Remedies::by_eviction(uint32_t node, std::vector<Remedy> &out) {
  if (is_exhausted()) return;
  const Preemptor pod{query_, pod_.priority, pod_.uid};
  Evictions evictions(snapshot_, pod, Preference::kFewest);
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
