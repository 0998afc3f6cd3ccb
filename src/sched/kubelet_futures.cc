#include "sched/kubelet_futures.h"

#include <algorithm>
#include <utility>

#include "base/word_hash.h"

namespace koord::sched {
namespace {

constexpr size_t kMostRunning = 64;

// Hashes the numbers of CPUs on the NUMA nodes. Kubelet's managers answer by these; states that
// differ in the CPUs alone are equal but for rare choices among several NUMA nodes.
class Hash : public WordHash {
 public:
  using WordHash::add;
  void add(const CpuSet &cpus, const kubelet::Machine &machine) {
    for (int node = 0; node < machine.node_count(); ++node)
      add(static_cast<uint64_t>(machine.node_cpus(node).count_and(cpus)));
  }
  void add(const kubelet::MemoryBooks &books) {
    for (const kubelet::MemoryCell &cell : books.cells) {
      add(static_cast<uint64_t>(cell.assignments));
      add(cell.group);
    }
    for (const kubelet::MemoryUse &use : books.uses) add(use.free);
  }
  void add(const DeviceGroups::Used &devices) {
    for (const uint32_t used : devices) add(uint64_t{used});
  }
};

}  // namespace

KubeletFutures::KubeletFutures(const MemoryGate &gate, Uncertainty uncertainty)
    : gate_(gate), uncertainty_(std::move(uncertainty)), pods_(std::move(uncertainty_.in_flight)) {
  in_flight_ = std::ranges::count(pods_, 0u, &PodInFlight::left_at);
  std::ranges::stable_sort(pods_, {}, &PodInFlight::arrived_at);
  std::ranges::stable_sort(uncertainty_.departures, {}, &ReportedDeparture::left_at);
  thin_running();
  shorten();
}

// Ends of pods that leave equal room have equal consequences. No more of them end than there are
// deviations.
void KubeletFutures::thin_running() {
  std::vector<const MemoryGate::Gains *> &running = uncertainty_.running;
  std::vector<std::pair<std::vector<uint64_t>, const MemoryGate::Gains *>> shaped;
  for (const MemoryGate::Gains *gains : running) shaped.emplace_back(gate_.shape_of(*gains), gains);
  std::ranges::stable_sort(
      shaped, {}, [](const auto &pod) -> const auto & { return pod.first; });
  running.clear();
  for (auto &[shape, gains] : shaped) {
    const size_t count = shapes_.size();
    if (count == kMostRunning) break;
    if (count >= kMostDeviations && shapes_[count - kMostDeviations] == shape) continue;
    shapes_.push_back(std::move(shape));
    running.push_back(gains);
  }
}

const KubeletFutures::Given *KubeletFutures::keep(MemoryGate::Gains gains) {
  Hash hash;
  for (const uint64_t word : gate_.shape_of(gains)) hash.add(word);
  given_.push_back({std::move(gains), hash.value()});
  return &given_.back();
}

// Plays the first pods in the order of the cluster, with the departures before each. They leave as
// reported pods do.
void KubeletFutures::shorten() {
  if (pods_.size() <= kMostInFlight) return;
  std::vector<ReportedDeparture> &departures = uncertainty_.departures;
  const auto end = pods_.end() - static_cast<ptrdiff_t>(kMostInFlight);
  auto departure = departures.begin();
  for (auto pod = pods_.begin(); pod != end; ++pod) {
    for (; departure != departures.end() && departure->left_at < pod->arrived_at; ++departure)
      gate_.give(*departure->gains, uncertainty_.start);
    auto gains = gate_.admit(*pod->managed, uncertainty_.start);
    if (pod->left_at == 0 || !gains) continue;
    const auto at = std::ranges::upper_bound(departure, departures.end(), pod->left_at, {},
                                             &ReportedDeparture::left_at);
    const ptrdiff_t passed = departure - departures.begin();
    departures.insert(at, {&keep(std::move(*gains))->gains, pod->left_at});
    departure = departures.begin() + passed;
  }
  departures.erase(departures.begin(), departure);
  pods_.erase(pods_.begin(), end);
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

bool KubeletFutures::is_awaited(const Moment &moment) const {
  for (size_t i = 0; i < pods_.size(); ++i)
    if (!is_done(moment, i) && pods_[i].is_expected) return true;
  return false;
}

// Departures and ends only add to the available resources.
bool KubeletFutures::is_certain(const Moment &moment) {
  remaining_.clear();
  for (size_t i = 0; i < pods_.size(); ++i)
    if (!is_done(moment, i)) remaining_.push_back(pods_[i].managed);
  gate_.list_rooms(moment.state, rooms_);
  return gate_.admits_in_any_order(moment.state, rooms_, remaining_);
}

bool KubeletFutures::is_new(const Moment &moment) {
  Hash hash;
  hash.add(moment.done);
  hash.add(moment.ended);
  hash.add(uint64_t{moment.departed});
  hash.add(moment.state.shared, gate_.machine());
  hash.add(moment.state.memory);
  hash.add(moment.state.devices);
  for (const Given *given : moment.given) hash.add(given == nullptr ? 0 : given->hash);
  return seen_.insert(hash.value()).second;
}

// Most moments are never reached, or are known already, so each is computed only when it is tried.
Refusal KubeletFutures::judge(const Managed &asked) {
  pods_.push_back({&asked, UINT64_MAX, 0, true});
  list_departures();
  Moment moment;
  moment.state = std::move(uncertainty_.start);
  moment.given.resize(pods_.size());
  visit(moment, 0);
  for (size_t deviations = 0; deviations <= kMostDeviations; ++deviations)
    while (!steps_[deviations].empty()) {
      if (admissions_ >= kMostAdmissions || tried_++ >= kMostMoments)
        return deviations == 0 ? refusal() : Refusal{};
      const Step step = steps_[deviations].back();
      steps_[deviations].pop_back();
      deviations_ = deviations;
      moment = moments_[step.from];
      if (const Refusal refusal = take(step, moment); refusal.refused()) return refusal;
      visit(moment, deviations);
    }
  return {};
}

// The last step is tried first.
void KubeletFutures::visit(const Moment &moment, size_t deviations) {
  if (!is_awaited(moment) || !is_new(moment) || is_certain(moment)) return;
  const auto from = static_cast<uint32_t>(moments_.size());
  moments_.push_back(moment);
  if (deviations < kMostDeviations) list_ends(moment, steps_[deviations + 1]);
  for (size_t i = 0; i < pods_.size(); ++i)
    if (!is_done(moment, i) && required_[i] <= moment.departed && !has_equal_before(moment, i))
      steps_[deviations].push_back({from, Event::kAdmission, static_cast<uint8_t>(i)});
  if (moment.departed < departures_.size())
    steps_[deviations].push_back({from, Event::kDeparture, 0});
}

// Equal pods can be exchanged. The first of them may arrive the earliest.
bool KubeletFutures::has_equal_before(const Moment &moment, size_t pod) const {
  const auto equals = [&](const PodInFlight &other) {
    return other.managed == pods_[pod].managed && other.is_expected == pods_[pod].is_expected &&
           other.left_at == 0 && !is_done(moment, static_cast<size_t>(&other - pods_.data()));
  };
  return pods_[pod].left_at == 0 &&
         std::any_of(pods_.begin(), pods_.begin() + static_cast<ptrdiff_t>(pod), equals);
}

// The new pod does not end: its admission is asked for.
void KubeletFutures::list_ends(const Moment &moment, std::vector<Step> &steps) const {
  const auto from = static_cast<uint32_t>(moments_.size() - 1);
  const auto is_here = [&](size_t i) { return (moment.ended >> i & 1) == 0; };
  for (size_t i = 0; i < uncertainty_.running.size(); ++i)
    if (is_here(i) && !(i > 0 && is_here(i - 1) && shapes_[i] == shapes_[i - 1]))
      steps.push_back({from, Event::kEnd, static_cast<uint8_t>(i)});
  for (size_t i = 0; i + 1 < pods_.size(); ++i)
    if (pods_[i].left_at == 0 && (!is_done(moment, i) || moment.given[i] != nullptr))
      steps.push_back({from, Event::kDeletion, static_cast<uint8_t>(i)});
}

Refusal KubeletFutures::take(const Step &step, Moment &moment) {
  if (step.event == Event::kAdmission) return admit(step, moment);
  if (step.event == Event::kDeletion) {
    remove(step.pod, moment);
  } else if (step.event == Event::kEnd) {
    moment.ended |= uint64_t{1} << step.pod;
    gate_.give(*uncertainty_.running[step.pod], moment.state);
  } else {
    const Departure &departure = departures_[moment.departed++];
    if (departure.gains == nullptr)
      remove(departure.pod, moment);
    else
      gate_.give(*departure.gains, moment.state);
  }
  return {};
}

bool KubeletFutures::is_followed_by_devices(size_t pod, const Moment &moment) const {
  if (gate_.requests_devices_again(*pods_[pod].managed)) return true;
  for (size_t i = 0; i < pods_.size(); ++i)
    if (!is_done(moment, i) && gate_.requests_devices(*pods_[i].managed)) return true;
  return false;
}

Refusal KubeletFutures::admit(const Step &step, Moment &moment) {
  const size_t pod = step.pod;
  ++admissions_;
  moment.done |= uint64_t{1} << pod;
  kubelet::DeviceChoice choice{step.way};
  auto gains = gate_.admit(*pods_[pod].managed, moment.state, &choice);
  const uint16_t ways = std::max(step.ways, static_cast<uint16_t>(choice.ways));
  if (step.way + 1 < ways && is_followed_by_devices(pod, moment))
    steps_[deviations_].push_back(
        {step.from, step.event, step.pod, static_cast<uint16_t>(step.way + 1), ways});
  if (gains) {
    if (!gains->empty()) moment.given[pod] = keep(std::move(*gains));
  } else if (pods_[pod].is_expected) {
    return refusal();
  }
  return {};
}

// Kubelet's own reason and amounts are those of a moment that need not come, or of another pod.
Refusal KubeletFutures::refusal() const {
  Refusal out = Refusal::of(Reason::kPodsInFlight, Profile::kKubelet);
  out.object = Object::kPod;
  out.needed = in_flight_;
  return out;
}

void KubeletFutures::remove(size_t pod, Moment &moment) const {
  moment.done |= uint64_t{1} << pod;
  if (moment.given[pod] != nullptr) gate_.give(moment.given[pod]->gains, moment.state);
  moment.given[pod] = nullptr;
}

}  // namespace koord::sched
