#include "wire/kubelet/kubelet_config.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <optional>
#include <set>
#include <utility>

#include "base/error.h"
#include "topology/topology.h"
#include "wire/json/json.h"
#include "wire/object/amount.h"

namespace koord::wire {
namespace {

template <typename Enum, size_t n>
using Names = std::array<std::pair<std::string_view, Enum>, n>;

constexpr Names<CpuManagerPolicy, 2> kCpuPolicies{
    {{"none", CpuManagerPolicy::kNone}, {"static", CpuManagerPolicy::kStatic}}};
constexpr Names<TopologyManagerPolicy, 4> kTopologyPolicies{
    {{"none", TopologyManagerPolicy::kNone},
     {"best-effort", TopologyManagerPolicy::kBestEffort},
     {"restricted", TopologyManagerPolicy::kRestricted},
     {"single-numa-node", TopologyManagerPolicy::kSingleNumaNode}}};
constexpr Names<TopologyManagerScope, 2> kScopes{
    {{"container", TopologyManagerScope::kContainer}, {"pod", TopologyManagerScope::kPod}}};
constexpr Names<MemoryManagerPolicy, 3> kMemoryPolicies{
    {{"None", MemoryManagerPolicy::kNone},
     {"Static", MemoryManagerPolicy::kStatic},
     {"BestEffort", MemoryManagerPolicy::kBestEffort}}};

template <typename Enum, size_t n>
std::string_view find_name(const Names<Enum, n> &names, Enum value) noexcept {
  for (const auto &[name, known] : names)
    if (known == value) return name;
  return "";
}

// An empty value counts as absent, as in kubelet.
template <typename Enum, size_t n>
void read_enum(const JsonValue &config, std::string_view key, const Names<Enum, n> &names,
               Enum &out) {
  const auto member = config.find(key);
  if (!member || member->as_string().empty()) return;
  std::string expected;
  for (const auto &[name, value] : names) {
    if (name == member->as_string()) {
      out = value;
      return;
    }
    expected += (expected.empty() ? "" : ", ") + std::string(name);
  }
  member->fail_expected("one of " + expected);
}

// Parses the values that Go's strconv.ParseBool accepts.
std::optional<bool> parse_bool(std::string_view text) noexcept {
  for (const std::string_view yes : {"1", "t", "T", "TRUE", "true", "True"})
    if (text == yes) return true;
  for (const std::string_view no : {"0", "f", "F", "FALSE", "false", "False"})
    if (text == no) return false;
  return std::nullopt;
}

// Throws kubelet's message if the value is neither.
bool read_bool_option(std::string_view name, const JsonValue &option) {
  const auto value = parse_bool(option.as_string());
  if (!value)
    option.fail("bad value for option " + in_quotes(name) + ": strconv.ParseBool: parsing " +
                in_quotes(option.as_string()) + ": invalid syntax");
  return *value;
}

void read_cpu_options(const JsonValue &config, KubeletConfig &out, const Log &log) {
  const auto options = config.find("cpuManagerPolicyOptions");
  if (!options) return;
  for (const auto &[name, option] : options->members()) {
    if (std::find(std::begin(kCpuManagerOptions), std::end(kCpuManagerOptions), name) !=
        std::end(kCpuManagerOptions))
      read_bool_option(name, option);
    else
      log.warn(option.path() + ": unknown option, kept but not used");
    out.cpu_manager_options.emplace(name, option.as_string());
  }
}

void read_topology_options(const JsonValue &config, KubeletConfig &out, const Log &log) {
  const auto options = config.find("topologyManagerPolicyOptions");
  if (!options) return;
  for (const auto &[name, option] : options->members()) {
    if (name == "prefer-closest-numa-nodes") {
      out.prefer_closest_numa_nodes = read_bool_option(name, option);
    } else if (name == "max-allowable-numa-nodes") {
      const std::string_view text = option.as_string();
      const char *end = text.data() + text.size();
      int count = 0;
      const auto result = std::from_chars(text.data(), end, count);
      if (result.ec != std::errc{} || result.ptr != end || count < 8)
        option.fail_expected("a whole number of at least 8, as a string");
      out.max_allowable_numa_nodes = count;
    } else {
      log.warn(option.path() + ": unknown option, ignored");
    }
  }
}

NodeReservation read_reservation(const JsonValue &config, std::string_view key) {
  NodeReservation out;
  const auto reservation = config.find(key);
  if (!reservation) return out;
  if (const auto cpu = reservation->find("cpu")) out.cpu_milli = read_milli(*cpu);
  if (const auto memory = reservation->find("memory")) out.memory_bytes = read_bytes(*memory);
  return out;
}

MemoryThreshold read_threshold(const JsonValue &value) {
  MemoryThreshold out;
  const std::string text = value.as_number_text();
  if (text.empty() || text.back() != '%') {
    out.bytes = read_bytes(value);
    return out;
  }
  const char *end = text.data() + text.size() - 1;
  const auto result = std::from_chars(text.data(), end, out.percent, std::chars_format::fixed);
  if (result.ec != std::errc{} || result.ptr != end || !(out.percent >= 0 && out.percent <= 100))
    value.fail_expected("an amount of memory or a percentage in 0%..100%");
  // Kubelet treats 0% and 100% as "no threshold".
  if (out.percent == 100) out.percent = 0;
  return out;
}

void read_eviction(const JsonValue &config, KubeletConfig &out) {
  const auto hard = config.find("evictionHard");
  if (!hard) return;
  const auto available = hard->find("memory.available");
  if (available)
    out.eviction_hard = read_threshold(*available);
  else if (!config.bool_or("mergeDefaultEvictionSettings", false))
    out.eviction_hard = MemoryThreshold{};  // a stated threshold drops the defaults of the others
}

void read_reserved_memory(const JsonValue &config, KubeletConfig &out) {
  std::set<std::pair<int, uint64_t>> seen;
  for (const JsonValue &entry : config.elements_of("reservedMemory")) {
    const auto node = static_cast<int>(entry.int_or("numaNode", 0, Topology::kMaxNodes - 1, 0));
    for (const auto &[resource, limit] : entry.at("limits").members()) {
      ReservedMemory amount{node, 0, 0};
      if (resource != "memory") {
        const auto page = huge_page_bytes(resource, limit.path());
        if (!page) limit.fail("only memory and hugepages-* can be reserved per NUMA node");
        amount.page_bytes = *page;
      }
      amount.bytes = read_bytes(limit);
      if (amount.bytes == 0) limit.fail("found 0, expected an amount above 0");
      if (!seen.emplace(node, amount.page_bytes).second)
        limit.fail("reserved twice for NUMA node " + std::to_string(node));
      out.reserved_memory.push_back(amount);
    }
  }
}

void check_kind(const JsonValue &config) {
  const std::string kind = config.string_or("kind", "");
  if (!kind.empty() && kind != "KubeletConfiguration")
    config.at("kind").fail_expected("KubeletConfiguration");
  const std::string version = config.string_or("apiVersion", "");
  if (!version.empty() && !version.starts_with("kubelet.config.k8s.io/"))
    config.at("apiVersion").fail_expected("kubelet.config.k8s.io/v1beta1");
}

}  // namespace

std::string_view name_of(CpuManagerPolicy policy) noexcept {
  return find_name(kCpuPolicies, policy);
}
std::string_view name_of(TopologyManagerPolicy policy) noexcept {
  return find_name(kTopologyPolicies, policy);
}
std::string_view name_of(TopologyManagerScope scope) noexcept { return find_name(kScopes, scope); }

bool is_on(const std::map<std::string, std::string> &options, std::string_view name) {
  const auto option = options.find(std::string(name));
  return option != options.end() && parse_bool(option->second).value_or(false);
}

KubeletConfig parse_kubelet_config(std::string_view json, const Log &log) {
  const JsonDocument document = JsonDocument::parse(json, "KubeletConfiguration");
  const auto configz = document.root().find("kubeletconfig");
  const JsonValue config = configz ? *configz : document.root();
  check_kind(config);

  KubeletConfig out;
  read_enum(config, "cpuManagerPolicy", kCpuPolicies, out.cpu_manager_policy);
  read_cpu_options(config, out, log);
  if (const auto cpus = config.find("reservedSystemCPUs")) {
    out.reserved_cpus_text = cpus->as_string();
    out.reserved_cpus = CpuSet::parse(out.reserved_cpus_text, cpus->path());
  }
  out.kube_reserved = read_reservation(config, "kubeReserved");
  out.system_reserved = read_reservation(config, "systemReserved");
  read_eviction(config, out);
  read_enum(config, "topologyManagerPolicy", kTopologyPolicies, out.topology_manager_policy);
  read_enum(config, "topologyManagerScope", kScopes, out.topology_manager_scope);
  read_topology_options(config, out, log);
  read_enum(config, "memoryManagerPolicy", kMemoryPolicies, out.memory_manager_policy);
  read_reserved_memory(config, out);
  if (const auto gates = config.find("featureGates"))
    for (const auto &[name, gate] : gates->members())
      out.feature_gates.emplace(name, gate.as_bool());
  return out;
}

int reserved_cpu_count(const KubeletConfig &config) noexcept {
  if (config.cpu_manager_policy != CpuManagerPolicy::kStatic) return 0;
  if (!config.reserved_cpus.empty()) return config.reserved_cpus.count();
  // Both are at most 2^63 - 1. Whole CPUs are added first, so that the sum fits.
  const int64_t kube = config.kube_reserved.cpu_milli;
  const int64_t system = config.system_reserved.cpu_milli;
  const int64_t cpus = kube / 1000 + system / 1000 + (kube % 1000 + system % 1000 + 999) / 1000;
  return static_cast<int>(std::min<int64_t>(cpus, INT_MAX));
}

}  // namespace koord::wire
