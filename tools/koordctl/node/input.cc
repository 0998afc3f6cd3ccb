#include "node/input.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "node/kubelet_config.h"
#include "node/static_pod.h"
#include "output/yaml.h"
#include "session/json_member.h"
#include "session/manifest.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

constexpr const char *kReservation = "node.koordinator.sh/reservation";
constexpr size_t kMaxState = size_t{16} << 20;

std::string text_of(const Json &value) { return value.is_string() ? value.get<std::string>() : ""; }

bool is_container_id(const std::string &id) {
  return !id.empty() && id.size() <= 128 &&
         id.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::vector<NodeContainer> containers_of(const Json &pod) {
  std::vector<NodeContainer> out;
  for (const char *field :
       {"initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses"}) {
    const Json &list = member(member(pod, "status"), field);
    if (!list.is_array()) continue;
    for (const Json &container : list) {
      NodeContainer made{text_of(member(container, "name")),
                         bare_id(text_of(member(container, "containerID")))};
      if (!made.name.empty() && is_container_id(made.id)) out.push_back(std::move(made));
    }
  }
  return out;
}

struct Found {
  std::string created;
  bool is_copy = false;
  NodePod pod;
};

Found pod_of(Manifest &manifest) {
  const Json &metadata = member(manifest.object, "metadata");
  Found found;
  NodePod &pod = found.pod;
  pod.where = manifest.where;
  pod.uid = original_uid(manifest.object);
  found.is_copy = !pod.uid.empty();
  if (!found.is_copy) pod.uid = text_of(member(metadata, "uid"));
  found.created = text_of(member(metadata, "creationTimestamp"));
  if (pod.uid.empty())
    fail(pod.where, "metadata.uid: found none, expected a pod as kubectl or kubelet print it");
  const std::string space = text_of(member(metadata, "namespace"));
  pod.name = (space.empty() ? "default" : space) + "/" + text_of(member(metadata, "name"));
  pod.containers = containers_of(manifest.object);
  manifest.object["metadata"]["uid"] = pod.uid;
  pod.json = manifest.object.dump();
  return found;
}

// Returns kubelet's cgroupRoot in the form that koord.h takes. libkoord reports the error if the
// text is not JSON.
std::string cgroup_root_of(const std::string &config) {
  const Json json = Json::parse(config, nullptr, false);
  const Json &wrapped = member(json, "kubeletconfig");
  std::string root = text_of(member(wrapped.is_object() ? wrapped : json, "cgroupRoot"));
  while (!root.empty() && root.front() == '/') root.erase(0, 1);
  while (!root.empty() && root.back() == '/') root.pop_back();
  return root;
}

// Returns the Node from the files, or a Node with only a name if there is none.
Json find_node(std::vector<Manifest> &manifests, const NodeOptions &options) {
  Json found;
  std::string where;
  for (Manifest &manifest : manifests) {
    if (manifest.kind != "Node") continue;
    const std::string name = text_of(member(member(manifest.object, "metadata"), "name"));
    if (options.node_name && name != *options.node_name) continue;
    if (!where.empty()) {
      fail(manifest.where, "found a second Node, " + quote(name) + ", after the one in " + where +
                               "; give --node-name");
    }
    where = manifest.where;
    found = std::move(manifest.object);
    if (!member(found, "metadata").is_object() || name.empty())
      fail(where, "metadata.name: found none, expected that of the Node");
  }
  if (!found.is_null()) return found;
  if (options.node_name || options.source.this_machine()) {
    return Json{{"apiVersion", "v1"},
                {"kind", "Node"},
                {"metadata", {{"name", options.node_name.value_or(host_name())}}}};
  }
  throw Failure(kUsage, "--node-name: required, because no Node is in the files");
}

// Returns the node's Device from the files, or "" if there is none.
std::string find_devices(const std::vector<Manifest> &manifests, const std::string &node) {
  std::string found, where;
  for (const Manifest &manifest : manifests) {
    if (manifest.kind != "Device") continue;
    if (text_of(member(member(manifest.object, "metadata"), "name")) != node) continue;
    if (!where.empty())
      fail(manifest.where, "found a second Device " + quote(node) + ", after the one in " + where);
    where = manifest.where;
    found = manifest.object.dump();
  }
  return found;
}

void reserve(Json &node, const std::string &cpus) {
  Json &metadata = node["metadata"];
  if (!member(metadata, "annotations").is_object()) metadata["annotations"] = Json::object();
  metadata["annotations"][kReservation] = Json{{"reservedCPUs", cpus}}.dump();
}

// Returns the pods of this node. Fails if there are pods but none of this node: the node name is
// wrong or the file is truncated, and the node would be treated as empty.
std::vector<NodePod> find_pods(std::vector<Manifest> &manifests, const std::string &node) {
  std::vector<Found> found;
  std::string other;
  size_t pods_seen = 0;
  for (Manifest &manifest : manifests) {
    if (manifest.kind != "Pod") continue;
    ++pods_seen;
    const std::string on = text_of(member(member(manifest.object, "spec"), "nodeName"));
    if (on != node) {
      if (!on.empty()) other = on;
      continue;
    }
    found.push_back(pod_of(manifest));
  }
  if (found.empty() && pods_seen != 0) {
    throw Failure(kEnvironment, "none of the pods is on node " + quote(node) +
                                    (other.empty() ? "" : ", but on " + quote(other)) +
                                    "; give --node-name, or all pods of the node");
  }
  const auto place = [](const Found &one) {
    return std::tie(one.is_copy, one.created, one.pod.uid, one.pod.where);
  };
  std::sort(found.begin(), found.end(),
            [&](const Found &a, const Found &b) { return place(a) < place(b); });
  std::map<std::string, std::string> uids;
  std::vector<NodePod> pods;
  for (Found &one : found) {
    const auto [first, is_new] = uids.emplace(one.pod.uid, one.pod.where);
    if (is_new)
      pods.push_back(std::move(one.pod));
    else if (!one.is_copy)  // a pod may claim to be a copy of any pod
      fail(one.pod.where, "pod " + quote(one.pod.uid) + " is already in " + first->second);
  }
  return pods;
}

CLI::Option *add_file(CLI::App &command, const char *name, std::optional<std::string> &value,
                      const char *text) {
  return command.add_option(name, value, text)
      ->type_name("FILE")
      ->group("Node")
      ->each([name](const std::string &given) { refuse_empty(name, given, "a file or -"); });
}

// Returns the version that the node reports, or the default if it cannot be parsed.
koord_kubelet_version version_of_kubelet(const Json &node) {
  const std::string text =
      text_of(member(member(member(node, "status"), "nodeInfo"), "kubeletVersion"));
  try {
    return text.empty() ? KOORD_KUBELET_VERSION_DEFAULT : koord::Kubelet::version_parse(text);
  } catch (const koord::Error &) {
    return KOORD_KUBELET_VERSION_DEFAULT;
  }
}

}  // namespace

