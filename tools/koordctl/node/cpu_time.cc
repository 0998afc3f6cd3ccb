#include "node/cpu_time.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "cli/failure.h"
#include "cli/file.h"

namespace koordctl {
namespace {

constexpr size_t kMostOfFile = size_t{1} << 20;
constexpr int64_t kMicrosOfTick = 10'000;  // USER_HZ is 100 on every architecture

int64_t read_number(const std::string &path, std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) {
    throw Failure(kEnvironment,
                  path + ": found " + std::string(text.substr(0, 40)) + ", expected a time");
  }
  return number;
}

// Returns the CPU time that the node used. Stolen time counts as used, because pods cannot have it.
int64_t node_time(const std::string &proc) {
  const std::string path = proc + "/stat";
  std::istringstream words(read_file(path, kMostOfFile));
  std::string word;
  words >> word;
  if (word != "cpu") throw Failure(kEnvironment, path + ": expected the times of all CPUs");
  int64_t ticks = 0;
  // Fields: user nice system idle iowait irq softirq steal. Guest time is part of user time.
  for (int i = 0; i < 8; ++i) {
    words >> word;
    if (i != 3 && i != 4) ticks += read_number(path, word);
  }
  return ticks * kMicrosOfTick;
}

int64_t group_time(const Groups &groups, const std::string &group) {
  if (groups.is_v2()) {
    constexpr std::string_view kUsage = "usage_usec ";
    const std::string path = groups.file("", group, "cpu.stat");
    const std::string text = read_file(path, kMostOfFile);
    const size_t at = text.find(kUsage);
    return read_number(
        path, at == std::string::npos ? "" : std::string_view(text).substr(at + kUsage.size()));
  }
  const std::string path = groups.file("cpuacct", group, "cpuacct.usage");
  return read_number(path, read_file(path, kMostOfFile)) / 1000;
}

std::optional<int64_t> time_if_there(const Groups &groups, const std::string &group) {
  try {
    return group_time(groups, group);
  } catch (const Failure &) {
    return std::nullopt;
  }
}

}  // namespace

MeasuredGroups measured_groups(const Groups &groups, const NodeAgent &node) {
  MeasuredGroups out;
  out.pods = groups.path(KOORD_KUBE_QOS_GUARANTEED, "");
  out.best_effort = groups.path(KOORD_KUBE_QOS_BEST_EFFORT, "");
  const auto state = nlohmann::json::parse(node.agent().to_json(""));
  for (const auto &pod : state["pods"]) {
    const bool is_be = pod.value("qos", "") == "BE";
    const std::string kube = pod["kubeQOS"];
    if (is_be == (kube == "BestEffort")) continue;
    const koord_kube_qos qos = kube == "BestEffort"  ? KOORD_KUBE_QOS_BEST_EFFORT
                               : kube == "Burstable" ? KOORD_KUBE_QOS_BURSTABLE
                                                     : KOORD_KUBE_QOS_GUARANTEED;
    (is_be ? out.elsewhere : out.others_within).push_back(groups.path(qos, pod["uid"]));
  }
  return out;
}

CpuTime read_cpu_time(const Groups &groups, const MeasuredGroups &what, const std::string &proc) {
  CpuTime out;
  out.at = std::chrono::steady_clock::now();
  out.node = node_time(proc);
  for (const std::string *group : {&what.pods, &what.best_effort})
    out.groups[*group] = group_time(groups, *group);
  for (const std::vector<std::string> *list : {&what.others_within, &what.elsewhere}) {
    for (const std::string &group : *list)
      if (const auto spent = time_if_there(groups, group)) out.groups[group] = *spent;
  }
  return out;
}

void set_used(const CpuTime &before, const CpuTime &now, const MeasuredGroups &what,
              koord_suppress_usage &usage) {
  const double span = std::chrono::duration<double, std::micro>(now.at - before.at).count();
  const auto milli = [span](int64_t spent) {
    return static_cast<int64_t>(static_cast<double>(std::max<int64_t>(spent, 0)) / span * 1000);
  };
  // A group that is new, or was created again, counts from its second reading on.
  const auto of = [&](const std::string &group) {
    const auto then = before.groups.find(group), there = now.groups.find(group);
    if (then == before.groups.end() || there == now.groups.end()) return int64_t{0};
    return std::max<int64_t>(there->second - then->second, 0);
  };
  int64_t best_effort = of(what.best_effort);
  for (const std::string &group : what.others_within) best_effort -= of(group);
  for (const std::string &group : what.elsewhere) best_effort += of(group);
  usage.node_used = milli(now.node - before.node);
  usage.pods_used = milli(of(what.pods));
  usage.non_be_pods_used = milli(of(what.pods) - best_effort);
}

}  // namespace koordctl
