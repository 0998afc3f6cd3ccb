// A day of pods on this machine's own control groups. After each change the kernel
// must report every process on the CPUs that the proposals require. With --kill
// the agent is killed repeatedly before random writes.
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "day.h"
#include "traced.h"

namespace koord::guest {
namespace {

constexpr int kSkipped = 77;

struct Arguments {
  DaySettings day;
  bool both_policies = true;
};

bool value_of(const char *argument, const char *name, std::string &out) {
  const size_t length = std::strlen(name);
  if (std::strncmp(argument, name, length) != 0 || argument[length] != '=') return false;
  out = argument + length + 1;
  return true;
}

Arguments parse(int argc, char **argv) {
  Arguments out;
  for (int i = 1; i < argc; ++i) {
    std::string value;
    if (value_of(argv[i], "--steps", value))
      out.day.steps = std::stoul(value);
    else if (value_of(argv[i], "--seed", value))
      out.day.seed = static_cast<unsigned>(std::stoul(value));
    else if (value_of(argv[i], "--driver", value) && value == "systemd")
      out.day.groups.driver = KOORD_CGROUP_DRIVER_SYSTEMD;
    else if (value_of(argv[i], "--kubelet", value) && (value == "static" || value == "none")) {
      out.both_policies = false;
      out.day.is_static = value == "static";
    } else if (std::strcmp(argv[i], "--kill") == 0)
      out.day.kills = true;
    else if (std::strcmp(argv[i], "--driver=cgroupfs") != 0)
      throw std::runtime_error(
          "usage: day_of_pods [--steps=N] [--seed=N] [--driver=cgroupfs|systemd] "
          "[--kubelet=none|static] [--kill]");
  }
  return out;
}

int skip(const std::string &why) {
  std::printf("SKIPPED: %s\n", why.c_str());
  return kSkipped;
}

// Returns the reason why this machine cannot run the test, or an empty string.
std::string why_not(const Machine &machine, GroupSettings &groups) {
  std::string why;
  groups.version = usable_version(groups.mount, why);
  if (groups.version == 0) return why;
  if (geteuid() != 0) return "only root may make control groups";
  if (machine.cpus.count() < 2) return "one CPU is not enough";
  const std::string top = groups.version == 1 ? groups.mount + "/cpuset/cpuset.cpus"
                                              : groups.mount + "/cpuset.cpus.effective";
  if (from_list(read_line(top)) != machine.cpus) return top + " lacks CPUs of the machine";
  if (access((groups.mount + (groups.version == 1 ? "/cpuset" : "")).c_str(), W_OK) != 0)
    return groups.mount + " cannot be written";
  return "";
}

void run_day(const DaySettings &settings, const Machine &machine) {
  const auto start = std::chrono::steady_clock::now();
  const DayCounts counts = Day(settings, machine).run();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf(
      "cgroup v%d, %s, kubelet %s, %s, %zu CPUs, %zu NUMA nodes: %zu steps, %zu pods, %zu "
      "containers, %zu plans (%zu with parking), %zu writes, %zu looks, %zu kills, %zu checks: "
      "all as it should be (%.1f s)\n",
      settings.groups.version,
      settings.groups.driver == KOORD_CGROUP_DRIVER_SYSTEMD ? "systemd" : "cgroupfs",
      settings.is_static ? "static" : "none", settings.kills ? "killed writers" : "whole plans",
      machine.cpus.count(), machine.nodes.size(), counts.steps, counts.pods, counts.containers,
      counts.plans, counts.parked, counts.writes, counts.looks, counts.kills, counts.checks,
      seconds);
  std::fflush(stdout);
}

int run(int argc, char **argv) {
  Arguments arguments = parse(argc, argv);
  DaySettings &day = arguments.day;
  const Machine machine = read_machine();
  if (const std::string why = why_not(machine, day.groups); !why.empty()) return skip(why);
  day.groups.root = "koordday" + std::to_string(getpid());
  day.traced = can_trace();
  if (!day.traced && day.kills) return skip("tracing a child is not permitted here");
  if (!day.traced) std::printf("tracing a child is not permitted here: no looks between writes\n");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (!arguments.both_policies) {
    run_day(day, machine);
    return 0;
  }
  for (const bool is_static : {false, true}) {
    day.is_static = is_static;
    run_day(day, machine);
  }
  return 0;
}

}  // namespace
}  // namespace koord::guest

int main(int argc, char **argv) {
  try {
    return koord::guest::run(argc, argv);
  } catch (const std::exception &error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
}
