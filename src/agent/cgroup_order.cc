#include "agent/cgroup_order.h"

#include <algorithm>
#include <array>

#include "base/error.h"

namespace koord::agent {
namespace {

constexpr Sharing kAll[] = {Sharing::kAlone, Sharing::kWithBestEffort, Sharing::kShared,
                            Sharing::kBestEffort};

size_t index_of(Sharing sharing) { return static_cast<size_t>(sharing); }

// Counts the holders of each CPU by their sharing.
class Occupancy {
 public:
  void add(const CpuSet &cpus, Sharing sharing) {
    if (sharing == Sharing::kAnyone) return;
    Holders &of = holders_[index_of(sharing)];
    if (const size_t room = cpus.word_count() * 64; of.counts.size() < room)
      of.counts.resize(room, 0);
    cpus.for_each([&](int cpu) {
      if (of.counts[static_cast<size_t>(cpu)]++ == 0) of.held.add(cpu);
    });
  }
  void remove(const CpuSet &cpus, Sharing sharing) {
    if (sharing == Sharing::kAnyone) return;
    Holders &of = holders_[index_of(sharing)];
    cpus.for_each([&](int cpu) {
      if (--of.counts[static_cast<size_t>(cpu)] == 0) of.held.remove(cpu);
    });
  }
  const CpuSet &held(Sharing sharing) const { return holders_[index_of(sharing)].held; }
  // Returns the CPUs that a container with this sharing must not gain.
  CpuSet forbidden_to(Sharing sharing) const {
    CpuSet closed;
    for (const Sharing other : kAll)
      if (!may_share(sharing, other)) closed |= held(other);
    return closed;
  }

 private:
  struct Holders {
    CpuSet held;
    std::vector<int32_t> counts;
  };
  std::array<Holders, kCountedSharings> holders_;
};

[[noreturn]] void throw_contradiction(const std::string &a, const std::string &b,
                                      const CpuSet &cpus, const char *how) {
  throw Error(Status::kConflict, a + " and " + b + how + cpus.to_string());
}

class Orderer {
 public:
  Orderer(std::vector<MovingPod> pods, const std::vector<FixedContainer> &fixed,
          const CpuSet &online)
      : pods_(std::move(pods)), fixed_(fixed), online_(online) {}

  std::vector<Move> order() {
    check_goals();
    for (const FixedContainer &one : fixed_) occupied_.add(one.cpus, one.sharing);
    check_fixed();
    for (const MovingPod &pod : pods_) occupy(pod);
    for (uint32_t i = 0; i < pods_.size(); ++i) shrink(i);
    // Pods on CPUs of others go first. Other waiting pods are on their own CPUs and block nobody;
    // parking them would only use up CPUs.
    for (uint32_t i = 0; i < pods_.size(); ++i)
      if (is_displaced(pods_[i])) waiting_.push_back(i);
    const size_t most_parkings = 4 * waiting_.size() + 4;
    for (size_t parkings = 0; !waiting_.empty();) {
      if (move_to_free_goals() || move_to_free_part_of_goals() || leave_wanted_cpus()) continue;
      if (parkings < most_parkings && park()) {
        ++parkings;
        continue;
      }
      if (!shrink_to_one_cpu() && !give_up_spare_cpu()) throw_deadlock();
    }
    for (uint32_t i = 0; i < pods_.size(); ++i)
      if (!has_arrived(pods_[i])) waiting_.push_back(i);
    while (!waiting_.empty())
      if (!move_to_free_goals())
        throw Error(Status::kInternal, "cgroup plan: no free CPU was found");
    return std::move(moves_);
  }

 private:
  static bool has_arrived(const MovingPod &pod) {
    return std::all_of(pod.containers.begin(), pod.containers.end(),
                       [](const MovingContainer &one) { return one.now == one.goal; });
  }
  static bool is_displaced(const MovingContainer &container) {
    return !container.now.is_subset_of(container.goal);
  }
  static bool is_displaced(const MovingPod &pod) {
    return std::any_of(pod.containers.begin(), pod.containers.end(),
                       [](const MovingContainer &one) { return is_displaced(one); });
  }
  // Holds CPUs against all but BestEffort containers.
  static bool is_exclusive(const MovingContainer &container) {
    return container.sharing == Sharing::kAlone || container.sharing == Sharing::kWithBestEffort;
  }
  static bool is_exclusive(const MovingPod &pod) {
    return std::any_of(pod.containers.begin(), pod.containers.end(),
                       [](const MovingContainer &one) { return is_exclusive(one); });
  }

