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
  // Returns the CPUs that a member with this sharing must not gain.
  CpuSet closed_to(Sharing sharing) const {
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
  Orderer(std::vector<Mover> movers, const std::vector<Stayer> &stayers, const CpuSet &online)
      : movers_(std::move(movers)), stayers_(stayers), online_(online) {}

  std::vector<Move> order() {
    check_goals();
    for (const Stayer &one : stayers_) occupied_.add(one.cpus, one.sharing);
    check_stayers();
    for (const Mover &mover : movers_) occupy(mover);
    for (uint32_t i = 0; i < movers_.size(); ++i) shrink(i);
    // Pods on CPUs of others go first. Other waiting pods are on their own CPUs and block nobody;
    // parking them would only use up CPUs.
    for (uint32_t i = 0; i < movers_.size(); ++i)
      if (is_displaced(movers_[i])) waiting_.push_back(i);
    const size_t most_parkings = 4 * waiting_.size() + 4;
    for (size_t parkings = 0; !waiting_.empty();) {
      if (move_to_free_goals() || move_to_free_parts() || leave_wanted_cpus()) continue;
      if (parkings < most_parkings && park()) {
        ++parkings;
        continue;
      }
      if (!shrink_to_one_cpu() && !give_up_spare_cpu()) throw_deadlock();
    }
    for (uint32_t i = 0; i < movers_.size(); ++i)
      if (!has_arrived(movers_[i])) waiting_.push_back(i);
    while (!waiting_.empty())
      if (!move_to_free_goals())
        throw Error(Status::kInternal, "cgroup plan: no free CPU was found");
    return std::move(moves_);
  }

 private:
  static bool has_arrived(const Mover &mover) {
    return std::all_of(mover.members.begin(), mover.members.end(),
                       [](const Member &one) { return one.now == one.goal; });
  }
  static bool is_displaced(const Member &member) { return !member.now.is_subset_of(member.goal); }
  static bool is_displaced(const Mover &mover) {
    return std::any_of(mover.members.begin(), mover.members.end(),
                       [](const Member &one) { return is_displaced(one); });
  }
  // Holds CPUs against all but BestEffort members.
  static bool is_exclusive(const Member &member) {
    return member.sharing == Sharing::kAlone || member.sharing == Sharing::kWithBestEffort;
  }
  static bool is_exclusive(const Mover &mover) {
    return std::any_of(mover.members.begin(), mover.members.end(),
                       [](const Member &one) { return is_exclusive(one); });
  }

  void occupy(const Mover &mover) {
    for (const Member &one : mover.members) occupied_.add(one.now, one.sharing);
  }
  void leave(const Mover &mover) {
    for (const Member &one : mover.members) occupied_.remove(one.now, one.sharing);
  }

  // Pods with contradicting goals would wait forever.
  void check_goals() {
    Occupancy wanted;
    for (const Mover &mover : movers_) {
      for (const Member &one : mover.members)
        if (const CpuSet both = one.goal & wanted.closed_to(one.sharing); !both.empty())
          throw_goal_conflict(mover, one, both);
      for (const Member &one : mover.members) wanted.add(one.goal, one.sharing);
    }
  }
  [[noreturn]] void throw_goal_conflict(const Mover &mover, const Member &member,
                                        const CpuSet &cpus) {
    for (const Mover &other : movers_)
      for (const Member &one : other.members)
        if (&other != &mover && !may_share(one.sharing, member.sharing) &&
            one.goal.intersects(cpus))
          throw_contradiction(other.name, mover.name, one.goal & cpus, " must both run on CPUs ");
    throw Error(Status::kInternal,
                "cgroup plan: two goals contradict each other, but their owners are unknown");
  }
  void check_stayers() {
    for (const Mover &mover : movers_)
      for (const Member &one : mover.members) {
        const CpuSet gain = one.goal - one.now;
        if (!gain.intersects(occupied_.closed_to(one.sharing))) continue;
        for (const Stayer &stayer : stayers_)
          if (!may_share(one.sharing, stayer.sharing) && gain.intersects(stayer.cpus))
            throw_contradiction(mover.name, stayer.name, gain & stayer.cpus,
                                ", whose CPUs are not changed, cannot share CPUs ");
      }
  }

  void set(uint32_t mover, uint32_t member, MoveKind kind, const CpuSet &to) {
    movers_[mover].members[member].now = to;
    moves_.push_back({mover, member, kind, to});
  }

  void shrink(uint32_t i) {
    for (uint32_t m = 0; m < movers_[i].members.size(); ++m) {
      const Member &one = movers_[i].members[m];
      if (one.now.is_subset_of(one.goal)) continue;
      const CpuSet kept = one.now & one.goal;
      if (kept.empty()) continue;
      occupied_.remove(one.now - kept, one.sharing);
      set(i, m, MoveKind::kShrink, kept);
    }
  }

  // Returns true if no member gains a CPU that it must not. The pod itself has left occupied_.
  bool may_go(const Mover &mover) const {
    return std::none_of(mover.members.begin(), mover.members.end(), [&](const Member &one) {
      return (one.goal - one.now).intersects(occupied_.closed_to(one.sharing));
    });
  }

  // Moves every pod whose goal is free. Returns true if there was one.
  bool move_to_free_goals() {
    bool any = false;
    auto left = waiting_.begin();
    for (const uint32_t i : waiting_) {
      Mover &mover = movers_[i];
      leave(mover);
      const bool goes = may_go(mover);
      if (goes)
        for (uint32_t m = 0; m < mover.members.size(); ++m)
          if (mover.members[m].now != mover.members[m].goal)
            set(i, m, MoveKind::kGrow, CpuSet(mover.members[m].goal));
      occupy(mover);
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
  bool move_to_free_parts() {
    bool any = false;
    for (const uint32_t i : waiting_) {
      Mover &mover = movers_[i];
      if (!is_displaced(mover)) continue;
      leave(mover);
      std::vector<CpuSet> free;
      for (const Member &one : mover.members)
        free.push_back(one.goal - occupied_.closed_to(one.sharing));
      for (uint32_t m = 0; m < mover.members.size(); ++m) {
        if (!is_displaced(mover.members[m]) || free[m].empty()) continue;
        set(i, m, MoveKind::kGrow, free[m]);
        any = true;
      }
      occupy(mover);
    }
    std::erase_if(waiting_, [&](uint32_t i) { return !is_displaced(movers_[i]); });
    return any;
  }

  // Returns all CPUs of the pod's displaced containers.
  static CpuSet displaced_on(const Mover &mover) {
    CpuSet all;
    for (const Member &one : mover.members)
      if (is_displaced(one)) all |= one.now;
    return all;
  }

  // Restricts the pod's displaced containers to these CPUs. Returns true if that changed anything.
  bool keep(uint32_t i, const CpuSet &kept) {
    Mover &mover = movers_[i];
    bool any = false;
    leave(mover);
    for (uint32_t m = 0; m < mover.members.size(); ++m) {
      const Member &one = mover.members[m];
      if (!is_displaced(one) || one.now.is_subset_of(kept)) continue;
      CpuSet to = one.now & kept;
      if (to.empty()) to = kept - occupied_.closed_to(one.sharing);
      if (to.empty()) continue;
      set(i, m, MoveKind::kPark, to);
      any = true;
    }
    occupy(mover);
    return any;
  }

  // Restricts one displaced pod to those of its CPUs for which no other pod waits, if
  // there are any.
  bool leave_wanted_cpus() {
    return std::any_of(waiting_.begin(), waiting_.end(), [&](uint32_t i) {
      const CpuSet kept = displaced_on(movers_[i]) - wanted_by_others(i);
      return !kept.empty() && keep(i, kept);
    });
  }

  // Restricts one pod to a single one of its CPUs, if other pods wait for all of them.
  bool shrink_to_one_cpu() {
    return std::any_of(waiting_.begin(), waiting_.end(), [&](uint32_t i) {
      const CpuSet all = displaced_on(movers_[i]);
      CpuSet kept;
      if (!all.empty()) kept.add(all.first());
      return all.count() > 1 && keep(i, kept);
    });
  }

  // Last resort: a pod that is not displaced gives up one of its own CPUs for a time.
  bool give_up_spare_cpu() {
    for (uint32_t i = 0; i < movers_.size(); ++i) {
      if (!is_exclusive(movers_[i]) || is_displaced(movers_[i])) continue;
      if (const int cpu = find_spare_cpu(movers_[i]); cpu >= 0) {
        give_up(i, cpu);
        return true;
      }
    }
    return false;
  }

  // Returns a CPU that every container of the pod can spare and that no other exclusive pod holds,
  // or -1 if there is none.
  int find_spare_cpu(const Mover &mover) {
    leave(mover);
    CpuSet spare;
    for (const Member &one : mover.members)
      if (is_exclusive(one)) spare |= one.now;
    spare -= occupied_.held(Sharing::kAlone) | occupied_.held(Sharing::kWithBestEffort);
    occupy(mover);
    for (const Member &one : mover.members)
      if (one.now.count() == 1) spare -= one.now;
    return spare.empty() ? -1 : spare.first();
  }

  void give_up(uint32_t i, int cpu) {
    Mover &mover = movers_[i];
    leave(mover);
    for (uint32_t m = 0; m < mover.members.size(); ++m) {
      CpuSet kept = mover.members[m].now;
      if (!kept.contains(cpu)) continue;
      kept.remove(cpu);
      set(i, m, MoveKind::kPark, kept);
    }
    occupy(mover);
  }

  CpuSet wanted_by_others(uint32_t mover) const {
    CpuSet wanted;
    for (const uint32_t i : waiting_)
      if (i != mover)
        for (const Member &one : movers_[i].members) wanted |= one.goal;
    return wanted;
  }

  // Returns CPUs on which the pod does not block others. Callers try the stricter conditions first.
  CpuSet parking_cpus(uint32_t i, bool unwanted, bool empty) {
    const Mover &mover = movers_[i];
    leave(mover);
    CpuSet place = online_;
    for (const Member &one : mover.members) {
      place -= occupied_.held(Sharing::kAlone);
      if (one.sharing != Sharing::kBestEffort) place -= occupied_.held(Sharing::kWithBestEffort);
      if (empty) place -= occupied_.closed_to(one.sharing);
    }
    occupy(mover);
    size_t most = 0;
    for (const Member &one : mover.members)
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
      if (displaced_on(movers_[i]).intersects(wanted_by_others(i))) displaced.push_back(i);
    // Exclusive pods come last, because the others can share CPUs.
    std::stable_partition(displaced.begin(), displaced.end(),
                          [&](uint32_t i) { return !is_exclusive(movers_[i]); });
    for (const auto &[unwanted, empty] :
         {std::pair{true, true}, {true, false}, {false, true}, {false, false}})
      for (const uint32_t i : displaced) {
        const CpuSet place = parking_cpus(i, unwanted, empty);
        if (place.empty()) continue;
        Mover &mover = movers_[i];
        leave(mover);
        for (uint32_t m = 0; m < mover.members.size(); ++m)
          if (is_displaced(mover.members[m])) set(i, m, MoveKind::kPark, place);
        occupy(mover);
        return true;
      }
    return false;
  }

  // Reports "pod a (on CPUs 1) waits for CPUs 2 of pod b" for all waiting pods.
  [[noreturn]] void throw_deadlock() const {
    constexpr size_t kMaxReported = 4;
    std::string text;
    for (size_t n = 0; n < waiting_.size() && n < kMaxReported; ++n) {
      const Mover &mover = movers_[waiting_[n]];
      CpuSet wanted;
      for (const Member &one : mover.members)
        if (is_displaced(one)) wanted |= one.goal;
      text += (text.empty() ? "" : "; ") + mover.name + " (on CPUs " +
              displaced_on(mover).to_string() + ") waits for CPUs " + wanted.to_string() +
              holders_of(wanted, mover);
    }
    if (waiting_.size() > kMaxReported)
      text += "; and " + std::to_string(waiting_.size() - kMaxReported) + " more";
    throw Error(Status::kConflict,
                text +
                    "; such an exchange needs a CPU for the meantime, but exclusive "
                    "pods hold all CPUs, and each needs the last one that it has");
  }

  // Returns " of pod b" for the first exclusive pod that has any of the CPUs.
  std::string holders_of(const CpuSet &cpus, const Mover &except) const {
    for (const Mover &mover : movers_) {
      if (&mover == &except || !is_exclusive(mover)) continue;
      for (const Member &one : mover.members)
        if (one.now.intersects(cpus)) return " of " + mover.name;
    }
    return "";
  }

  std::vector<Mover> movers_;
  const std::vector<Stayer> &stayers_;
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

std::vector<Move> order_moves(std::vector<Mover> movers, const std::vector<Stayer> &stayers,
                              const CpuSet &online) {
  return Orderer(std::move(movers), stayers, online).order();
}

}  // namespace koord::agent
