#include "wire/node/nrt_annotations.h"

#include <array>
#include <utility>

#include "base/error.h"
#include "topology/topology.h"
#include "wire/json/json.h"
#include "wire/json/json_writer.h"

namespace koord::wire {
namespace {

constexpr std::string_view kExcludedPolicy = "Excluded";

CpuSet read_cpus(const JsonValue &value) { return CpuSet::parse(value.as_string(), value.path()); }

// Reads "cpuset", the current name, or "cpu", the name in the proposal's example.
CpuSet read_pod_cpus(const JsonValue &pod, const Log &log) {
  const auto canonical = pod.find("cpuset");
  const auto alias = pod.find("cpu");
  if (canonical && alias && canonical->as_string() != alias->as_string())
    log.warn(alias->path() + ": differs from \"cpuset\", which is used");
  if (canonical) return read_cpus(*canonical);
  return alias ? read_cpus(*alias) : CpuSet{};
}

bool read_managed(const JsonValue &pod) {
  const auto managed = pod.find("managedByKubelet");
  if (!managed) return false;
  if (managed->is_string() && managed->as_string() == "true") return true;
  if (managed->is_string() && managed->as_string() == "false") return false;
  if (!managed->is_bool()) managed->fail_expected("true or false");
  return managed->as_bool();
}

// Every entry of such a list has at least one CPU, and takes the memory of a CPU set.
constexpr size_t kMaxEntries = CpuSet::kCapacity;

// Go writes a nil list as null.
std::vector<JsonValue> entries(const JsonValue &list) {
  if (list.is_null()) return {};
  auto out = list.elements();
  if (out.size() > kMaxEntries)
    throw Error(Status::kLimit, list.path() + ": " + std::to_string(out.size()) +
                                    " entries, at most " + std::to_string(kMaxEntries) +
                                    " are accepted");
  return out;
}

constexpr std::array<std::pair<std::string_view, TopologyManagerPolicy>, 3> kPolicies{
    {{"BestEffort", TopologyManagerPolicy::kBestEffort},
     {"Restricted", TopologyManagerPolicy::kRestricted},
     {"SingleNUMANode", TopologyManagerPolicy::kSingleNumaNode}}};

}  // namespace

CpuManagerReport read_cpu_manager_policy(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what);
  const JsonValue root = document.root();
  CpuManagerReport out;
  out.policy = root.string_or("policy", "");
  if (const auto options = root.find("options"))
    for (const auto &[name, value] : options->members())
      out.options.emplace(name, value.as_string());
  if (const auto reserved = root.find("reservedCPUs")) out.reserved = read_cpus(*reserved);
  return out;
}

std::vector<PodCpus> read_pod_cpu_allocs(std::string_view json, std::string_view what,
                                         const Log &log) {
  const JsonDocument document = JsonDocument::parse(json, what);
  std::vector<PodCpus> out;
  for (const JsonValue &pod : entries(document.root())) {
    PodCpus cpus;
    cpus.uid = pod.string_or("uid", "");
    cpus.name_space = pod.string_or("namespace", "");
    cpus.name = pod.string_or("name", "");
    cpus.cpus = read_pod_cpus(pod, log);
    cpus.managed_by_kubelet = read_managed(pod);
    out.push_back(std::move(cpus));
  }
  return out;
}

std::vector<CpuSharedPool> read_cpu_shared_pools(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what);
  return read_cpu_shared_pools(document.root());
}

std::vector<CpuSharedPool> read_cpu_shared_pools(const JsonValue &list) {
  std::vector<CpuSharedPool> out;
  for (const JsonValue &pool : entries(list)) {
    CpuSharedPool shared;
    shared.socket = static_cast<int>(pool.int_or("socket", 0, INT32_MAX - 1, 0));
    shared.node = static_cast<int>(pool.int_or("node", 0, Topology::kMaxNodes - 1, 0));
    if (const auto cpus = pool.find("cpuset")) shared.cpus = read_cpus(*cpus);
    out.push_back(std::move(shared));
  }
  return out;
}

bool is_static_memory_policy(std::string_view policy, std::string_view what, const Log &log) {
  if (policy != "Static" && policy != "None" && policy != "BestEffort")
    log.warn(std::string(what) + ": found " + in_quotes(policy, 64) +
             ", expected Static, None or BestEffort, ignored");
  return policy == "Static";
}

