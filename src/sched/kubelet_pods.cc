#include "sched/kubelet_pods.h"

#include <algorithm>
#include <numeric>
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
      is_partial_(gate_->size()),
      left_at_(gate_->size()),
      state_(gate_->reported()) {
  for (size_t i = 0; i < left_at_.size(); ++i) {
    if (!gate_->has_ended(i)) continue;
    left_at_[i] = ++clock_;
    is_stale_ = true;
  }
  carry_over(before);
  settle();
}

void KubeletPods::carry_over(const KubeletPods *before) {
  if (before == nullptr || !gate_->has_layout_of(*before->gate_)) return;
  // Pods that left before this report arrived, which it still names.
  const auto leave = [&](uint64_t key) {
    const int32_t number = gate_->find(key);
    if (number == MemoryGate::kUnreported || left_at_[static_cast<size_t>(number)] != 0) return;
    left_at_[static_cast<size_t>(number)] = ++clock_;
    is_stale_ = true;
  };
  for (size_t i = 0; i < before->left_at_.size(); ++i)
    if (before->left_at_[i] != 0) leave(before->gate_->key(i));
  for (const Unreported &pod : before->unreported_)
    if (pod.key != 0 && !pod.is_held()) leave(pod.key);
  for (const Unreported &pod : before->unreported_) {
    if (pod.key == 0 || is_settled(gate_->find(pod.key), pod.managed.get())) continue;
    if (!pod.is_held() && !pod.is_awaited) continue;
    unreported_.push_back({pod.key, pod.managed, pod.gains, ++clock_, 0, false});
    unreported_.back().left_at = ++clock_;
  }
  absent_ = unreported_.size();
}

void KubeletPods::add(uint64_t key, const std::shared_ptr<const Managed> &managed) {
  const int32_t number = gate_->find(key);
  const auto i = static_cast<size_t>(number);
  forget_in_flight();
  if (is_settled(number, managed.get())) {
    is_stale_ |= left_at_[i] != 0;
    left_at_[i] = 0;
    is_held_[i] = true;
  } else if (managed != nullptr && gate_->manages(*managed)) {
    // The report was made while kubelet admitted the pod.
    if (number != MemoryGate::kUnreported) {
      is_stale_ |= !is_partial_[i];
      is_partial_[i] = true;
    }
    admit(key, managed);
  }
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
    return pod.is_held() ? UINT32_MAX : pod.left_at;
  }));
  --absent_;
  is_stale_ = true;
}

void KubeletPods::remove(uint64_t key, const Managed *managed) noexcept {
  const MemoryGate::Gains *gains = nullptr;
  forget_in_flight();
  const int32_t number = gate_->find(key);
  if (is_settled(number, managed)) {
    const auto i = static_cast<size_t>(number);
    if (!is_held_[i]) return;
    is_held_[i] = false;
    left_at_[i] = ++clock_;
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
  forget_in_flight();
  is_stale_ = true;
}

std::vector<KubeletPods::Change> KubeletPods::changes() const {
  std::vector<Change> out;
  for (size_t i = 0; i < left_at_.size(); ++i)
    if (left_at_[i] != 0 || is_partial_[i])
      out.push_back({left_at_[i], &gate_->gains(static_cast<int32_t>(i)), nullptr});
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
  MemoryGate::State state = gate_->reported();
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
  if (is_changed_) list_in_flight();
}

void KubeletPods::list_in_flight() {
  for (const Unreported &pod : unreported_) {
    if (!pod.is_held() || !pod.gains || pod.gains->empty()) continue;
    in_flight_.push_back(pod.managed.get());
    is_ordered_ |= gate_->depends_on_order() || leaves_resources(*pod.managed);
  }
  if (!in_flight_.empty()) {
    before_ = gate_->reported();
    for (size_t i = 0; i < left_at_.size(); ++i)
      if (left_at_[i] != 0 || is_partial_[i])
        gate_->give(gate_->gains(static_cast<int32_t>(i)), before_);
    gate_->list_rooms(before_, rooms_before_);
  }
  is_changed_ = false;
}

Refusal KubeletPods::judge_in_order(const std::vector<const Managed *> &pods, const Managed &asked,
                                    MemoryGate::State state) const {
  for (const Managed *pod : pods) {
    if (gate_->admit(*pod, state)) continue;
    // Containers and amounts of another pod mean nothing to the new one.
    return pod == &asked ? gate_->judge(*pod, state)
                         : Refusal::of(Reason::kNumaUnaligned, Profile::kKubelet);
  }
  return {};
}

Refusal KubeletPods::judge_orders(std::vector<const Managed *> pods, const Managed &asked) const {
  Refusal refusal;
  if (pods.size() > kMostPermuted) {
    refusal = judge_in_order({pods.rbegin(), pods.rend()}, asked, before_);
    for (size_t i = pods.size(); i > 0 && !refusal.refused(); --i) {
      refusal = judge_in_order(pods, asked, before_);
      if (i > 1) std::swap(pods[i - 1], pods[i - 2]);
    }
    return refusal;
  }
  std::vector<size_t> order(pods.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::vector<const Managed *> ordered(pods.size());
  do {
    for (size_t i = 0; i < order.size(); ++i) ordered[i] = pods[order[i]];
    refusal = judge_in_order(ordered, asked, before_);
  } while (!refusal.refused() && std::ranges::next_permutation(order).found);
  return refusal;
}

Refusal KubeletPods::judge_ends(const std::vector<const Managed *> &pods,
                                const Managed &asked) const {
  Refusal refusal;
  for (size_t i = 0; i + 1 < pods.size() && !refusal.refused(); ++i) {
    // Kubelet has not seen the pod, or has admitted it before.
    std::vector<const Managed *> others = pods;
    others.erase(others.begin() + static_cast<ptrdiff_t>(i));
    refusal = judge_in_order(others, asked, before_);
    if (refusal.refused()) break;
    MemoryGate::State state = before_;
    std::optional<MemoryGate::Gains> gains;
    for (size_t j = 0; j + 1 < pods.size(); ++j) {
      auto given = gate_->admit(*pods[j], state);
      if (j == i) gains = std::move(given);
    }
    if (gains) gate_->give(*gains, state);
    refusal = judge_in_order({&asked}, asked, std::move(state));
  }
  size_t ends = 0;
  for (size_t i = 0; i < left_at_.size() && !refusal.refused(); ++i) {
    const MemoryGate::Gains &gains = gate_->gains(static_cast<int32_t>(i));
    if (left_at_[i] != 0 || is_partial_[i] || gains.empty()) continue;
    if (++ends > kMostEnds) break;
    MemoryGate::State state = before_;
    gate_->give(gains, state);
    refusal = judge_in_order(pods, asked, std::move(state));
  }
  return refusal;
}

Refusal KubeletPods::judge(const Managed &pod) const {
  Refusal refusal = gate_->judge(pod, state_);
  if (refusal.refused() || in_flight_.empty() || !gate_->manages(pod) ||
      !(is_ordered_ || leaves_resources(pod)))
    return refusal;
  std::vector<const Managed *> pods = in_flight_;
  pods.push_back(&pod);
  if (gate_->admits_in_any_order(rooms_before_, pods)) return {};
  refusal = judge_orders(pods, pod);
  return refusal.refused() ? refusal : judge_ends(pods, pod);
}

}  // namespace koord::sched
