#include "kubelet_admission.h"

#include <cstddef>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "calls.h"
#include "capi/boundary/handles.h"

namespace {

using Json = nlohmann::json;

constexpr uint64_t kGibi = uint64_t{1} << 30;
constexpr size_t kMostKinds = 2;  // kinds of memory in these vectors

std::string text_of(koord_status status, koord_buffer *buffer, const koord_error &error) {
  const Owned<koord_buffer> owner(buffer);
  must(status, error);
  return std::string(koord_buffer_get_data(buffer), koord_buffer_get_length(buffer));
}

uint64_t number_at(const Json &map, const std::string &key) {
  return map.is_object() && map.contains(key) ? map.at(key).get<uint64_t>() : 0;
}

Json resources(const Json &container, const char *cpu, const char *memory) {
  Json out = Json::object();
  if (const int64_t milli = container.at(cpu); milli != 0) out["cpu"] = std::to_string(milli) + "m";
  if (const int64_t bytes = container.at(memory); bytes != 0) out["memory"] = std::to_string(bytes);
  if (container.contains("hugepages_1gi"))
    out["hugepages-1Gi"] = std::to_string(container.at("hugepages_1gi").get<int64_t>());
  return out;
}

Json containers(const Json &pod, const char *list) {
  Json out = Json::array();
  if (!pod.contains(list)) return out;
  for (const Json &container : pod.at(list)) {
    Json made{{"name", container.at("name")},
              {"resources",
               {{"requests", resources(container, "cpu_request_milli", "mem_request")},
                {"limits", resources(container, "cpu_limit_milli", "mem_limit")}}}};
    if (container.value("restartable", false)) made["restartPolicy"] = "Always";
    out.push_back(std::move(made));
  }
  return out;
}

std::vector<std::string> container_names(const Json &pod) {
  std::vector<std::string> names;
  for (const char *list : {"init", "containers"}) {
    if (!pod.contains(list)) continue;
    for (const Json &container : pod.at(list)) names.push_back(container.at("name"));
  }
  return names;
}

Json system_reservation(const Json &config) {
  Json out = Json::object();
  if (!config.contains("reserved_cpus"))
    out["cpu"] = std::to_string(config.at("reserved_count").get<int>());
  uint64_t memory = 0;
  if (config.contains("memory"))
    for (const auto &[node, bytes] : config.at("memory").at("reserved").items())
      memory += bytes.get<uint64_t>();
  out["memory"] = std::to_string(memory);
  return out;
}

std::string sentence(const koord_refusal &refusal) {
  std::string text(512, '\0');
  size_t length = 0;
  koord_error error{};
  must(koord_refusal_format(&refusal, text.data(), text.size(), &length, &error), error);
  text.resize(length);
  return text;
}

std::string list_of(const uint64_t *words, size_t count) {
  std::string text(8192, '\0');
  size_t length = 0;
  koord_error error{};
  must(koord_cpulist_format(words, count, text.data(), text.size(), &length, &error), error);
  text.resize(length);
  return text;
}

}  // namespace

Owned<koord_topology> recorded_topology(const Json &machine, const Json &config) {
  koord::TopologySpec spec;
  std::map<int64_t, koord::TopologySpec::NumaNode> nodes;
  for (size_t i = 0; i < machine.at("cpu").size(); ++i) {
    koord::TopologySpec::Cpu cpu;
    cpu.id = machine.at("cpu").at(i);
    cpu.core = machine.at("core").at(i);
    cpu.socket = machine.at("socket").at(i);
    cpu.node = machine.at("numa").at(i);
    cpu.l3 = machine.at("uncore").at(i);
    spec.cpus.push_back(cpu);
    nodes[cpu.node].id = cpu.node;
  }
  const Json memory = config.is_object() ? config.value("memory", Json()) : Json();
  for (auto &[id, node] : nodes) {
    if (memory.is_object()) {
      const std::string key = std::to_string(id);
      node.memory_bytes = number_at(memory.at("total"), key);
      const Json huge = memory.value("hugepages_1gi_total", Json());
      if (huge.is_object() && huge.contains(key))
        node.huge_pages.push_back({kGibi, number_at(huge, key) / kGibi});
    }
    spec.nodes.push_back(node);
    spec.distances.node_ids.push_back(static_cast<int>(id));
  }
  for (const auto &[from, a] : nodes)
    for (const auto &[to, b] : nodes) spec.distances.values.push_back(from == to ? 10 : 20);
  return Owned<koord_topology>(new koord_topology(koord::Topology::build(std::move(spec))));
}

