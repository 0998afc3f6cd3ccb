// The createRuntime hook, on directories laid out as version 1 control groups.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

namespace fs = std::filesystem;

constexpr char kId[] = "c0ffee";

class Hook : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "koord-hook-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    for (const char *group : {"kubepods", "kubepods/burstable"}) make_group(group);
    make_group("kubepods/podown");
    make_group("kubepods/podown/c0ffee");
    make_group("kubepods/burstable/podshared");
    make_group("kubepods/burstable/podshared/c0ffee");
    write("proc/4711/cgroup", "2:cpu:/\n1:cpuset:/kubepods/podown/c0ffee\n");
    write("proc/4712/cgroup", "2:cpu:/\n1:cpuset:/kubepods/burstable/podshared/c0ffee\n");
    write("proc/sys/kernel/random/boot_id", "boot-1\n");
    make_state();
    options_ = KOORD_INIT(koord_hook_options);
    result_ = KOORD_INIT(koord_hook_result);
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string path(const std::string &name) const { return root_ + '/' + name; }
  void write(const std::string &name, const std::string &text) {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << text;
  }
  std::string read(const std::string &name) {
    std::ifstream file(path(name));
    std::string text;
    std::getline(file, text);
    return text;
  }
  void make_group(const std::string &group) {
    write("cgroup/cpuset/" + group + "/cpuset.cpus", "0-7\n");
    write("cgroup/cpuset/" + group + "/cpuset.mems", "0\n");
    write("cgroup/cpu/" + group + "/cpu.cfs_quota_us", "200000\n");
  }
  std::string cpus(const std::string &group) {
    return read("cgroup/cpuset/" + group + "/cpuset.cpus");
  }

  // An LSE pod on CPUs 2-3, a pod that claims CPU 3, too, and a pod without CPUs of its own.
  void make_state(const koord_agent_options *options = nullptr) {
    koord_topology *topology = nullptr;
    koord_error err{};
    ASSERT_EQ(koord_topology_from_synthetic(nullptr, "core:4 pu:2", KOORD_NUL, &topology, &err),
              KOORD_OK)
        << err.message;
    const TopologyPtr machine(topology);
    koord_agent *node = nullptr;
    ASSERT_EQ(koord_agent_new(nullptr, topology, options, &node, &err), KOORD_OK) << err.message;
    const auto add = [&](const char *uid, const char *qos, const char *cpus, const char *amount) {
      const std::string json =
          std::string(R"({"metadata":{"name":"p","uid":")") + uid +
          R"(","labels":{"koordinator.sh/qosClass":")" + qos + R"("},"annotations":{)" +
          (*cpus == '\0'
               ? ""
               : std::string(R"("scheduling.koordinator.sh/resource-status":"{\"cpuset\":\")") +
                     cpus + R"(\"}")") +
          R"(}},"spec":{"containers":[{"name":"main","resources":{)" + amount + "}}]}}";
      koord_pod *pod = nullptr;
      ASSERT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &pod, &err), KOORD_OK)
          << err.message;
      const PodPtr owner(pod);
      ASSERT_EQ(koord_agent_set_pod(node, pod, &err), KOORD_OK) << err.message;
    };
    add("own", "LSE", "2-3", R"("limits":{"cpu":"2","memory":"1Gi"})");
    add("taken", "LSE", "3", R"("limits":{"cpu":"1","memory":"1Gi"})");
    add("shared", "LS", "", R"("requests":{"cpu":"1"})");
    koord_buffer *state = nullptr;
    ASSERT_EQ(koord_agent_to_json(node, "boot-1", KOORD_NUL, &state, &err), KOORD_OK)
        << err.message;
    koord_agent_free(node);
    const BufferPtr owner(state);
    write("node-state.json", text_of(state));
    ASSERT_EQ(chmod(path("node-state.json").c_str(), 0644), 0);
  }

  static std::string oci(const std::string &uid, int pid, const std::string &stated = "",
                         const std::string &id = kId) {
    std::string annotations = R"("io.kubernetes.cri.sandbox-uid":")" + uid +
                              R"(","io.kubernetes.cri.container-name":"main")";
    if (!stated.empty())
      annotations +=
          R"(,"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\")" + stated + R"(\"}")";
    return R"({"ociVersion":"1.0.2","id":")" + id + R"(","pid":)" + std::to_string(pid) +
           R"(,"annotations":{)" + annotations + "}}";
  }
  koord_status run(const std::string &state, koord_error *err = nullptr) {
    const std::string file = path("node-state.json"), cgroups = path("cgroup"), proc = path("proc");
    koord_hook *made = nullptr;
    if (const koord_status status = koord_hook_new(&options_, &made, err); status != KOORD_OK)
      return status;
    const std::unique_ptr<koord_hook, void (*)(koord_hook *)> hook(made, koord_hook_free);
    EXPECT_EQ(koord_hook_set_state_file(made, file.data(), file.size(), nullptr), KOORD_OK);
    EXPECT_EQ(koord_hook_set_cgroup_root(made, cgroups.data(), cgroups.size(), nullptr), KOORD_OK);
    EXPECT_EQ(koord_hook_set_proc_root(made, proc.data(), proc.size(), nullptr), KOORD_OK);
    return koord_hook_run(made, state.data(), state.size(), &result_, err);
  }
  // Returns outcome and reason.
  std::pair<koord_hook_outcome, koord_reason> outcome(const std::string &state) {
    koord_error err{};
    EXPECT_EQ(run(state, &err), KOORD_OK) << err.message;
    return {result_.outcome, result_.refusal.reason};
  }

  std::string root_;
  koord_hook_options options_;
  koord_hook_result result_;
};

