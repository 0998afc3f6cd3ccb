#include "node/kubelet_admission.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "cli/errors.h"
#include "cli/file.h"
#include "node/kubelet_config.h"
#include "node/kubelet_version.h"
#include "node/static_pod.h"
#include "output/amounts_text.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

std::string text_of(const std::optional<std::string> &path) { return path ? read_file(*path) : ""; }

// Returns the names of a pod's containers, init containers first, and true for those.
std::vector<std::pair<std::string, bool>> container_names(const Json &pod) {
  std::vector<std::pair<std::string, bool>> names;
  const Json spec = pod.value("spec", Json::object());
  for (const char *kind : {"initContainers", "containers"}) {
    if (!spec.contains(kind) || !spec[kind].is_array()) continue;
    for (const Json &container : spec[kind])
      names.emplace_back(container.value("name", ""), kind[0] == 'i');
  }
  return names;
}

}  // namespace

Kubelet::Machine::Machine(const KubeletFiles &files)
    : diagnostics(files.source.verbose),
      topology(open_topology(files.source)),
      devices(files.devices) {
  for (const koord_numa_node &row : topology.get_numa_nodes()) numa_nodes.push_back(row.numa_node);
}

uint64_t Kubelet::Machine::rows_of(const std::vector<int32_t> &nodes) const {
  uint64_t rows = 0;
  for (const int32_t node : nodes) {
    const auto found = std::find(numa_nodes.begin(), numa_nodes.end(), node);
    const auto row = found - numa_nodes.begin();
    if (found == numa_nodes.end() || row >= 64)
      throw Failure(kUsage, "--device: the machine has no NUMA node " + std::to_string(node));
    rows |= uint64_t{1} << row;
  }
  return rows;
}

Kubelet::Kubelet(const KubeletFiles &files) : machine_(std::make_shared<const Machine>(files)) {
  koord::KubeletSetup setup = koord::KubeletSetup::create(machine_->diagnostics);
  setup.set_version(kubelet_version_of(files.version));
  const std::string config = files.config ? shown_name(*files.config) : "kubelet's defaults";
  if (files.config) {
    const std::string text = read_kubelet_config(*files.config);
    const koord_kubelet_version version = kubelet_version_of(files.version);
    const KubeletConfigFaults faults = check_kubelet_config(text, version);
    if (!faults.stops.empty()) fail(config + ": KubeletConfiguration", faults.stops.front());
    with_subject(config, [&] { setup.set_config(text); });
    if (files.strict && !faults.warnings.empty())
      fail(config + ": KubeletConfiguration", faults.warnings.front());
    warn_of_kubelet_config(text, version, config);
  }
  const std::string cpu_state = text_of(files.cpu_state);
  const std::string memory_state = text_of(files.memory_state);
  const std::string device_state = text_of(files.device_state);
  // Add one document at a time, so that an error is attributed to the last one added.
  const auto start = [&] { kubelet_ = koord::Kubelet::create(machine_->topology, setup); };
  with_subject(config, start);
  if (!files.devices.empty()) {
    const auto add = [&] {
      for (const PluginDevice &device : files.devices)
        setup.add_device(device.resource, device.id, machine_->rows_of(device.numa_nodes), 0);
      start();
    };
    with_subject("--device", add, kUsage);
  }
  if (files.cpu_state) {
    with_subject(shown_name(*files.cpu_state), [&] {
      setup.set_cpu_state(cpu_state);
      start();
    });
  }
  if (files.memory_state) {
    with_subject(shown_name(*files.memory_state), [&] {
      setup.set_memory_state(memory_state);
      start();
    });
  }
  if (files.device_state) {
    with_subject(shown_name(*files.device_state), [&] {
      setup.set_device_state(device_state);
      start();
    });
  }
}

Kubelet Kubelet::clone() const {
  Kubelet out(machine_);
  out.kubelet_ = kubelet_.clone();
  return out;
}

std::vector<int32_t> Kubelet::numa_nodes(uint64_t rows) const {
  std::vector<int32_t> out;
  for (size_t row = 0; row < machine_->numa_nodes.size() && row < 64; ++row)
    if ((rows >> row & 1) != 0) out.push_back(machine_->numa_nodes[row]);
  return out;
}

Arrival Kubelet::admit(const SessionInput::Object &object) {
  Json json = Json::parse(object.json);
  use_original_uid(json);
  const koord::Pod pod = with_subject(
      object.where, [&] { return koord::Pod::from_json(json.dump(), machine_->diagnostics); });
  Arrival out;
  out.name = object.name;
  out.uid = pod.get_text(KOORD_POD_TEXT_UID);
  koord::Admission admission = koord::Admission::create();
  out.refusal = with_subject(object.where, [&] { return kubelet_.admit(pod, 0, admission.get()); });
  const auto names = container_names(json);
  if (!out.admitted()) {
    const bool known = out.refusal.where_object == KOORD_OBJECT_KIND_CONTAINER &&
                       out.refusal.where >= 0 &&
                       static_cast<size_t>(out.refusal.where) < names.size();
    if (known) out.refused_container = names[static_cast<size_t>(out.refusal.where)].first;
    return out;
  }
  const std::vector<koord_kubelet_container> rows = admission.get_containers();
  for (size_t i = 0; i < rows.size(); ++i) {
    AdmittedContainer container;
    if (i < names.size()) std::tie(container.name, container.init) = names[i];
    container.cpus = admission.get_cpus(static_cast<uint32_t>(i));
    container.shares = (rows[i].flags & KOORD_KUBELET_CONTAINER_SHARED) != 0;
    container.preferred = (rows[i].flags & KOORD_KUBELET_CONTAINER_PREFERRED) != 0;
    container.numa_nodes = numa_nodes(rows[i].affinity);
    container.memory_nodes = numa_nodes(rows[i].memory_nodes);
    out.containers.push_back(std::move(container));
  }
  for (const koord_plugin_device &row : admission.get_devices())
    if (row.device < machine_->devices.size())
      out.containers.at(row.container).devices.push_back(machine_->devices[row.device]);
  for (const koord_memory_block &block : kubelet_.get_memory(pod)) {
    const std::string pages = bytes_text(static_cast<int64_t>(block.page_bytes));
    out.containers.at(block.container)
        .memory.push_back({block.page_bytes == 0 ? "memory" : "hugepages-" + pages,
                           numa_nodes(block.nodes), block.bytes});
  }
  return out;
}

}  // namespace koordctl