std::vector<std::string> NodeOptions::all_files() const {
  std::vector<std::string> out = files;
  if (kubelet_config) out.push_back(*kubelet_config);
  if (cpu_state) out.push_back(*cpu_state);
  if (memory_state) out.push_back(*memory_state);
  if (!source.from.empty()) out.push_back(source.from);
  return out;
}

void add_node_options(CLI::App &command, NodeOptions &options) {
  const std::string group = "Node";
  command
      .add_option("-f,--filename", options.files,
                  "YAML or JSON file with the node's pods, as kubectl get pods or kubelet's /pods "
                  "print them, its Node and its Device, or - for standard input; repeat for more. "
                  "Pods and Devices of other nodes are ignored")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group)
      ->each([](const std::string &given) { refuse_empty("--filename", given, "a file or -"); });
  command
      .add_option("--node-name", options.node_name,
                  "The node's name; default: that of the Node in the files, otherwise this host's")
      ->type_name("NAME")
      ->group(group)
      ->each([](const std::string &given) { refuse_empty("--node-name", given, "a name"); });
  add_file(command, "--kubelet-config", options.kubelet_config,
           "KubeletConfiguration or /configz answer (JSON or YAML); default: kubelet's defaults");
  add_file(command, "--cpu-state", options.cpu_state,
           "kubelet's cpu_manager_state; its CPUs count as allocated if its policy is static");
  add_file(command, "--memory-state", options.memory_state,
           "kubelet's memory_manager_state; the report contains it if its policy is Static");
  command
      .add_option("--reserved-cpus", options.reserved_cpus,
                  "CPUs kept for the system; overrides the Node's annotation")
      ->type_name("LIST")
      ->group(group);
  set_choices(command
                  .add_option("--isolated-cpus", options.isolated_cpus,
                              "Isolated CPUs (isolcpus): in the shared and BE pools as kubelet has "
                              "them, or excluded and only for pods that require isolated CPUs")
                  ->group(group),
              {"shared", "excluded"});
  add_profile_option(command, options.profile, group);
  command
      .add_flag("--ignore-kubelet", options.ignore_kubelet,
                "Ignore the CPUs that kubelet assigned or reserves, and leave every cpuset to it: "
                "the first stage of taking over its CPU management")
      ->group(group);
  command
      .add_flag("--be-by-numa", options.be_by_numa,
                "With --profile upstream: BE pods stay on the NUMA nodes that they name")
      ->group(group);
  add_source_options(command, options.source);
}