using Answer = std::pair<koord_hook_outcome, koord_reason>;

TEST_F(Hook, PutsAContainerWhereItsPodRuns) {
  EXPECT_EQ(outcome(oci("own", 4711, "2-3")), Answer(KOORD_HOOK_OUTCOME_DONE, KOORD_REASON_NONE));
  EXPECT_EQ(cpus("kubepods/podown/c0ffee"), "2-3");
  EXPECT_EQ(read("cgroup/cpu/kubepods/podown/c0ffee/cpu.cfs_quota_us"), "-1");
  EXPECT_EQ(read("cgroup/cpu/kubepods/podown/cpu.cfs_quota_us"), "-1");
  EXPECT_GE(result_.writes, 3u);
  EXPECT_EQ(outcome(oci("own", 4711)), Answer(KOORD_HOOK_OUTCOME_DONE, KOORD_REASON_NONE));
  EXPECT_EQ(result_.writes, 0u) << "once is enough";
  EXPECT_EQ(outcome(oci("shared", 4712)), Answer(KOORD_HOOK_OUTCOME_DONE, KOORD_REASON_NONE));
  EXPECT_EQ(cpus("kubepods/burstable/podshared/c0ffee"), "0-1,4-7");
  EXPECT_EQ(cpus("kubepods"), "0-7") << "what is above a pod only grows";
}

TEST_F(Hook, HostileAnnotationsAreRefusedOrLeft) {
  EXPECT_EQ(outcome(oci("own", 4711, "0-7")),
            Answer(KOORD_HOOK_OUTCOME_REFUSED, KOORD_REASON_STATE_DISAGREES));
  EXPECT_EQ(outcome(oci("shared", 4712, "2-3")),
            Answer(KOORD_HOOK_OUTCOME_REFUSED, KOORD_REASON_STATE_DISAGREES));
  EXPECT_EQ(outcome(oci("nobody", 4711)),
            Answer(KOORD_HOOK_OUTCOME_REFUSED, KOORD_REASON_POD_UNKNOWN));
  EXPECT_EQ(outcome(oci("taken", 4711)),
            Answer(KOORD_HOOK_OUTCOME_REFUSED, KOORD_REASON_CPU_TAKEN));
  options_.refused = KOORD_HOOK_CHOICE_LEAVE;
  EXPECT_EQ(outcome(oci("own", 4711, "0-7")),
            Answer(KOORD_HOOK_OUTCOME_LEFT, KOORD_REASON_STATE_DISAGREES));
  EXPECT_EQ(outcome(oci("nobody", 4711)),
            Answer(KOORD_HOOK_OUTCOME_LEFT, KOORD_REASON_POD_UNKNOWN));
  EXPECT_EQ(cpus("kubepods/podown/c0ffee"), "0-7") << "nothing was written";
}