std::shared_ptr<const koord::Topology> engine_topology(const koord_topology &topology) {
  return topology.topology;
}

std::string kubelet_configuration(const Json &config, bool alpha_options) {
  Json out{{"kind", "KubeletConfiguration"},
           {"apiVersion", "kubelet.config.k8s.io/v1beta1"},
           {"cpuManagerPolicy", "static"},
           {"evictionHard", {{"memory.available", "0"}}},
           {"featureGates", {{"CPUManagerPolicyAlphaOptions", alpha_options}}}};
  const auto copy = [&](const char *from, const char *to) {
    if (config.contains(from) && !config.at(from).is_null()) out[to] = config.at(from);
  };
  copy("reserved_cpus", "reservedSystemCPUs");
  copy("cpu_options", "cpuManagerPolicyOptions");
  copy("tm_policy", "topologyManagerPolicy");
  copy("tm_scope", "topologyManagerScope");
  copy("tm_options", "topologyManagerPolicyOptions");
  out["systemReserved"] = system_reservation(config);
  if (config.contains("memory")) {
    out["memoryManagerPolicy"] = "Static";
    for (const auto &[node, bytes] : config.at("memory").at("reserved").items())
      out["reservedMemory"].push_back(
          {{"numaNode", std::stoi(node)},
           {"limits", {{"memory", std::to_string(bytes.get<uint64_t>())}}}});
  }
  return out.dump();
}

Owned<koord_pod> recorded_pod(const Json &pod) {
  const Json uid = pod.at("uid");
  const std::string json = Json{{"kind", "Pod"},
                                {"apiVersion", "v1"},
                                {"metadata", {{"name", uid}, {"uid", uid}}},
                                {"spec",
                                 {{"initContainers", containers(pod, "init")},
                                  {"containers", containers(pod, "containers")}}}}
                               .dump();
  koord_pod *out = nullptr;
  koord_error error{};
  must(koord_pod_from_json(nullptr, json.data(), json.size(), &out, &error), error);
  return Owned<koord_pod>(out);
}

RecordedKubelet::RecordedKubelet(const koord_topology *topology, const std::string &configuration,
                                 const std::string &cpu_state)
    : topology_(topology) {
  koord_kubelet_setup *setup = nullptr;
  koord_error error{};
  must(koord_kubelet_setup_new(nullptr, &setup, &error), error);
  const Owned<koord_kubelet_setup> owner(setup);
  koord_kubelet *kubelet = nullptr;
  koord_status status =
      koord_kubelet_setup_set_config(setup, configuration.data(), configuration.size(), &error);
  if (status == KOORD_OK)
    status = koord_kubelet_setup_set_cpu_state(setup, cpu_state.data(), cpu_state.size(), &error);
  if (status == KOORD_OK) status = koord_kubelet_new(topology, setup, &kubelet, &error);
  must_have_memory(status);
  if (status != KOORD_OK) throw std::invalid_argument(error.message);
  kubelet_.reset(kubelet);
  koord_admission *answer = nullptr;
  must(koord_admission_new(&answer, &error), error);
  answer_.reset(answer);
  info_ = KOORD_INIT(koord_topology_info);
  must(koord_topology_get_info(topology_, &info_, &error), error);
  std::vector<koord_numa_node> rows(info_.numa_nodes);
  size_t count = 0;
  must(koord_topology_get_numa_nodes(topology_, rows.data(), sizeof rows[0], rows.size(), &count,
                                     &error),
       error);
  for (const koord_numa_node &row : rows) node_ids_.push_back(row.numa_node);
}

Json RecordedKubelet::nodes_of(uint64_t mask) const {
  Json nodes = Json::array();
  for (size_t i = 0; i < node_ids_.size(); ++i)
    if ((mask >> i & 1) != 0) nodes.push_back(node_ids_[i]);
  return nodes;
}

