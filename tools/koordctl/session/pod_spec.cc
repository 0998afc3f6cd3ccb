#include "session/pod_spec.h"

#include <algorithm>
#include <utility>

#include "cli/failure.h"
#include "cli/options.h"

namespace koordctl {
namespace {

constexpr int32_t kMaxNodes = 1024;
constexpr std::string_view kPodForm = "NAME=N[,SETTING...], as in db=8,bind=FullPCPUs";
constexpr std::string_view kHolderForm = "LIST[:NAME][:EXCLUSIVE], as in 0-3:db:PCPULevel";

std::vector<std::string> names_of(const char *(*name)(int32_t), int32_t first) {
  return {name(first), name(first + 1), name(first + 2)};
}

// Names are restricted, because they are used in tables, pictures and file formats.
std::string parse_name(std::string_view subject, std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '/' || c == '-';
  };
  if (text.empty() || text.size() > 63 || !std::all_of(text.begin(), text.end(), allowed)) {
    throw Failure(kUsage, std::string(subject) + ": name: found " + quote(text) +
                              ", expected 1 to 63 letters, digits or . _ / -");
  }
  return std::string(text);
}

int32_t index_of(std::string_view subject, const std::vector<std::string> &choices,
                 std::string_view text) {
  return static_cast<int32_t>(find_choice(subject, choices, text));
}

// Applies a setting such as "bind=FullPCPUs" or "required".
void apply_setting(PodRequest &pod, const std::string &subject, const std::string &setting) {
  static const std::vector<std::string> kKeys = {"bind",       "exclusive", "numa",
                                                 "numa-nodes", "fewest-l3", "required"};
  constexpr size_t kFirstFlag = 4;
  const size_t equals = setting.find('=');
  const size_t key = find_choice(subject + ": setting", kKeys, setting.substr(0, equals));
  const std::string field = subject + ": " + kKeys[key];
  if ((key >= kFirstFlag) != (equals == std::string::npos))
    throw Failure(kUsage, field + (key >= kFirstFlag ? ": takes no value" : ": needs a value"));
  const std::string value = key >= kFirstFlag ? "" : setting.substr(equals + 1);
  switch (key) {
    case 0:
      pod.bind = index_of(field, bind_policies(), value);
      break;
    case 1:
      pod.exclusive = KOORD_EXCLUSIVE_POLICY_NONE + index_of(field, exclusive_policies(), value);
      break;
    case 2:
      pod.numa = KOORD_NUMA_STRATEGY_MOST_ALLOCATED + index_of(field, numa_strategies(), value);
      break;
    case 3:
      pod.numa_nodes = parse_nodes(field, value);
      pod.numa_nodes_from = field;
      break;
    case 4:
      pod.flags |= KOORD_PICK_FEWEST_L3;
      break;
    default:
      pod.flags |= KOORD_PICK_REQUIRED;
      break;
  }
}

}  // namespace

const std::vector<std::string> &bind_policies() {
  static const std::vector<std::string> kNames =
      names_of(koord_bind_policy_get_name, KOORD_BIND_POLICY_DEFAULT);
  return kNames;
}

const std::vector<std::string> &exclusive_policies() {
  static const std::vector<std::string> kNames =
      names_of(koord_exclusive_policy_get_name, KOORD_EXCLUSIVE_POLICY_NONE);
  return kNames;
}

const std::vector<std::string> &numa_strategies() {
  static const std::vector<std::string> kNames =
      names_of(koord_numa_strategy_get_name, KOORD_NUMA_STRATEGY_MOST_ALLOCATED);
  return kNames;
}

uint32_t parse_cpus(std::string_view subject, std::string_view text) {
  return parse_number(subject, text, 1, KOORD_MAX_CPUS);
}

std::vector<int32_t> parse_nodes(std::string_view subject, std::string_view text) {
  std::string list(text);
  std::replace(list.begin(), list.end(), '+', ',');  // a comma separates settings of --pod
  std::vector<int32_t> nodes = parse_cpu_list(list, subject).ids();
  if (nodes.empty() || nodes.back() >= kMaxNodes) {
    throw Failure(kUsage, std::string(subject) + ": found " + quote(text) +
                              ", expected NUMA node numbers such as 0,1");
  }
  return nodes;
}

PodRequest parse_pod(std::string_view text, const PodRequest &defaults) {
  refuse_empty("--pod", text, kPodForm);
  const std::string subject = "--pod " + clip(text, 64);
  PodRequest pod = defaults;
  const std::vector<std::string> settings = split(text, ',');
  const size_t equals = text.find('=');
  if (settings.empty() || equals == std::string_view::npos || equals >= settings[0].size())
    throw Failure(kUsage, subject + ": expected " + std::string(kPodForm));
  pod.name = parse_name(subject, text.substr(0, equals));
  pod.cpus = parse_cpus(subject, std::string_view(settings[0]).substr(equals + 1));
  for (size_t i = 1; i < settings.size(); ++i) apply_setting(pod, subject, settings[i]);
  return pod;
}

Holder parse_holder(std::string_view text, const std::string &default_name) {
  refuse_empty("--allocated", text, kHolderForm);
  const std::string subject = "--allocated " + clip(text, 64);
  const std::vector<std::string> parts = split(text, ':');
  Holder holder;
  if (!parts.empty()) holder.cpus = parse_cpu_list(parts[0], subject);
  if (holder.cpus.empty())
    throw Failure(kUsage, subject + ": found no CPUs, expected " + std::string(kHolderForm));
  const std::vector<std::string> &policies = exclusive_policies();
  bool has_policy = false;
  for (size_t i = 1; i < parts.size(); ++i) {
    const auto policy = std::find(policies.begin(), policies.end(), parts[i]);
    const bool is_policy = policy != policies.end();
    if (is_policy && !has_policy) {
      holder.exclusive =
          KOORD_EXCLUSIVE_POLICY_NONE + static_cast<int32_t>(policy - policies.begin());
      has_policy = true;
    } else if (!is_policy && holder.name.empty()) {
      holder.name = parse_name(subject, parts[i]);
    } else if (!has_policy) {
      holder.exclusive = KOORD_EXCLUSIVE_POLICY_NONE +
                         index_of(subject + ": exclusive policy", policies, parts[i]);
      has_policy = true;
    } else {
      throw Failure(kUsage, subject + ": found " + quote(parts[i]) + " once too often, expected " +
                                std::string(kHolderForm));
    }
  }
  if (holder.name.empty()) holder.name = default_name;
  return holder;
}

uint32_t parse_kubelet_options(std::string_view text, uint32_t options) {
  static const std::vector<std::string> kNames = {
      "full-pcpus-only",        "distribute-cpus-across-numa",
      "align-by-socket",        "distribute-cpus-across-cores",
      "strict-cpu-reservation", "prefer-align-cpus-by-uncorecache"};
  static constexpr uint32_t kBits[] = {KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY,
                                       KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA,
                                       KOORD_KUBELET_OPTION_ALIGN_BY_SOCKET,
                                       KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES,
                                       KOORD_KUBELET_OPTION_STRICT_CPU_RESERVATION,
                                       KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE};
  const std::string subject = "--kubelet-option";
  if (text.empty()) (void)find_choice(subject, kNames, text);
  for (const std::string &item : split(text, ',')) {
    const size_t equals = item.find('=');
    const uint32_t bit = kBits[find_choice(subject, kNames, item.substr(0, equals))];
    const bool on = equals == std::string::npos ||
                    find_choice(subject, {"false", "true"}, item.substr(equals + 1)) == 1;
    options = on ? options | bit : options & ~bit;
  }
  return options;
}

}  // namespace koordctl