TEST_F(Hook, ARefusedClaimLeftAloneRunsOnThePool) {
  make_group("kubepods/podtaken");
  make_group("kubepods/podtaken/c0ffee");
  write("proc/4711/cgroup", "1:cpuset:/kubepods/podtaken/c0ffee\n");
  options_.refused = KOORD_HOOK_CHOICE_LEAVE;
  EXPECT_EQ(outcome(oci("taken", 4711)), Answer(KOORD_HOOK_OUTCOME_DONE, KOORD_REASON_CPU_TAKEN));
  EXPECT_EQ(cpus("kubepods/podtaken/c0ffee"), "0-1,4-7");
}

TEST_F(Hook, AProcessElsewhereIsRefusedWhateverTheOptions) {
  options_.refused = KOORD_HOOK_CHOICE_LEAVE;
  for (const char *file : {"1:cpuset:/kubepods/burstable/podshared/c0ffee\n",
                           "1:cpuset:/kubepods/podown/c0ffe1\n", "1:cpuset:/kubepods/podown\n",
                           "1:cpuset:/\n", "1:cpuset:/kubepods/podown/../podx/c0ffee\n"}) {
    write("proc/4711/cgroup", file);
    EXPECT_EQ(outcome(oci("own", 4711)),
              Answer(KOORD_HOOK_OUTCOME_REFUSED, KOORD_REASON_CGROUP_NOT_OF_POD))
        << file;
  }
  EXPECT_EQ(cpus("kubepods/podown/c0ffee"), "0-7");
}

TEST_F(Hook, RefusesUnderTheProfileOfTheState) {
  std::string state = read("node-state.json");
  const size_t at = state.find("\"spec\"");
  ASSERT_NE(at, std::string::npos) << state;
  write("node-state.json", state.replace(at, 6, "\"upstream\""));
  write("proc/4711/cgroup", "1:cpuset:/\n");
  EXPECT_EQ(outcome(oci("own", 4711)),
            Answer(KOORD_HOOK_OUTCOME_REFUSED, KOORD_REASON_CGROUP_NOT_OF_POD));
  EXPECT_EQ(result_.refusal.profile, KOORD_PROFILE_UPSTREAM);
}

// The kernel's view of a process may differ from the mounted
// directories. Then no directory holds the process.
TEST_F(Hook, IsDoneOnlyWhereTheContainersDirectoryIs) {
  koord_error err{};
  fs::remove_all(path("cgroup/cpuset/kubepods/podown/c0ffee"));
  for (const koord_hook_choice choice :
       {KOORD_HOOK_CHOICE_DEFAULT, KOORD_HOOK_CHOICE_REFUSE, KOORD_HOOK_CHOICE_LEAVE}) {
    options_.refused = choice;
    EXPECT_EQ(run(oci("own", 4711), &err), KOORD_E_NOT_FOUND);
    EXPECT_NE(std::string(err.message).find("\"c0ffee\" has no directory in pod own"),
              std::string::npos)
        << err.message;
  }
  EXPECT_EQ(cpus("kubepods/podown"), "0-7") << "nothing was written";
  make_group("kubepods/podown/c0ffe1");  // a group of another container
  EXPECT_EQ(run(oci("own", 4711), &err), KOORD_E_NOT_FOUND);
  fs::remove_all(path("cgroup/cpuset/kubepods/podown"));
  EXPECT_EQ(run(oci("own", 4711), &err), KOORD_E_NOT_FOUND);
  make_group("kubepods/podown");
  make_group("kubepods/podown/c0ffee");
  EXPECT_EQ(outcome(oci("own", 4711)), Answer(KOORD_HOOK_OUTCOME_DONE, KOORD_REASON_NONE));
}

// Containers that others place are not inspected, and the outcome is not "done".
TEST_F(Hook, WhereOthersDecideItLeavesTheContainer) {
  fs::remove_all(path("cgroup/cpuset/kubepods/burstable/podshared/c0ffee"));
  std::string state = read("node-state.json");
  const std::string place = R"("place":"shared","cpus":"0-1,4-7")";
  const size_t at = state.find(place, state.find(R"("uid":"shared")"));
  ASSERT_NE(at, std::string::npos) << state;
  state.replace(at, place.size(), R"("place":"untouched")");
  write("node-state.json", state + "\n");
  EXPECT_EQ(outcome(oci("shared", 4712)), Answer(KOORD_HOOK_OUTCOME_LEFT, KOORD_REASON_NONE));
  EXPECT_EQ(result_.writes, 0u);
}

