#include "kubelet/setup.h"

#include <string_view>
#include <utility>

#include "base/error.h"
#include "kubelet/cpu/policy.h"
#include "kubelet/cpu_options.h"

namespace koord::kubelet {
namespace {

const Topology &required(const std::shared_ptr<const Topology> &topology) {
  if (topology == nullptr) refuse_setup("topology: found none");
  return *topology;
}

// Prefixes errors with the policy, as kubelet does.
template <typename Check>
void check_policy(std::string_view policy, Check &&check) {
  try {
    check();
  } catch (const Error &error) {
    if (error.status() != Status::kInvalid) throw;
    refuse_setup("new " + std::string(policy) + " policy error: " + error.what());
  }
}

// Formats options as Go does, for the error of a policy that takes none.
std::string options_text(const Config &config) {
  std::string text = "map[";
  for (const auto &[name, value] : config.cpu_options)
    text.append(text.size() > 4 ? " " : "").append(name).append(":").append(value);
  return text + ']';
}

}  // namespace

std::string reserved_cpus_error(const Topology &topology, const CpuSet &reserved,
                                const std::string &written) {
  constexpr size_t kLongest = 1000;  // of a list that is repeated as written
  if (reserved.is_subset_of(topology.all_cpus())) return {};
  const bool repeated = !written.empty() && written.size() <= kLongest;
  return "reserved-cpus: " + (repeated ? written : reserved.to_string()) +
         " is not a subset of online-cpus: " + topology.all_cpus().to_string();
}

NodeSetup::NodeSetup(std::shared_ptr<const Topology> topology, const Config &config)
    : version_(config.version),
      pod_level_managers_(config.pod_level_managers),
      topology_(std::move(topology)),
      machine_(required(topology_)),
      static_cpus_(config.static_cpus),
      numa_policy_(config.numa_policy == object::NumaPolicy::kAbsent ? object::NumaPolicy::kNone
                                                                     : config.numa_policy),
      pod_scope_(config.pod_scope && aligns()),
      prefer_closest_(config.prefer_closest && aligns()),
      static_memory_(config.static_memory) {
  if (const std::string error =
          reserved_cpus_error(*topology_, config.reserved_cpus, config.reserved_cpus_text);
      !error.empty())
    refuse_setup(error);
  set_up_nodes();
  set_up_numa(config);
  set_up_cpus(config);
  if (static_memory_) memory_ = MemorySetup(*topology_, config);
  devices_ = DeviceSetup(config, node_ids_.size());
  check_node_counts();
}

NodeSetup::NodeSetup(std::shared_ptr<const Topology> topology, const RunningKubelet &kubelet)
    : version_(kubelet.version),
      pod_level_managers_(kubelet.pod_level_managers),
      topology_(std::move(topology)),
      machine_(required(topology_)),
      static_cpus_(kubelet.static_cpus),
      cpu_options_(kubelet.static_cpus ? kubelet.cpu_options : 0),
      reserved_(kubelet.reserved & topology_->all_cpus()),
      numa_policy_(kubelet.numa_policy == object::NumaPolicy::kAbsent ? object::NumaPolicy::kNone
                                                                      : kubelet.numa_policy),
      pod_scope_(kubelet.pod_scope && aligns()),
      prefer_closest_(kubelet.prefer_closest && aligns()),
      static_memory_(kubelet.memory.has_value()) {
  check_options(cpu_options_, machine_);
  set_up_nodes();
  if (prefer_closest_) set_up_distances();
  if (static_memory_) memory_ = *kubelet.memory;
  devices_ = kubelet.devices;
  check_node_counts();
}

void NodeSetup::set_up_nodes() {
  for (int i = 0; i < machine_.node_count(); ++i) node_ids_.push_back(machine_.node_id(i));
}

void NodeSetup::set_up_distances() {
  const Distances &known = topology_->distances();
  if (!known.known() || known.node_ids != node_ids_)
    refuse_setup("cannot discover NUMA topology: error getting NUMA distances from cadvisor");
  distances_ = known.values;
}

void NodeSetup::set_up_numa(const Config &config) {
  if (aligns()) {
    if (prefer_closest_) set_up_distances();
    if (node_ids_.size() > static_cast<size_t>(config.max_numa_nodes))
      refuse_setup("unsupported on machines with more than " +
                   std::to_string(config.max_numa_nodes) + " NUMA Nodes");
  }
}

void NodeSetup::check_node_counts() const {
  const auto check = [](size_t nodes, std::string_view whose) {
    if (nodes > kMaxTriedNodes)
      throw Error(Status::kLimit, "topology: " + std::to_string(nodes) + " NUMA nodes, at most " +
                                      std::to_string(kMaxTriedNodes) + ": kubelet's " +
                                      std::string(whose) + " tries every set of them");
  };
  if (static_memory_) check(node_ids_.size(), "Static memory manager");
  if (!aligns()) return;
  // Kubelet's masks have 64 bits, too.
  if (node_ids_.size() > numa::kMaxNodes)
    throw Error(Status::kLimit, "topology: " + std::to_string(node_ids_.size()) +
                                    " NUMA nodes, at most " + std::to_string(numa::kMaxNodes) +
                                    " for kubelet's topology manager");
  if (static_cpus_ && !can_align_cpus(*topology_))
    check(topology_->cpu_nodes().size(), "CPU manager");
  for (const DeviceSetup::Resource &resource : devices_.resources()) {
    if (resource.nodes == 0) continue;
    const bool near_only = version_ >= KubeletVersion::k136;
    check(near_only ? static_cast<size_t>(numa::width(resource.nodes)) : node_ids_.size(),
          "device manager");
  }
}

void NodeSetup::set_up_cpus(const Config &config) {
  if (!static_cpus_) {
    if (!config.cpu_options.empty())
      refuse_setup("new none policy error: None policy: received unsupported options=" +
                   in_quotes(options_text(config), 100));
    return;
  }
  if (config.reserved_cpu_count <= 0)
    refuse_setup(
        "[cpumanager] the static policy requires systemreserved.cpu + kubereserved.cpu to be "
        "greater than zero");
  check_policy("static", [&] {
    cpu_options_ = read_cpu_options(config, machine_);
    reserve_cpus(config);
  });
}

void NodeSetup::reserve_cpus(const Config &config) {
  reserved_ = config.reserved_cpus;
  if (reserved_.empty())
    assign(machine_, cpu_options_, topology_->all_cpus(), config.reserved_cpu_count, reserved_,
           version_);
  if (reserved_.count() != config.reserved_cpu_count)
    refuse_setup("[cpumanager] unable to reserve the required amount of CPUs (size of " +
                 reserved_.to_string() + " did not equal " +
                 std::to_string(config.reserved_cpu_count) + ")");
}

CpuSet NodeSetup::initial_shared() const {
  if (!static_cpus_) return {};
  return has_option(kStrictReservation) ? topology_->all_cpus() - reserved_ : topology_->all_cpus();
}

std::vector<int32_t> NodeSetup::ids_of(numa::Mask nodes) const {
  std::vector<int32_t> ids;
  numa::for_each_node(nodes, [&](size_t i) { ids.push_back(node_ids_[i]); });
  return ids;
}

std::string NodeSetup::refused_resource(int32_t refusal_number) const {
  for (size_t kind = 0; kind < memory_.kinds(); ++kind)
    if (this->refusal_number(kind) == refusal_number) return memory_.kind_name(kind);
  return devices_.refused_resource(refusal_number);
}

}  // namespace koord::kubelet
