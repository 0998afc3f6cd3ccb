#include "sched/kubelet_pods.h"

#include <algorithm>
#include <utility>

namespace koord::sched {

KubeletPods::KubeletPods(std::shared_ptr<const MemoryGate> gate, const KubeletPods *before)
    : gate_(std::move(gate)),
      is_held_(gate_->size()),
      was_seen_(gate_->size()),
      left_at_(gate_->size()),
      state_(gate_->reported()) {
  if (before == nullptr || !gate_->has_layout_of(*before->gate_)) return;
  for (const Unreported &pod : before->unreported_) {
    if (pod.key == 0 || gate_->is_settled(gate_->find(pod.key))) continue;
    if (!pod.is_held() && !pod.is_awaited) continue;
    unreported_.push_back({pod.key, pod.managed, pod.gains, ++clock_, 0, false});
    unreported_.back().left_at = ++clock_;
  }
  absent_ = unreported_.size();
}

void KubeletPods::add(uint64_t key, const std::shared_ptr<const Managed> &managed) {
  const int32_t number = gate_->find(key);
  const auto i = static_cast<size_t>(number);
  if (gate_->is_settled(number)) {
    is_stale_ |= left_at_[i] != 0;
    left_at_[i] = 0;
    is_held_[i] = was_seen_[i] = true;
  } else if (managed != nullptr) {
    // The report names CPUs only: it was made while kubelet admitted the pod.
    if (number != MemoryGate::kUnreported) {
      is_stale_ |= !was_seen_[i];
      was_seen_[i] = true;
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
  settle();
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
  const int32_t number = gate_->find(key);
  if (gate_->is_settled(number)) {
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
  is_stale_ = true;
}

std::vector<KubeletPods::Change> KubeletPods::changes() const {
  std::vector<Change> out;
  for (size_t i = 0; i < left_at_.size(); ++i) {
    const auto number = static_cast<int32_t>(i);
    if (left_at_[i] != 0 || (was_seen_[i] && !gate_->is_settled(number)))
      out.push_back({left_at_[i], &gate_->gains(number), nullptr});
  }
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

void KubeletPods::settle() {
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

}  // namespace koord::sched
