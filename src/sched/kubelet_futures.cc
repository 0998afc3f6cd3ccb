#include "sched/kubelet_futures.h"

#include <algorithm>
#include <utility>

namespace koord::sched {
namespace {

constexpr uint64_t kMostRunning = 64;

class Hash {
 public:
  void add(uint64_t word) {
    value_ = (value_ ^ word) * 0x9e3779b97f4a7c15u;
    value_ ^= value_ >> 29;
  }
  void add(const CpuSet &cpus) {
    size_t words = cpus.word_count();
    while (words > 0 && cpus.word(words - 1) == 0) --words;
    add(uint64_t{words});
    for (size_t i = 0; i < words; ++i) add(cpus.word(i));
  }
  void add(const kubelet::MemoryBooks &books) {
    for (const kubelet::MemoryCell &cell : books.cells) {
      add(static_cast<uint64_t>(cell.assignments));
      add(cell.group);
    }
    for (const kubelet::MemoryUse &use : books.uses) add(use.free);
  }
  void add(const MemoryGate::Gains &gains) {
    add(gains.cpus.set());
    for (const kubelet::MemoryBlock &block : gains.blocks) {
      add(block.nodes);
      add(block.kind ^ block.bytes << 8);
    }
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace

KubeletFutures::KubeletFutures(const MemoryGate &gate, Uncertainty uncertainty)
    : gate_(gate), uncertainty_(std::move(uncertainty)), pods_(std::move(uncertainty_.in_flight)) {
  std::ranges::stable_sort(pods_, {}, &PodInFlight::arrived_at);
  if (uncertainty_.running.size() > kMostRunning) uncertainty_.running.resize(kMostRunning);
  shorten();
}

// Pods that are not in the search any more leave nothing back, so that only pods on the node count.
void KubeletFutures::shorten() {
  while (pods_.size() > kMostInFlight) {
    const PodInFlight &first = pods_.front();
    if (first.left_at == 0) gate_.admit(*first.managed, uncertainty_.start);
    pods_.erase(pods_.begin());
  }
}

void KubeletFutures::list_departures() {
  for (const ReportedDeparture &pod : uncertainty_.departures)
    departures_.push_back({pod.left_at, pod.gains, 0});
  for (size_t i = 0; i < pods_.size(); ++i)
    if (pods_[i].left_at != 0) departures_.push_back({pods_[i].left_at, nullptr, i});
  std::ranges::stable_sort(departures_, {}, &Departure::at);
  for (const PodInFlight &pod : pods_)
    required_.push_back(static_cast<size_t>(
        std::ranges::lower_bound(departures_, pod.arrived_at, {}, &Departure::at) -
        departures_.begin()));
}

// Departures and ends only add to the available resources.
bool KubeletFutures::is_certain(const Moment &moment) {
  remaining_.clear();
  for (size_t i = 0; i < pods_.size(); ++i)
    if (!is_done(moment, i)) remaining_.push_back(pods_[i].managed);
  gate_.list_rooms(moment.state, rooms_);
  return gate_.admits_in_any_order(rooms_, remaining_);
}

bool KubeletFutures::is_new(const Moment &moment) {
  Hash hash;
  hash.add(moment.done);
  hash.add(moment.ended);
  hash.add(uint64_t{moment.departed});
  hash.add(moment.state.shared);
  hash.add(moment.state.memory);
  for (const MemoryGate::Gains &gains : moment.given) hash.add(gains);
  return seen_.insert(hash.value()).second;
}

Refusal KubeletFutures::judge(const Managed &asked) {
  asked_ = &asked;
  pods_.push_back({&asked, UINT64_MAX, 0, true});
  list_departures();
  Moment first;
  first.state = std::move(uncertainty_.start);
  first.given.resize(pods_.size());
  levels_[0].push_back(std::move(first));
  for (size_t deviations = 0; deviations <= kMostDeviations; ++deviations)
    while (!levels_[deviations].empty()) {
      const Moment moment = std::move(levels_[deviations].back());
      levels_[deviations].pop_back();
      if (!is_new(moment) || is_certain(moment)) continue;
      if (admissions_ >= kMostAdmissions || seen_.size() > kMostMoments) return {};
      if (const Refusal refusal = go_on(moment, deviations); refusal.refused()) return refusal;
    }
  return {};
}

Refusal KubeletFutures::go_on(const Moment &moment, size_t deviations) {
  bool overtakes = false;
  bool is_awaited = false;
  for (size_t i = 0; i < pods_.size(); ++i) {
    if (is_done(moment, i)) continue;
    is_awaited |= pods_[i].is_expected;
    const size_t level = deviations + (overtakes ? 1 : 0);
    if (level <= kMostDeviations && required_[i] <= moment.departed)
      if (const Refusal refusal = admit(moment, i, level); refusal.refused()) return refusal;
    overtakes |= pods_[i].left_at == 0;
  }
  if (!is_awaited) return {};
  if (deviations < kMostDeviations) end(moment, deviations + 1);
  if (moment.departed < departures_.size()) depart(moment, deviations);
  return {};
}

Refusal KubeletFutures::admit(const Moment &moment, size_t pod, size_t deviations) {
  ++admissions_;
  Moment next = moment;
  next.done |= uint64_t{1} << pod;
  if (auto gains = gate_.admit(*pods_[pod].managed, next.state))
    next.given[pod] = std::move(*gains);
  else if (pod + 1 == pods_.size())  // others can have the same request
    return gate_.judge(*asked_, moment.state);
  else if (pods_[pod].is_expected)
    // Containers and amounts of another pod mean nothing to the new one.
    return Refusal::of(Reason::kNumaUnaligned, Profile::kKubelet);
  levels_[deviations].push_back(std::move(next));
  return {};
}

void KubeletFutures::depart(const Moment &moment, size_t deviations) {
  Moment next = moment;
  const Departure &departure = departures_[next.departed++];
  if (departure.gains != nullptr) {
    gate_.give(*departure.gains, next.state);
  } else {
    gate_.give(next.given[departure.pod], next.state);
    next.given[departure.pod] = {};
    next.done |= uint64_t{1} << departure.pod;
  }
  levels_[deviations].push_back(std::move(next));
}

// The new pod does not end: its admission is asked for.
void KubeletFutures::end(const Moment &moment, size_t deviations) {
  for (size_t i = 0; i < uncertainty_.running.size(); ++i) {
    if ((moment.ended >> i & 1) != 0) continue;
    Moment next = moment;
    next.ended |= uint64_t{1} << i;
    gate_.give(*uncertainty_.running[i], next.state);
    levels_[deviations].push_back(std::move(next));
  }
  for (size_t i = 0; i + 1 < pods_.size(); ++i) {
    if (pods_[i].left_at != 0) continue;
    if (is_done(moment, i) && moment.given[i].empty()) continue;
    Moment next = moment;
    next.done |= uint64_t{1} << i;
    gate_.give(next.given[i], next.state);
    next.given[i] = {};
    levels_[deviations].push_back(std::move(next));
  }
}

}  // namespace koord::sched