void check_node_options(const NodeOptions &options) {
  if (options.files.empty())
    throw Failure(kUsage, "give the node's pods: -f FILE, from kubectl get pods -o json");
  const std::vector<std::string> files = options.all_files();
  if (std::count(files.begin(), files.end(), "-") > 1)
    throw Failure(kUsage, "standard input (-) can be only one of the files");
  if (options.reserved_cpus) (void)parse_cpu_list(*options.reserved_cpus, "--reserved-cpus");
}

NodeInput read_node_input(const NodeOptions &options) {
  std::vector<Manifest> manifests;
  ManifestReader reader([&](Manifest manifest) {
    const std::string &kind = manifest.kind;
    if (kind == "Node" || kind == "Device" || kind == "Pod")
      manifests.push_back(std::move(manifest));
  });
  for (const std::string &file : options.files) reader.read(file);
  NodeInput input;
  Json node = find_node(manifests, options);
  if (options.reserved_cpus) reserve(node, *options.reserved_cpus);
  input.name = text_of(member(member(node, "metadata"), "name"));
  input.node = node.dump();
  input.kubelet_version = version_of_kubelet(node);
  input.devices = find_devices(manifests, input.name);
  input.pods = find_pods(manifests, input.name);
  if (options.kubelet_config) {
    input.kubelet_config = read_kubelet_config(*options.kubelet_config);
    input.config_name = shown_name(*options.kubelet_config);
    warn_of_kubelet_config(input.kubelet_config, input.kubelet_version, input.config_name);
  }
  input.kubelet_root = cgroup_root_of(input.kubelet_config);
  const auto read_state = [](const std::optional<std::string> &file, const char *expected,
                             std::string &text, std::string &name) {
    if (!file) return;
    text = read_file(*file, kMaxState);
    name = shown_name(*file);
    if (text.empty()) fail(name, std::string("found nothing, expected kubelet's ") + expected);
  };
  read_state(options.cpu_state, "cpu_manager_state", input.cpu_state, input.state_name);
  read_state(options.memory_state, "memory_manager_state", input.memory_state, input.memory_name);
  return input;
}

}  // namespace koordctl