Json RecordedKubelet::admit(const Json &json, bool leave_refused) {
  const Owned<koord_pod> pod = recorded_pod(json);
  const std::vector<std::string> names = container_names(json);
  koord_refusal refusal{};
  koord_error error{};
  must(koord_kubelet_admit(kubelet_.get(), pod.get(), leave_refused ? KOORD_ADMIT_LEAVE_REFUSED : 0,
                           answer_.get(), &refusal, &error),
       error);
  if (refusal.reason != KOORD_REASON_NONE)
    return {{"admit", false},
            {"reason", koord_reason_get_name(refusal.reason, refusal.profile)},
            {"message", sentence(refusal)}};
  std::vector<koord_kubelet_container> rows(names.size());
  std::vector<uint64_t> own(info_.words);
  size_t count = 0;
  must(koord_admission_get_containers(answer_.get(), rows.data(), sizeof rows[0], rows.size(),
                                      &count, &error),
       error);
  Json out{{"admit", true}, {"cpus", Json::object()}, {"memory", blocks(pod.get(), names)}};
  for (size_t i = 0; i < names.size(); ++i) {
    const Json nodes = nodes_of(rows[i].affinity);
    out["affinity"][names[i]] = {
        {"numa", nodes.empty() ? Json() : nodes},
        {"preferred", (rows[i].flags & KOORD_KUBELET_CONTAINER_PREFERRED) != 0}};
    must(koord_admission_get_cpus(answer_.get(), static_cast<uint32_t>(i), own.data(), own.size(),
                                  &error),
         error);
    if (rows[i].cpus != 0) out["cpus"][names[i]] = list_of(own.data(), own.size());
  }
  return out;
}

Json RecordedKubelet::blocks(const koord_pod *pod, const std::vector<std::string> &names) const {
  std::vector<koord_memory_block> rows(names.size() * kMostKinds);
  size_t count = 0;
  koord_error error{};
  must(koord_kubelet_get_memory(kubelet_.get(), pod, rows.data(), sizeof rows[0], rows.size(),
                                &count, &error),
       error);
  Json out = Json::object();
  for (size_t i = 0; i < count; ++i)
    out[names.at(rows[i].container)].push_back(
        {{"numa", nodes_of(rows[i].nodes)},
         {"size", rows[i].bytes},
         {"type", rows[i].page_bytes == 0       ? "memory"
                  : rows[i].page_bytes == kGibi ? "hugepages-1Gi"
                                                : "?"}});
  return out;
}

bool RecordedKubelet::judges_alike(const Json &json) const {
  const Owned<koord_pod> pod = recorded_pod(json);
  const std::string before = cpu_state() + memory_state();
  koord_kubelet *copy = nullptr;
  koord_refusal judged{};
  koord_refusal admitted{};
  koord_error error{};
  must(koord_kubelet_judge(kubelet_.get(), pod.get(), nullptr, &judged, &error), error);
  must(koord_kubelet_clone(kubelet_.get(), &copy, &error), error);
  const Owned<koord_kubelet> owner(copy);
  must(koord_kubelet_admit(copy, pod.get(), 0, nullptr, &admitted, &error), error);
  return judged.reason == admitted.reason && judged.needed == admitted.needed &&
         judged.best == admitted.best && judged.where == admitted.where &&
         before == cpu_state() + memory_state();
}

void RecordedKubelet::remove(const std::string &uid) {
  koord_error error{};
  must(koord_kubelet_remove_pod(kubelet_.get(), uid.data(), uid.size(), nullptr, &error), error);
}

std::string RecordedKubelet::cpu_state() const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  const koord_status status = koord_kubelet_get_cpu_state(kubelet_.get(), &buffer, &error);
  return text_of(status, buffer, error);
}

std::string RecordedKubelet::memory_state() const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  const koord_status status = koord_kubelet_get_memory_state(kubelet_.get(), &buffer, &error);
  return text_of(status, buffer, error);
}

Json RecordedKubelet::state(bool memory) const {
  const Json cpus = Json::parse(cpu_state());
  Json out{{"default", cpus.at("defaultCpuSet")},
           {"entries", cpus.value("entries", Json::object())}};
  if (!memory) return out;
  const Json books = Json::parse(memory_state());
  out["memory"] = Json::object();
  const Json entries = books.value("entries", Json::object());
  for (const auto &[pod, holders] : entries.items())
    for (const auto &[name, blocks] : holders.items())
      for (const Json &block : blocks)
        out["memory"][pod][name].push_back({{"numa", block.at("numaAffinity")},
                                            {"size", block.at("size")},
                                            {"type", block.at("type")}});
  for (const auto &[node, numa] : books.at("machineState").items()) {
    Json &free = out["memory_free"][node];
    free = {{"assignments", numa.at("numberOfAssignments")}, {"cells", numa.at("cells")}};
    for (const auto &[kind, table] : numa.at("memoryMap").items()) free[kind] = table.at("free");
  }
  return out;
}

std::string RecordedKubelet::cpus(koord_kubelet_cpuset which) const {
  std::vector<uint64_t> words(info_.words);
  koord_error error{};
  must(koord_kubelet_get_cpus(kubelet_.get(), which, words.data(), words.size(), &error), error);
  return list_of(words.data(), words.size());
}
