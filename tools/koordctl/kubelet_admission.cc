#include "kubelet_admission.h"

#include <nlohmann/json.hpp>

#include "amounts_text.h"
#include "cluster_cpp.h"
#include "file.h"
#include "koord_calls.h"
#include "kubelet_setup.h"
#include "yaml.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

std::string text_of(const std::optional<std::string> &path) { return path ? read_file(*path) : ""; }

// Init containers first.
std::vector<std::pair<std::string, bool>> container_names(const std::string &pod) {
  std::vector<std::pair<std::string, bool>> names;
  const Json object = Json::parse(pod);
  const Json spec = object.value("spec", Json::object());
  for (const char *kind : {"initContainers", "containers"}) {
    if (!spec.contains(kind) || !spec[kind].is_array()) continue;
    for (const Json &container : spec[kind])
      names.emplace_back(container.value("name", ""), kind[0] == 'i');
  }
  return names;
}

}  // namespace

Kubelet::Machine::Machine(const SourceOptions &source)
    : remarks(source.verbose), topology(open_topology(source)) {
  for (const koord_numa_node &row : topology.nodes()) numa_nodes.push_back(row.numa_node);
}

Kubelet::Kubelet(const KubeletFiles &files)
    : machine_(std::make_shared<const Machine>(files.source)) {
  KubeletSetup setup(machine_->remarks.context());
  // One document more each time: the last of them is at fault.
  const auto start = [&](const std::string &subject) {
    koord_kubelet *kubelet = nullptr;
    koord_error error{};
    check(koord_kubelet_new(machine_->topology.get(), setup.get(), &kubelet, &error), error,
          subject);
    handle_.reset(kubelet);
  };
  const std::string config = files.config ? shown_name(*files.config) : "kubelet's defaults";
  if (files.config) setup.set_config(read_kubelet_config(*files.config), config);
  const std::string cpu_state = text_of(files.cpu_state);
  const std::string memory_state = text_of(files.memory_state);
  start(config);
  if (files.cpu_state) {
    setup.set_cpu_state(cpu_state, shown_name(*files.cpu_state));
    start(shown_name(*files.cpu_state));
  }
  if (files.memory_state) {
    setup.set_memory_state(memory_state, shown_name(*files.memory_state));
    start(shown_name(*files.memory_state));
  }
}

Kubelet Kubelet::clone() const {
  Kubelet out(machine_);
  koord_kubelet *kubelet = nullptr;
  koord_error error{};
  check(koord_kubelet_clone(handle_.get(), &kubelet, &error), error, "");
  out.handle_.reset(kubelet);
  return out;
}

std::vector<std::int32_t> Kubelet::numa_nodes(std::uint64_t rows) const {
  std::vector<std::int32_t> out;
  for (std::size_t row = 0; row < machine_->numa_nodes.size() && row < 64; ++row)
    if ((rows >> row & 1) != 0) out.push_back(machine_->numa_nodes[row]);
  return out;
}

Arrival Kubelet::admit(const SessionInput::Object &object) {
  const Pod pod = Pod::from_json(machine_->remarks, object.json, object.where);
  Arrival out;
  out.name = object.name;
  out.uid = pod.text(KOORD_POD_TEXT_UID);
  koord_admission *made = nullptr;
  koord_error error{};
  check(koord_admission_new(&made, &error), error, "");
  const std::unique_ptr<koord_admission, void (*)(koord_admission *)> admission(
      made, koord_admission_free);
  check(koord_kubelet_admit(handle_.get(), pod.get(), 0, made, &out.refusal, &error), error,
        object.where);
  const auto names = container_names(object.json);
  if (!out.admitted()) {
    const bool known = out.refusal.where_object == KOORD_OBJECT_KIND_CONTAINER &&
                       out.refusal.where >= 0 &&
                       static_cast<std::size_t>(out.refusal.where) < names.size();
    if (known) out.refused_container = names[static_cast<std::size_t>(out.refusal.where)].first;
    return out;
  }
  const auto rows =
      read_rows<koord_kubelet_container>([&](auto *to, auto capacity, auto *n, auto *err) {
        return koord_admission_get_containers(made, to, sizeof *to, capacity, n, err);
      });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    AdmittedContainer container;
    if (i < names.size()) std::tie(container.name, container.init) = names[i];
    check(koord_admission_get_cpus(made, static_cast<std::uint32_t>(i), container.cpus.data(),
                                   CpuSet::kWords, &error),
          error, "");
    container.shares = (rows[i].flags & KOORD_KUBELET_CONTAINER_SHARED) != 0;
    container.preferred = (rows[i].flags & KOORD_KUBELET_CONTAINER_PREFERRED) != 0;
    container.numa_nodes = numa_nodes(rows[i].affinity);
    container.memory_nodes = numa_nodes(rows[i].memory_nodes);
    out.containers.push_back(std::move(container));
  }
  const auto blocks =
      read_rows<koord_memory_block>([&](auto *to, auto capacity, auto *n, auto *err) {
        return koord_kubelet_get_memory(handle_.get(), pod.get(), to, sizeof *to, capacity, n, err);
      });
  for (const koord_memory_block &block : blocks) {
    const std::string pages = bytes_text(static_cast<std::int64_t>(block.page_bytes));
    out.containers.at(block.container)
        .memory.push_back({block.page_bytes == 0 ? "memory" : "hugepages-" + pages,
                           numa_nodes(block.nodes), block.bytes});
  }
  return out;
}

CpuSet Kubelet::cpus(koord_kubelet_cpuset which) const {
  CpuSet set;
  koord_error error{};
  check(koord_kubelet_get_cpus(handle_.get(), which, set.data(), CpuSet::kWords, &error), error,
        "");
  return set;
}

std::string Kubelet::cpu_state() const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_kubelet_get_cpu_state(handle_.get(), &buffer, &error), error, "");
  return take(buffer);
}

std::string Kubelet::memory_state() const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_kubelet_get_memory_state(handle_.get(), &buffer, &error), error, "");
  return take(buffer);
}

}  // namespace koordctl