bool has_pod_level_managers(std::string_view value, std::string_view what, const Log &log) {
  if (value != "true" && value != "false")
    log.warn(std::string(what) + ": found " + in_quotes(value, 64) +
             ", expected \"true\" or \"false\", ignored");
  return value == "true";
}

bool is_first_takeover_stage(std::string_view stage, std::string_view what, const Log &log) {
  if (stage != "1" && stage != "2")
    log.warn(std::string(what) + ": found " + in_quotes(stage, 64) +
             ", expected \"1\" or \"2\", ignored");
  return stage == "1";
}

IsolatedCpusReport read_isolated_cpus_report(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what);
  const JsonValue &root = document.root();
  IsolatedCpusReport out;
  if (const auto cpus = root.find("cpuset")) out.isolated = read_cpus(*cpus);
  if (const auto cpus = root.find("nohzFull")) out.nohz_full = read_cpus(*cpus);
  if (const auto policy = root.find("policy")) {
    const std::string_view text = policy->as_string();
    if (text != kExcludedPolicy && text != "Shared" && !text.empty())
      policy->fail_expected("\"Shared\" or \"Excluded\"");
    out.excluded = text == kExcludedPolicy;
  }
  return out;
}

std::string to_annotation(const IsolatedCpusReport &report) {
  JsonWriter out;
  out.begin_object();
  if (!report.isolated.empty()) out.member("cpuset", report.isolated.to_string());
  if (!report.nohz_full.empty()) out.member("nohzFull", report.nohz_full.to_string());
  if (report.excluded) out.member("policy", kExcludedPolicy);
  out.end_object();
  return out.take();
}

std::string to_annotation(const CpuManagerReport &report) {
  JsonWriter out;
  out.begin_object();
  if (!report.policy.empty()) out.member("policy", report.policy);
  if (!report.options.empty()) {
    out.key("options").begin_object();
    for (const auto &[name, value] : report.options) out.member(name, value);
    out.end_object();
  }
  if (!report.reserved.empty()) out.member("reservedCPUs", report.reserved.to_string());
  out.end_object();
  return out.take();
}

std::string to_annotation(const std::vector<PodCpus> &pods) {
  JsonWriter out;
  out.begin_array();
  for (const PodCpus &pod : pods) {
    out.begin_object();
    if (!pod.name_space.empty()) out.member("namespace", pod.name_space);
    if (!pod.name.empty()) out.member("name", pod.name);
    if (!pod.uid.empty()) out.member("uid", pod.uid);
    if (!pod.cpus.empty()) out.member("cpuset", pod.cpus.to_string());
    if (pod.managed_by_kubelet) out.member("managedByKubelet", true);
    out.end_object();
  }
  out.end_array();
  return out.take();
}

std::string to_annotation(const std::vector<CpuSharedPool> &pools) {
  JsonWriter out;
  out.begin_array();
  for (const CpuSharedPool &pool : pools) {
    out.begin_object().member("socket", pool.socket).member("node", pool.node);
    if (!pool.cpus.empty()) out.member("cpuset", pool.cpus.to_string());
    out.end_object();
  }
  out.end_array();
  return out.take();
}

std::string topology_policy_name(const TopologyManagerReport &report) {
  for (const auto &[name, policy] : kPolicies)
    if (policy == report.policy)
      return std::string(name) +
             (report.scope == TopologyManagerScope::kPod ? "PodLevel" : "ContainerLevel");
  return "None";
}

std::string topology_policy_names() {
  std::string out = "None";
  for (const auto &[name, policy] : kPolicies)
    for (const char *level : {"PodLevel", "ContainerLevel"})
      out.append(", ").append(name).append(level);
  return out;
}

std::optional<TopologyManagerReport> topology_policy_from_name(std::string_view name) noexcept {
  if (name == "None") return TopologyManagerReport{};
  for (const auto &[stem, policy] : kPolicies) {
    if (!name.starts_with(stem)) continue;
    const std::string_view level = name.substr(stem.size());
    if (level == "PodLevel") return TopologyManagerReport{policy, TopologyManagerScope::kPod};
    if (level == "ContainerLevel" || level.empty())
      return TopologyManagerReport{policy, TopologyManagerScope::kContainer};
  }
  return std::nullopt;
}

}  // namespace koord::wire