  void occupy(const MovingPod &pod) {
    for (const MovingContainer &one : pod.containers) occupied_.add(one.now, one.sharing);
  }
  void leave(const MovingPod &pod) {
    for (const MovingContainer &one : pod.containers) occupied_.remove(one.now, one.sharing);
  }

  // Pods with contradicting goals would wait forever.
  void check_goals() {
    Occupancy wanted;
    for (const MovingPod &pod : pods_) {
      for (const MovingContainer &one : pod.containers)
        if (const CpuSet both = one.goal & wanted.forbidden_to(one.sharing); !both.empty())
          throw_goal_conflict(pod, one, both);
      for (const MovingContainer &one : pod.containers) wanted.add(one.goal, one.sharing);
    }
  }
  [[noreturn]] void throw_goal_conflict(const MovingPod &pod, const MovingContainer &container,
                                        const CpuSet &cpus) {
    for (const MovingPod &other : pods_)
      for (const MovingContainer &one : other.containers)
        if (&other != &pod && !may_share(one.sharing, container.sharing) &&
            one.goal.intersects(cpus))
          throw_contradiction(other.name, pod.name, one.goal & cpus, " must both run on CPUs ");
    throw Error(Status::kInternal,
                "cgroup plan: two goals contradict each other, but their owners are unknown");
  }
  void check_fixed() {
    for (const MovingPod &pod : pods_)
      for (const MovingContainer &one : pod.containers) {
        const CpuSet gain = one.goal - one.now;
        if (!gain.intersects(occupied_.forbidden_to(one.sharing))) continue;
        for (const FixedContainer &container : fixed_)
          if (!may_share(one.sharing, container.sharing) && gain.intersects(container.cpus))
            throw_contradiction(pod.name, container.name, gain & container.cpus,
                                ", whose CPUs are not changed, cannot share CPUs ");
      }
  }

  void set(uint32_t pod, uint32_t container, MoveKind kind, const CpuSet &to) {
    pods_[pod].containers[container].now = to;
    moves_.push_back({pod, container, kind, to});
  }

  void shrink(uint32_t i) {
    for (uint32_t c = 0; c < pods_[i].containers.size(); ++c) {
      const MovingContainer &one = pods_[i].containers[c];
      if (one.now.is_subset_of(one.goal)) continue;
      const CpuSet kept = one.now & one.goal;
      if (kept.empty()) continue;
      occupied_.remove(one.now - kept, one.sharing);
      set(i, c, MoveKind::kShrink, kept);
    }
  }

  // Returns true if no container gains a CPU that it must not. The pod itself has left occupied_.
  bool may_go(const MovingPod &pod) const {
    return std::none_of(
        pod.containers.begin(), pod.containers.end(), [&](const MovingContainer &one) {
          return (one.goal - one.now).intersects(occupied_.forbidden_to(one.sharing));
        });
  }

  // Moves every pod whose goal is free. Returns true if there was one.
  bool move_to_free_goals() {
    bool any = false;
    auto left = waiting_.begin();
    for (const uint32_t i : waiting_) {
      MovingPod &pod = pods_[i];
      leave(pod);
      const bool goes = may_go(pod);
      if (goes)
        for (uint32_t c = 0; c < pod.containers.size(); ++c)
          if (pod.containers[c].now != pod.containers[c].goal)
            set(i, c, MoveKind::kGrow, CpuSet(pod.containers[c].goal));
      occupy(pod);
      if (goes)
        any = true;
      else
        *left++ = i;
    }
    waiting_.erase(left, waiting_.end());
    return any;
  }

