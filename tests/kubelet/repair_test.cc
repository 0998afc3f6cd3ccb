// States of the CPU manager with which kubelet does not start,
// and the nearest ones with which it does.
#include "kubelet/repair.h"

#include <random>

#include "kubelet/nodes.h"
#include "kubelet/replace.h"
#include "kubelet/restore.h"
#include "support/expect_error.h"

namespace koord::kubelet {
namespace {

using namespace testing;

// CPUs 0-23; core c has CPUs c and c + 12; 0 and 12 are reserved.
std::unique_ptr<NodeSetup> setup_of(bool strict = false, uint32_t reserved = 2) {
  const auto topology = machine({});
  Config config = static_config(*topology);
  config.static_memory = false;
  config.reserved_cpu_count = static_cast<int>(reserved);
  if (strict) config.cpu_options["strict-cpu-reservation"] = "true";
  return std::make_unique<NodeSetup>(topology, config);
}

CpuState good_state(bool strict = false) {
  CpuState state;
  state.shared = CpuSet::parse(strict ? "3-11,15-23" : "0,3-12,15-23");
  state.entries["p"]["c"] = CpuSet::parse("1,13");
  state.entries["q"]["c"] = CpuSet::parse("2,14");
  return state;
}

std::string text_of(const CpuState &state) {
  std::string out = state.shared.to_string();
  for (const auto &[pod, containers] : state.entries)
    for (const auto &[name, cpus] : containers)
      out.append(" ").append(pod).append("/").append(name).append("=").append(cpus.to_string());
  return out;
}

// Formats changes, one per line, as "act why pod/container cpus -> left".
std::string text_of(const std::vector<Change> &changes) {
  std::string out;
  for (const Change &change : changes) {
    if (!out.empty()) out += '\n';
    out.append(act_name(change.act));
    if (change.why != Fault{}) out.append(" ").append(fault_name(change.why));
    out.append(" ").append(change.pod).append("/").append(change.container);
    out.append(" ").append(change.cpus.to_string());
    if (!change.left.empty()) out.append(" -> ").append(change.left.to_string());
    EXPECT_FALSE(sentence(change).empty());
  }
  return out;
}

TEST(KubeletRepair, ValidStatesStay) {
  for (const bool strict : {false, true}) {
    const auto setup = setup_of(strict);
    const Repair repair = repair_cpus(*setup, good_state(strict), {});
    EXPECT_EQ(text_of(repair.state), text_of(good_state(strict)));
    EXPECT_EQ(text_of(repair.changes), "");
    EXPECT_EQ(text_of(repair_cpus(*setup, {}, {}).state), "");
  }
}

TEST(KubeletRepair, CpusInNoSetGoBackToTheDefaultSet) {
  CpuState state = good_state();
  state.entries.erase("q");  // kubelet was killed between its two writes
  const Repair repair = repair_cpus(*setup_of(), state, {});
  EXPECT_EQ(text_of(repair.state), "0,2-12,14-23 p/c=1,13");
  EXPECT_EQ(text_of(repair.changes), "joins-default cpus-missing / 2,14");
}

TEST(KubeletRepair, TheDefaultSetLosesCpusOfContainers) {
  CpuState state = good_state();
  state.shared |= CpuSet::parse("1-2,30");
  const Repair repair = repair_cpus(*setup_of(), state, {});
  EXPECT_EQ(text_of(repair.state), text_of(good_state()));
  EXPECT_EQ(text_of(repair.changes),
            "leaves-default cpus-gone / 30\nleaves-default overlaps-default / 1-2");
}

TEST(KubeletRepair, TheLaterPodLosesCpusThatTwoHold) {
  CpuState state = good_state();
  state.entries["q"]["c"] = CpuSet::parse("2,13-14");
  const auto setup = setup_of();
  EXPECT_EQ(text_of(repair_cpus(*setup, state, {}).state), "0,2-12,14-23 p/c=1,13");
  EXPECT_EQ(text_of(repair_cpus(*setup, state, {}).changes), "dropped overlap q/c 2,13-14");
  const Repair kept = repair_cpus(*setup, state, {nullptr, true});
  EXPECT_EQ(text_of(kept.state), text_of(good_state()));
  EXPECT_EQ(text_of(kept.changes), "shrunk overlap q/c 2,13-14 -> 2,14");
  const PodSet present{"q"};  // p no longer exists, so q's claim is right
  const Repair other = repair_cpus(*setup, state, {&present, false});
  EXPECT_EQ(text_of(other.state), "0-1,3-12,15-23 q/c=2,13-14");
  EXPECT_EQ(text_of(other.changes), "dropped pod-gone p/c 1,13");
}

TEST(KubeletRepair, ContainersOfOnePodMayShare) {
  CpuState state = good_state();
  state.entries["q"]["init"] = CpuSet::parse("2");
  EXPECT_EQ(text_of(repair_cpus(*setup_of(), state, {}).changes), "");
}

TEST(KubeletRepair, OfflineCpus) {
  CpuState state = good_state();
  state.shared.add(31);
  state.entries["p"]["c"].add(30);
  state.entries["q"]["c"] = CpuSet::parse("40-41");
  state.shared |= CpuSet::parse("2,14");
  const auto setup = setup_of();
  EXPECT_EQ(text_of(repair_cpus(*setup, state, {}).state), "0-23");
  EXPECT_EQ(text_of(repair_cpus(*setup, state, {}).changes),
            "dropped cpus-gone p/c 1,13,30\ndropped cpus-gone q/c 40-41\n"
            "leaves-default cpus-gone / 31");
  const Repair kept = repair_cpus(*setup, state, {nullptr, true});
  EXPECT_EQ(text_of(kept.state), "0,2-12,14-23 p/c=1,13");
  EXPECT_EQ(text_of(kept.changes),
            "shrunk cpus-gone p/c 1,13,30 -> 1,13\ndropped cpus-gone q/c 40-41\n"
            "leaves-default cpus-gone / 31");
}

TEST(KubeletRepair, AChangedReservation) {
  const auto more = setup_of(false, 4);  // 0-1,12-13
  const Repair repair = repair_cpus(*more, good_state(), {});
  EXPECT_EQ(text_of(repair.state), "0-1,3-13,15-23 q/c=2,14");
  EXPECT_EQ(text_of(repair.changes), "dropped reserved p/c 1,13\njoins-default reserved / 1,13");
  const Repair strict = repair_cpus(*setup_of(true), good_state(), {});
  EXPECT_EQ(text_of(strict.state), text_of(good_state(true)));
  EXPECT_EQ(text_of(strict.changes), "leaves-default reserved / 0,12");
  const Repair loose = repair_cpus(*setup_of(), good_state(true), {});
  EXPECT_EQ(text_of(loose.state), text_of(good_state()));
  EXPECT_EQ(text_of(loose.changes), "joins-default reserved / 0,12");
}

TEST(KubeletRepair, SomeCpuStaysShared) {
  CpuState state;
  state.entries["p"]["c"] = CpuSet::parse("1-11");
  state.entries["q"]["c"] = CpuSet::parse("13-23");
  const auto setup = setup_of(true);
  EXPECT_ERROR(restore_cpus(*setup, state), Status::kConflict, "default cpuset cannot be empty");
  const Repair repair = repair_cpus(*setup, state, {});
  EXPECT_EQ(text_of(repair.state), "13-23 p/c=1-11");
  EXPECT_EQ(text_of(repair.changes), "dropped default-empty q/c 13-23");
}

// For any state, kubelet starts with the repaired state, correct entries are kept, no container
// gains CPUs, and a second repair changes nothing.
TEST(KubeletRepair, AnyStateBecomesOneThatKubeletAccepts) {
  std::mt19937 random(20220420);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int kept_entries = 0, changed_states = 0;
  for (int round = 0; round < 1500; ++round) {
    const bool strict = below(2) == 0;
    const auto setup = setup_of(strict, static_cast<uint32_t>(2 + 2 * below(2)));
    const int most = below(4) == 0 ? 40 : 24;
    CpuState state;
    for (int cpu = 0; cpu < most; ++cpu)
      if (below(3) != 0) state.shared.add(cpu);
    for (int pod = below(4); pod > 0; --pod)
      for (int container = below(3); container >= 0; --container) {
        CpuSet &cpus = state.entries[std::string(1, static_cast<char>('a' + below(6)))]
                                    [std::string(1, static_cast<char>('x' + below(3)))];
        for (int n = below(5); n > 0; --n) cpus.add(below(most));
        if (below(2) == 0) state.shared -= cpus;
      }
    PodSet present;
    for (char pod = 'a'; pod <= 'f'; ++pod)
      if (below(4) != 0) present.insert(std::string(1, pod));
    const RepairOptions options{below(2) == 0 ? &present : nullptr, below(2) == 0};

    const Repair repair = repair_cpus(*setup, state, options);
    EXPECT_NO_THROW(restore_cpus(*setup, repair.state)) << text_of(state);
    EXPECT_TRUE(check_cpus(*setup, repair.state, options.present).findings.empty())
        << text_of(state) << "\n"
        << text_of(repair.state);
    const Repair again = repair_cpus(*setup, repair.state, options);
    EXPECT_EQ(text_of(again.state), text_of(repair.state));
    EXPECT_TRUE(again.changes.empty()) << text_of(again.changes);
    EXPECT_EQ(repair.changes.empty(), text_of(repair.state) == text_of(state));
    changed_states += repair.changes.empty() ? 0 : 1;
    CpuSet others;
    for (const auto &[pod, containers] : state.entries) {
      for (const auto &[name, cpus] : containers) {
        const auto found = repair.state.entries.find(pod);
        const bool kept = found != repair.state.entries.end() && found->second.contains(name);
        if (kept) {
          EXPECT_TRUE(found->second.at(name).is_subset_of(cpus));
        }
        const bool right = !cpus.empty() && cpus.is_subset_of(setup->topology().all_cpus()) &&
                           !cpus.intersects(setup->reserved()) && !cpus.intersects(others) &&
                           (options.present == nullptr || options.present->contains(pod));
        const bool last = !repair.changes.empty() &&
                          text_of(repair.changes).find("default-empty") != std::string::npos;
        if (right && !last) {
          EXPECT_TRUE(kept && found->second.at(name) == cpus) << pod << '/' << name;
          ++kept_entries;
        }
      }
      for (const auto &[name, cpus] : containers) others |= cpus;
    }
  }
  EXPECT_GT(kept_entries, 400);
  EXPECT_GT(changed_states, 800);
}

// ---- Replacement (R59) -------------------------------------------------------------------------

ScheduledPod scheduled(const object::PodObject &pod, const char *cpus) {
  return {pod.name, request_of(pod), CpuSet::parse(cpus)};
}
Repair replaced(const CpuState &state, std::vector<ScheduledPod> pods, bool strict = false) {
  return replace_cpus(*setup_of(strict), state, pods);
}

TEST(KubeletReplace, TheSchedulersCpusTakeThePlaceOfKubelets) {
  const Repair repair =
      replaced(good_state(), {scheduled(pod("q", {container("c", 2000, kGi)}), "3-4")});
  EXPECT_EQ(text_of(repair.state), "0,2,5-12,14-23 p/c=1,13 q/c=3-4");
  EXPECT_EQ(text_of(repair.changes), "replaced q/c 2,14 -> 3-4");
  EXPECT_EQ(restore_cpus(*setup_of(), repair.state), repair.state.shared);
}

TEST(KubeletReplace, PodsMaySwap) {
  const Repair repair =
      replaced(good_state(), {scheduled(pod("q", {container("c", 2000, kGi)}), "1,13"),
                              scheduled(pod("p", {container("c", 2000, kGi)}), "2,14")});
  EXPECT_EQ(text_of(repair.state), "0,3-12,15-23 p/c=2,14 q/c=1,13");
}

TEST(KubeletReplace, EachContainerGetsItsRequest) {
  const object::PodObject many =
      pod("r", {init(container("i", 3000, kGi)), sidecar(container("s", 1000, kGi)),
                container("a", 2000, kGi), container("b", 500, kGi), container("c", 2000, kGi)});
  const Repair repair = replaced(good_state(), {scheduled(many, "3-5,15-17")});
  EXPECT_EQ(text_of(repair.state),
            "0,6-12,18-23 p/c=1,13 q/c=2,14 r/a=4,16 r/c=5,17 r/i=3-4,15 r/s=3");
  EXPECT_EQ(text_of(repair.changes),
            "replaced r/a  -> 4,16\nreplaced r/c  -> 5,17\nreplaced r/i  -> 3-4,15\n"
            "replaced r/s  -> 3");
  EXPECT_TRUE(replaced(repair.state, {scheduled(many, "3-5,15-17")}).changes.empty());
}

TEST(KubeletReplace, SurplusCpusStayShared) {
  const Repair repair = replaced(
      good_state(),
      {scheduled(pod("q", {container("c", 1000, kGi), container("d", 1500, kGi)}), "3-5")});
  EXPECT_EQ(text_of(repair.changes), "replaced q/c 2,14 -> 3\nstays-shared q/ 4-5");
  const Repair none =
      replaced(good_state(), {scheduled(pod("q", {container("c", 1500, kGi)}), "3-4")});
  EXPECT_EQ(text_of(none.state), "0,2-12,14-23 p/c=1,13");
  EXPECT_EQ(text_of(none.changes), "replaced q/c 2,14\nstays-shared q/ 3-4");
}

TEST(KubeletReplace, ConflictsNameThePod) {
  const auto two = [](const char *uid, const char *cpus) {
    return scheduled(pod(uid, {container("c", 2000, kGi)}), cpus);
  };
  const CpuState state = good_state();
  EXPECT_ERROR(replaced(state, {two("q", "1,3")}), Status::kConflict,
               "pod \"q\": CPUs 1 are held by pod \"p\"");
  EXPECT_ERROR(replaced(state, {two("x", "3-4"), two("y", "4-5")}), Status::kConflict,
               "pod \"y\": CPUs 4 are held by pod \"x\"");
  EXPECT_ERROR(replaced(state, {two("q", "0,3")}), Status::kConflict,
               "pod \"q\": CPUs 0 are reserved for the system; leave the pod out, and it keeps");
  EXPECT_ERROR(replaced(state, {two("q", "3,99")}), Status::kConflict,
               "pod \"q\": CPUs 99 are not on this machine");
  EXPECT_ERROR(replaced(state, {two("q", "3")}), Status::kConflict,
               "pod \"q\": container \"c\" requests 2 CPUs; of the pod's 1 CPUs 1 are left");
  EXPECT_ERROR(replaced(state, {two("q", "3-4"), two("q", "5-6")}), Status::kInvalid,
               "given twice");
  EXPECT_ERROR(replaced(state, {two("", "3-4")}), Status::kInvalid, "uid: found none");
  CpuState broken = state;
  broken.shared.remove(5);
  EXPECT_ERROR(replaced(broken, {two("q", "3-4")}), Status::kConflict, "doesn't match");
  EXPECT_ERROR(replaced(good_state(true),
                        {scheduled(pod("q", {container("c", 20000, kGi)}), "2-11,14-23")}, true),
               Status::kConflict, "no CPU would be left in the default set");
}

}  // namespace
}  // namespace koord::kubelet
