#include "sched/kubelet_pods.h"

#include <algorithm>
#include <utility>

namespace koord::sched {
namespace {

// Returns true if the number of CPUs that the pod keeps depends on the state of the node: kubelet
// may give other CPUs to its containers than those of init containers that have ended.
bool leaves_resources(const Managed &pod) {
  return std::ranges::any_of(pod.request.containers, &kubelet::ContainerRequest::ends);
}

}  // namespace

KubeletPods::KubeletPods(std::shared_ptr<const MemoryGate> gate, const KubeletPods *before)
    : gate_(std::move(gate)),
      is_held_(gate_->size()),
      partial_(gate_->size()),
      left_at_(gate_->size()),
      state_(gate_->reported()) {
  for (size_t i = 0; i < left_at_.size(); ++i) {
    if (!gate_->has_ended(i)) continue;
    left_at_[i] = kBeforeReport;
    is_stale_ = true;
  }
  carry_over(before);
  settle();
}

// Times remain those of the cluster. The report may be older than some of the events.
void KubeletPods::carry_over(const KubeletPods *before) {
  if (before == nullptr || !gate_->has_layout_of(*before->gate_)) return;
  clock_ = before->clock_;
  // Pods that left before this report arrived, which it still names. Its author says that a pod has
  // ended also of pods that it does not know yet, which kubelet may have had until they left.
  const auto leave = [&](uint64_t key, uint64_t at, bool was_known) {
    const int32_t number = gate_->find(key);
    if (number == MemoryGate::kUnreported) return;
    uint64_t &left_at = left_at_[static_cast<size_t>(number)];
    if (left_at > kBeforeReport || (left_at == kBeforeReport && was_known)) return;
    left_at = at;
    is_stale_ = true;
  };
  // Each report says for itself which of its pods have ended.
  for (size_t i = 0; i < before->left_at_.size(); ++i)
    if (before->left_at_[i] > kBeforeReport)
      leave(before->gate_->key(i), before->left_at_[i], !before->gate_->has_ended(i));
  const auto is_in_flight = [&](const Unreported &pod) {
    return pod.key != 0 && (pod.is_held() || pod.is_awaited) &&
           gate_->find(pod.key) == MemoryGate::kUnreported;
  };
  const auto oldest = std::ranges::find_if(before->unreported_, is_in_flight);
  for (const Unreported &pod : before->unreported_) {
    if (pod.key == 0) continue;
    if (is_in_flight(pod)) {
      unreported_.push_back(pod);
      unreported_.back().left_at = ++clock_;
      unreported_.back().is_awaited = false;
    } else if (!pod.is_held() && !pod.is_awaited) {
      leave(pod.key, pod.left_at, false);
      // Pods that arrived before it left may have found its resources taken.
      if (oldest != before->unreported_.end() && oldest->arrived_at < pod.left_at &&
          gate_->find(pod.key) == MemoryGate::kUnreported)
        unreported_.push_back(pod);
    }
  }
  absent_ = unreported_.size();
}

void KubeletPods::add(uint64_t key, const std::shared_ptr<const Managed> &managed) {
  const int32_t number = gate_->find(key);
  const bool is_managed = managed != nullptr && gate_->manages(*managed);
  if (number == MemoryGate::kUnreported) {
    if (is_managed) admit(key, managed);
    return;
  }
  const auto i = static_cast<size_t>(number);
  is_stale_ |= left_at_[i] != 0;
  left_at_[i] = 0;
  is_held_[i] = true;
  const auto partial = is_managed && gate_->is_partial(number, *managed) ? managed : nullptr;
  is_stale_ |= partial_[i] != partial;
  has_partial_ |= partial != nullptr;
  partial_[i] = partial;
}

// A pod that is added again keeps its former resources if they are still free.
void KubeletPods::admit(uint64_t key, const std::shared_ptr<const Managed> &managed) {
  const auto at = absent_ == 0 ? unreported_.end()
                               : std::ranges::find_if(unreported_, [&](const Unreported &pod) {
                                   return key != 0 && pod.key == key && !pod.is_held() &&
                                          pod.managed == managed;
                                 });
  if (at != unreported_.end()) {
    at->left_at = 0;
    at->is_awaited = false;
    --absent_;
    is_stale_ = true;
    return;
  }
  make_room();
  settle_state();
  unreported_.push_back({key, managed, std::nullopt, ++clock_, 0, false});
  is_stale_ = true;
  unreported_.back().gains = gate_->admit(*managed, state_);
  // Pods that were refused before come last. A pod that is refused now changes nothing for them.
  const bool is_refused = !unreported_.back().gains;
  is_stale_ = has_pending_ && !is_refused;
  has_pending_ |= is_refused;
}

void KubeletPods::make_room() {
  if (absent_ < kMostAbsent) return;
  unreported_.erase(std::ranges::min_element(unreported_, {}, [](const Unreported &pod) {
    return pod.is_held() ? UINT64_MAX : pod.left_at;
  }));
  --absent_;
  is_stale_ = true;
}

void KubeletPods::remove(uint64_t key, const Managed *managed) noexcept {
  const MemoryGate::Gains *gains = nullptr;
  const int32_t number = gate_->find(key);
  if (number != MemoryGate::kUnreported) {
    const auto i = static_cast<size_t>(number);
    if (!is_held_[i]) return;
    is_held_[i] = false;
    left_at_[i] = ++clock_;
    is_stale_ |= has_partial_;
    gains = &gate_->gains(number);
  } else {
    const auto pod = std::find_if(unreported_.rbegin(), unreported_.rend(), [&](const auto &each) {
      return each.is_held() && each.key == key && (key != 0 || each.managed.get() == managed);
    });
    if (pod == unreported_.rend()) return;
    if (key == 0) {  // it cannot return
      unreported_.erase(std::next(pod).base());
      is_stale_ = true;
      return;
    }
    pod->left_at = ++clock_;
    ++absent_;
    is_stale_ |= pod->never_counted();
    if (pod->gains) gains = &*pod->gains;
  }
  is_stale_ |= has_pending_;
  if (!is_stale_ && gains != nullptr) gate_->give(*gains, state_);
}

void KubeletPods::clear() noexcept {
  for (size_t i = 0; i < is_held_.size(); ++i) {
    if (!is_held_[i]) continue;
    left_at_[i] = ++clock_;
    is_held_[i] = false;
  }
  for (Unreported &pod : unreported_) {
    if (!pod.is_held()) continue;
    pod.left_at = ++clock_;
    pod.is_awaited = true;
  }
  absent_ = unreported_.size();
  is_stale_ = true;
}

const MemoryGate::Gains &KubeletPods::gains_of(size_t i) const {
  if (completion_)
    if (const auto at = completion_->gains.find(i); at != completion_->gains.end())
      return at->second;
  return gate_->gains(static_cast<int32_t>(i));
}

MemoryGate::State KubeletPods::start() const {
  if (completion_) return completion_->state;
  MemoryGate::State out = gate_->reported();
  for (size_t i = 0; i < left_at_.size(); ++i)
    if (left_at_[i] == kBeforeReport) gate_->give(gate_->gains(static_cast<int32_t>(i)), out);
  return out;
}

KubeletPods::Completion KubeletPods::complete() const {
  Completion out;
  out.state = gate_->reported();
  std::vector<size_t> departed;
  for (size_t i = 0; i < left_at_.size(); ++i) {
    if (partial_[i] != nullptr || left_at_[i] == kBeforeReport)
      gate_->give(gate_->gains(static_cast<int32_t>(i)), out.state);
    else if (left_at_[i] != 0)
      departed.push_back(i);
  }
  std::ranges::sort(departed, {}, [&](size_t i) { return left_at_[i]; });
  for (size_t i = 0; i < partial_.size(); ++i)
    if (partial_[i] != nullptr) complete(i, departed, out);
  return out;
}

// The reported part tells which pods kubelet had released before it admitted this one: its files
// are read one after the other, so that the first can have pods that had left before the second.
void KubeletPods::complete(size_t i, const std::vector<size_t> &departed, Completion &out) const {
  const auto number = static_cast<int32_t>(i);
  const MemoryGate::Gains &reported = gate_->gains(number);
  struct Trial {
    MemoryGate::State state;
    MemoryGate::Gains gains;
    uint64_t until = 0;
  };
  std::optional<Trial> best;
  bool is_same = false;
  MemoryGate::State state = out.state;
  uint64_t until = out.released_until;
  auto next = std::ranges::upper_bound(departed, until, {}, [&](size_t k) { return left_at_[k]; });
  while (!is_same && out.attempts++ < kMostRetries) {
    MemoryGate::State after = state;
    if (auto gains = gate_->admit(*partial_[i], after)) {
      is_same = gate_->extends(*gains, reported);
      if (is_same || !best) best = {std::move(after), std::move(*gains), until};
    }
    if (next == departed.end()) break;
    gate_->give(gate_->gains(static_cast<int32_t>(*next)), state);
    until = left_at_[*next++];
  }
  if (!best) return gate_->take(reported, out.state);
  if (!is_same && gate_->has_cpus_of(number, *partial_[i])) {
    best->state.shared |= best->gains.cpus.set();
    best->state.shared -= reported.cpus.set();
    best->gains.cpus = reported.cpus;
  }
  // Kubelet may have chosen other devices.
  if (!is_same && gate_->has_devices_of(number, *partial_[i]))
    gate_->replace_devices(best->gains, reported, best->state);
  out.state = std::move(best->state);
  out.gains[i] = std::move(best->gains);
  out.released_until = best->until;
}

std::vector<KubeletPods::Change> KubeletPods::changes() const {
  std::vector<Change> out;
  for (size_t i = 0; i < left_at_.size(); ++i)
    if (has_left(i)) out.push_back({left_at_[i], &gains_of(i), nullptr});
  for (const Unreported &pod : unreported_) {
    if (!pod.gains || pod.never_counted()) continue;
    out.push_back({pod.arrived_at, &*pod.gains, &pod});
    if (!pod.is_held()) out.push_back({pod.left_at, &*pod.gains, nullptr});
  }
  std::ranges::sort(out, {}, &Change::at);
  return out;
}

void KubeletPods::retry(const std::vector<const Unreported *> &pods,
                        MemoryGate::State &state) const {
  std::vector<const Managed *> refused;  // in `state`
  size_t attempts = 0;
  for (const Unreported *pod : pods) {
    if (std::ranges::find(refused, pod->managed.get()) != refused.end()) continue;
    if (attempts++ == kMostRetries) return;
    if (gate_->admit(*pod->managed, state))
      refused.clear();
    else
      refused.push_back(pod->managed.get());
  }
}

void KubeletPods::settle_state() {
  if (!is_stale_) return;
  if (has_partial_) completion_ = complete();
  MemoryGate::State state = start();
  std::vector<const Unreported *> pending;
  for (const Unreported &pod : unreported_)
    if (pod.is_held() && !pod.gains) pending.push_back(&pod);
  const auto refused = static_cast<ptrdiff_t>(pending.size());
  std::vector<const MemoryGate::Gains *> missing;  // of pods whose resources others have
  for (const Change &change : changes()) {
    if (change.arrival == nullptr) {
      if (std::ranges::find(missing, change.gains) == missing.end())
        gate_->give(*change.gains, state);
    } else if (gate_->has(state, *change.gains)) {
      gate_->take(*change.gains, state);
    } else {
      missing.push_back(change.gains);
      if (change.arrival->is_held()) pending.push_back(change.arrival);
    }
  }
  // Other pods may have left before kubelet admitted these.
  std::ranges::inplace_merge(pending, pending.begin() + refused, {}, &Unreported::arrived_at);
  retry(pending, state);
  has_pending_ = !pending.empty();
  state_ = std::move(state);
  is_stale_ = false;
}

void KubeletPods::settle() {
  settle_state();
  note_in_flight();
}

void KubeletPods::note_in_flight() {
  has_in_flight_ = depends_on_order_ = false;
  for (const Unreported &pod : unreported_) {
    if (!pod.is_held() || !pod.gains || pod.gains->empty() || gate_->names(pod.key)) continue;
    has_in_flight_ = true;
    depends_on_order_ |= gate_->depends_on_order() || leaves_resources(*pod.managed);
  }
}

// Returns true if NUMA nodes have enough for all pods in flight and the new one beside all reported
// pods. Saves nearly all searches.
bool KubeletPods::has_every_room_for(const Managed &asked) const {
  std::vector<const Managed *> pods{&asked};
  for (const Unreported &pod : unreported_) pods.push_back(pod.managed.get());
  return gate_->admits_in_any_order(gate_->reported(), gate_->reported_rooms(), pods);
}

Uncertainty KubeletPods::uncertainty() const {
  Uncertainty out;
  out.start = start();
  for (size_t i = 0; i < left_at_.size(); ++i) {
    const MemoryGate::Gains &gains = gains_of(i);
    if (has_left(i))
      out.departures.push_back({&gains, left_at_[i]});
    else if (left_at_[i] == 0 && !gains.empty())
      out.running.push_back(&gains);
  }
  for (const Unreported &pod : unreported_) {
    // Kubelet had admitted pods that the report names before it.
    if (!gate_->names(pod.key))
      out.in_flight.push_back(
          {pod.managed.get(), pod.arrived_at, pod.left_at, pod.is_held() && pod.gains.has_value()});
    else if (pod.is_held())
      gate_->admit(*pod.managed, out.start);
  }
  return out;
}

Refusal KubeletPods::judge(const Managed &pod) const {
  const Refusal refusal = gate_->judge(pod, state_);
  if (refusal.refused() || !has_in_flight_ || !gate_->manages(pod) ||
      !(depends_on_order_ || leaves_resources(pod)) || has_every_room_for(pod))
    return refusal;
  return KubeletFutures(*gate_, uncertainty()).judge(pod);
}

}  // namespace koord::sched