  // Moves displaced pods to the free part of their goals, so that they leave the CPUs of others.
  // Returns true if any pod moved.
  bool move_to_free_part_of_goals() {
    bool any = false;
    for (const uint32_t i : waiting_) {
      MovingPod &pod = pods_[i];
      if (!is_displaced(pod)) continue;
      leave(pod);
      std::vector<CpuSet> free;
      for (const MovingContainer &one : pod.containers)
        free.push_back(one.goal - occupied_.forbidden_to(one.sharing));
      for (uint32_t c = 0; c < pod.containers.size(); ++c) {
        if (!is_displaced(pod.containers[c]) || free[c].empty()) continue;
        set(i, c, MoveKind::kGrow, free[c]);
        any = true;
      }
      occupy(pod);
    }
    std::erase_if(waiting_, [&](uint32_t i) { return !is_displaced(pods_[i]); });
    return any;
  }

  // Returns all CPUs of the pod's displaced containers.
  static CpuSet displaced_on(const MovingPod &pod) {
    CpuSet all;
    for (const MovingContainer &one : pod.containers)
      if (is_displaced(one)) all |= one.now;
    return all;
  }

  // Restricts the pod's displaced containers to these CPUs. Returns true if that changed anything.
  bool keep(uint32_t i, const CpuSet &kept) {
    MovingPod &pod = pods_[i];
    bool any = false;
    leave(pod);
    for (uint32_t c = 0; c < pod.containers.size(); ++c) {
      const MovingContainer &one = pod.containers[c];
      if (!is_displaced(one) || one.now.is_subset_of(kept)) continue;
      CpuSet to = one.now & kept;
      if (to.empty()) to = kept - occupied_.forbidden_to(one.sharing);
      if (to.empty()) continue;
      set(i, c, MoveKind::kPark, to);
      any = true;
    }
    occupy(pod);
    return any;
  }

  // Restricts one displaced pod to those of its CPUs for which no other pod waits, if
  // there are any.
  bool leave_wanted_cpus() {
    return std::any_of(waiting_.begin(), waiting_.end(), [&](uint32_t i) {
      const CpuSet kept = displaced_on(pods_[i]) - wanted_by_others(i);
      return !kept.empty() && keep(i, kept);
    });
  }

  // Restricts one pod to a single one of its CPUs, if other pods wait for all of them.
  bool shrink_to_one_cpu() {
    return std::any_of(waiting_.begin(), waiting_.end(), [&](uint32_t i) {
      const CpuSet all = displaced_on(pods_[i]);
      CpuSet kept;
      if (!all.empty()) kept.add(all.first());
      return all.count() > 1 && keep(i, kept);
    });
  }

  // Last resort: a pod that is not displaced gives up one of its own CPUs for a time.
  bool give_up_spare_cpu() {
    for (uint32_t i = 0; i < pods_.size(); ++i) {
      if (!is_exclusive(pods_[i]) || is_displaced(pods_[i])) continue;
      if (const int cpu = find_spare_cpu(pods_[i]); cpu >= 0) {
        give_up(i, cpu);
        return true;
      }
    }
    return false;
  }

  // Returns a CPU that every container of the pod can spare and that no other exclusive pod holds,
  // or -1 if there is none.
  int find_spare_cpu(const MovingPod &pod) {
    leave(pod);
    CpuSet spare;
    for (const MovingContainer &one : pod.containers)
      if (is_exclusive(one)) spare |= one.now;
    spare -= occupied_.held(Sharing::kAlone) | occupied_.held(Sharing::kWithBestEffort);
    occupy(pod);
    for (const MovingContainer &one : pod.containers)
      if (one.now.count() == 1) spare -= one.now;
    return spare.empty() ? -1 : spare.first();
  }

  void give_up(uint32_t i, int cpu) {
    MovingPod &pod = pods_[i];
    leave(pod);
    for (uint32_t c = 0; c < pod.containers.size(); ++c) {
      CpuSet kept = pod.containers[c].now;
      if (!kept.contains(cpu)) continue;
      kept.remove(cpu);
      set(i, c, MoveKind::kPark, kept);
    }
    occupy(pod);
  }

  CpuSet wanted_by_others(uint32_t pod) const {
    CpuSet wanted;
    for (const uint32_t i : waiting_)
      if (i != pod)
        for (const MovingContainer &one : pods_[i].containers) wanted |= one.goal;
    return wanted;
  }