TEST_F(Hook, ContainersOfNoPodAreLeftAlone) {
  EXPECT_EQ(outcome(R"({"id":"c0ffee","pid":4711})"),
            Answer(KOORD_HOOK_OUTCOME_NOT_OURS, KOORD_REASON_NONE));
}

TEST_F(Hook, WithoutAStateItFollowsItsOptions) {
  fs::remove(path("node-state.json"));
  EXPECT_EQ(outcome(oci("own", 4711)), Answer(KOORD_HOOK_OUTCOME_LEFT, KOORD_REASON_POD_UNKNOWN))
      << "as koord-oci-hook does";
  options_.without_state = KOORD_HOOK_CHOICE_REFUSE;
  EXPECT_EQ(outcome(oci("own", 4711)),
            Answer(KOORD_HOOK_OUTCOME_REFUSED, KOORD_REASON_POD_UNKNOWN));
  options_.without_state = KOORD_HOOK_CHOICE_LEAVE;
  EXPECT_EQ(outcome(oci("own", 4711)), Answer(KOORD_HOOK_OUTCOME_LEFT, KOORD_REASON_POD_UNKNOWN));
}

TEST_F(Hook, WhereCpusetsAreKubeletsNothingIsTouched) {
  koord_agent_options stage = KOORD_INIT(koord_agent_options);
  stage.flags = KOORD_AGENT_IGNORE_KUBELET;
  make_state(&stage);
  for (const auto &[uid, pid, stated] :
       {std::tuple("own", 4711, "2-3"), std::tuple("own", 4711, "0-7"),
        std::tuple("taken", 4711, ""), std::tuple("nobody", 4711, ""),
        std::tuple("shared", 4712, "2-3"), std::tuple("shared", 4713, "")})
    EXPECT_EQ(outcome(oci(uid, pid, stated)), Answer(KOORD_HOOK_OUTCOME_LEFT, KOORD_REASON_NONE))
        << uid;
  EXPECT_EQ(result_.writes, 0u);
  EXPECT_EQ(cpus("kubepods/podown/c0ffee"), "0-7");
  EXPECT_EQ(read("cgroup/cpu/kubepods/podown/c0ffee/cpu.cfs_quota_us"), "200000");
}

TEST_F(Hook, AStateThatIsForgedOrStaleIsAnError) {
  koord_error err{};
  ASSERT_EQ(chmod(path("node-state.json").c_str(), 0666), 0);
  EXPECT_EQ(run(oci("own", 4711), &err), KOORD_E_PERMISSION);
  EXPECT_NE(std::string(err.message).find("can be written by others"), std::string::npos);
  ASSERT_EQ(chmod(path("node-state.json").c_str(), 0644), 0);
  write("proc/sys/kernel/random/boot_id", "boot-2\n");
  EXPECT_EQ(run(oci("own", 4711), &err), KOORD_E_STALE);
  write("node-state.json", "{");
  EXPECT_EQ(run(oci("own", 4711), &err), KOORD_E_INVALID);
  EXPECT_EQ(cpus("kubepods/podown/c0ffee"), "0-7");
}

TEST_F(Hook, BadInputIsNamed) {
  koord_error err{};
  EXPECT_EQ(run("{}", &err), KOORD_E_INVALID);
  EXPECT_EQ(run(oci("own", 0), &err), KOORD_E_INVALID);
  EXPECT_NE(std::string(err.message).find("pid"), std::string::npos) << err.message;
  EXPECT_EQ(run(oci("own", 99), &err), KOORD_E_NOT_FOUND) << "no such process";
  write("proc/4711/cgroup", "0::/somewhere\n");
  EXPECT_EQ(run(oci("own", 4711), &err), KOORD_E_CORRUPT) << err.message;
  options_.refused = 3;
  EXPECT_EQ(run(oci("own", 4711), &err), KOORD_E_INVALID);
  EXPECT_NE(std::string(err.message).find("options.refused"), std::string::npos);
}

}  // namespace
}  // namespace koord::testing