  // Returns CPUs on which the pod does not block others. Callers try the stricter conditions first.
  CpuSet parking_cpus(uint32_t i, bool unwanted, bool empty) {
    const MovingPod &pod = pods_[i];
    leave(pod);
    CpuSet place = online_;
    for (const MovingContainer &one : pod.containers) {
      place -= occupied_.held(Sharing::kAlone);
      if (one.sharing != Sharing::kBestEffort) place -= occupied_.held(Sharing::kWithBestEffort);
      if (empty) place -= occupied_.forbidden_to(one.sharing);
    }
    occupy(pod);
    size_t most = 0;
    for (const MovingContainer &one : pod.containers)
      if (is_displaced(one)) {
        place -= one.now;
        most = std::max(most, static_cast<size_t>(one.now.count()));
      }
    if (unwanted) place -= wanted_by_others(i);
    CpuSet first;
    size_t taken = 0;
    place.for_each_while([&](int cpu) {
      first.add(cpu);
      return ++taken < most;
    });
    return first;
  }

  bool park() {
    std::vector<uint32_t> displaced;  // displaced pods on CPUs that others wait for
    for (const uint32_t i : waiting_)
      if (displaced_on(pods_[i]).intersects(wanted_by_others(i))) displaced.push_back(i);
    // Exclusive pods come last, because the others can share CPUs.
    std::stable_partition(displaced.begin(), displaced.end(),
                          [&](uint32_t i) { return !is_exclusive(pods_[i]); });
    for (const auto &[unwanted, empty] :
         {std::pair{true, true}, {true, false}, {false, true}, {false, false}})
      for (const uint32_t i : displaced) {
        const CpuSet place = parking_cpus(i, unwanted, empty);
        if (place.empty()) continue;
        MovingPod &pod = pods_[i];
        leave(pod);
        for (uint32_t c = 0; c < pod.containers.size(); ++c)
          if (is_displaced(pod.containers[c])) set(i, c, MoveKind::kPark, place);
        occupy(pod);
        return true;
      }
    return false;
  }

  // Reports "pod a (on CPUs 1) waits for CPUs 2 of pod b" for all waiting pods.
  [[noreturn]] void throw_deadlock() const {
    constexpr size_t kMaxReported = 4;
    std::string text;
    for (size_t n = 0; n < waiting_.size() && n < kMaxReported; ++n) {
      const MovingPod &pod = pods_[waiting_[n]];
      CpuSet wanted;
      for (const MovingContainer &one : pod.containers)
        if (is_displaced(one)) wanted |= one.goal;
      text += (text.empty() ? "" : "; ") + pod.name + " (on CPUs " + displaced_on(pod).to_string() +
              ") waits for CPUs " + wanted.to_string() + holders_of(wanted, pod);
    }
    if (waiting_.size() > kMaxReported)
      text += "; and " + std::to_string(waiting_.size() - kMaxReported) + " more";
    throw Error(Status::kConflict,
                text +
                    "; such an exchange needs a CPU for the meantime, but exclusive "
                    "pods hold all CPUs, and each needs the last one that it has");
  }

  // Returns " of pod b" for the first exclusive pod that has any of the CPUs.
  std::string holders_of(const CpuSet &cpus, const MovingPod &except) const {
    for (const MovingPod &pod : pods_) {
      if (&pod == &except || !is_exclusive(pod)) continue;
      for (const MovingContainer &one : pod.containers)
        if (one.now.intersects(cpus)) return " of " + pod.name;
    }
    return "";
  }

  std::vector<MovingPod> pods_;
  const std::vector<FixedContainer> &fixed_;
  const CpuSet &online_;
  Occupancy occupied_;
  std::vector<uint32_t> waiting_;
  std::vector<Move> moves_;
};

}  // namespace

bool may_share(Sharing a, Sharing b) {
  if (a == Sharing::kAnyone || b == Sharing::kAnyone) return true;
  const auto with_all_but_alone = [](Sharing one) { return one == Sharing::kBestEffort; };
  if (a == Sharing::kAlone || b == Sharing::kAlone) return false;
  if (a == Sharing::kWithBestEffort) return with_all_but_alone(b);
  if (b == Sharing::kWithBestEffort) return with_all_but_alone(a);
  return true;
}

std::vector<Move> order_moves(std::vector<MovingPod> pods, const std::vector<FixedContainer> &fixed,
                              const CpuSet &online) {
  return Orderer(std::move(pods), fixed, online).order();
}

}  // namespace koord::agent
