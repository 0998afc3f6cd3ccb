#include "session/session_input.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "cli/failure.h"
#include "cli/options.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

// Names and namespaces end up in tables, pictures and messages: nothing else than Kubernetes
// allows.
bool is_name(std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
  };
  return !text.empty() && text.size() <= 253 && std::all_of(text.begin(), text.end(), allowed);
}

// metadata.FIELD as a string, "" where it is absent.
std::string metadata_text(const Manifest &manifest, const std::string &subject, const char *field) {
  const auto metadata = manifest.object.find("metadata");
  if (metadata == manifest.object.end() || metadata->is_null()) return "";
  if (!metadata->is_object())
    fail(subject, std::string("metadata: found ") + metadata->type_name() + ", expected an object");
  const auto found = metadata->find(field);
  if (found == metadata->end() || found->is_null()) return "";
  if (!found->is_string()) {
    fail(subject, std::string("metadata.") + field + ": found " + found->type_name() +
                      ", expected a string");
  }
  return found->get<std::string>();
}

std::string metadata_name(const Manifest &manifest, const char *field, const std::string &absent) {
  const std::string subject = manifest.where + ": " + manifest.kind;
  const std::string text = metadata_text(manifest, subject, field);
  if (text.empty() && !absent.empty()) return absent;
  if (is_name(text)) return text;
  fail(subject, std::string("metadata.") + field + ": found " +
                    (text.empty() ? "nothing" : quote(text)) +
                    ", expected a name of lower-case letters, digits, - and .");
}

// Wrong types are left to libkoord, which names the field.
void check_node_name(const Manifest &manifest, const std::string &subject) {
  const auto spec = manifest.object.find("spec");
  if (spec == manifest.object.end() || !spec->is_object()) return;
  const auto name = spec->find("nodeName");
  if (name == spec->end() || !name->is_string()) return;
  const auto &text = name->get_ref<const std::string &>();
  if (text.empty() || is_name(text)) return;
  fail(subject, "spec.nodeName: found " + quote(text) +
                    ", expected a name of lower-case letters, digits, - and .");
}

// The objects of one kind, and where each name was first.
class Names {
 public:
  explicit Names(std::string kind) : kind_(std::move(kind)) {}

  // `shown` is how messages call it.
  void insert(const std::string &name, const std::string &shown, const std::string &where) {
    const auto [first, inserted] = where_.emplace(name, where);
    if (!inserted)
      fail(where, kind_ + " " + shown + ": is already in " + first->second + ", expected it once");
  }

 private:
  std::string kind_;
  std::map<std::string, std::string> where_;
};

bool is_core(const Manifest &manifest) {
  return manifest.api_version.empty() || manifest.api_version == "v1";
}

bool is_node_resource_topology(const Manifest &manifest) {
  return manifest.kind == "NodeResourceTopology" &&
         (manifest.api_version.empty() ||
          manifest.api_version.starts_with("topology.node.k8s.io/"));
}

bool is_device(const Manifest &manifest) {
  return manifest.kind == "Device" &&
         (manifest.api_version.empty() ||
          manifest.api_version.starts_with("scheduling.koordinator.sh/"));
}

bool is_rebind(const Manifest &manifest) {
  return manifest.kind == "RebindResource" &&
         (manifest.api_version.empty() ||
          manifest.api_version.starts_with("scheduling.koordinator.sh/"));
}

// The arguments of Koordinator's plugins, in whichever scheduler profile has them.
class PluginArgs {
 public:
  static bool are_in(const Manifest &manifest) {
    return is_numa(manifest.kind) || manifest.kind == "DeviceShareArgs" || is_nrt(manifest.kind) ||
           manifest.kind == "KubeSchedulerConfiguration";
  }
  // The sizes that models of devices are split into, as upstream keeps them.
  static bool has_templates(const Manifest &manifest) {
    return manifest.kind == "ConfigMap" && is_core(manifest) &&
           metadata_text(manifest, manifest.where + ": ConfigMap", "name") ==
               "gpu-shared-resource-templates";
  }

  void add(const Manifest &manifest) {
    const Json &object = manifest.object;
    if (is_numa(manifest.kind)) return set(numa_, manifest.where, object);
    if (manifest.kind == "DeviceShareArgs") return set(devices_, manifest.where, object);
    if (is_nrt(manifest.kind)) return set(nrt_match_, manifest.where, object);
    const Json profiles = array(object, "profiles");
    for (size_t i = 0; i < profiles.size(); ++i) {
      const Json configs = array(profiles[i], "pluginConfig");
      for (size_t j = 0; j < configs.size(); ++j)
        if (configs[j].is_object())
          add_config(manifest.where + ": profiles[" + std::to_string(i) + "].pluginConfig[" +
                         std::to_string(j) + "].args",
                     configs[j]);
    }
  }
  void add_templates(const Manifest &manifest) {
    const auto data = manifest.object.find("data");
    const auto text = data != manifest.object.end() && data->is_object() ? data->find("data.yaml")
                                                                         : manifest.object.end();
    if (data == manifest.object.end() || !data->is_object() || text == data->end() ||
        !text->is_string())
      fail(manifest.where + ": ConfigMap",
           "data: found no text \"data.yaml\", expected the sizes into which GPU models are split");
    const std::string where = manifest.where + ": ConfigMap: data[\"data.yaml\"]";
    set(templates_, where,
        Json::parse(yaml_to_json(text->get<std::string>(), where, "expected sizes by model")));
  }

  // Returns the arguments for koord_nrt_node_score.
  std::optional<SessionInput::Object> take_nrt_match() {
    return nrt_match_ ? std::optional(object_of(*nrt_match_, nrt_match_->value)) : std::nullopt;
  }
  // As koord_cluster_new takes them; none: the plugins' defaults.
  std::optional<SessionInput::Object> take() {
    if (templates_) {
      if (!devices_) devices_ = Args{templates_->where, "DeviceShare", Json::object()};
      if (devices_->value.is_object())
        devices_->value["gpuSharedResourceTemplates"] = std::move(templates_->value);
    }
    if (!devices_) return numa_ ? std::optional(object_of(*numa_, numa_->value)) : std::nullopt;
    if (!numa_) {
      if (devices_->value.is_object() && !devices_->value.contains("kind"))
        devices_->value["kind"] = "DeviceShareArgs";
      return object_of(*devices_, devices_->value);
    }
    const auto config = [](const Args &args) {
      return Json{{"name", args.plugin}, {"args", args.value}};
    };
    const Json both = {{"kind", "KubeSchedulerConfiguration"},
                       {"profiles", {{{"pluginConfig", {config(*numa_), config(*devices_)}}}}}};
    return object_of({numa_->where + " and " + devices_->where, "", {}}, both);
  }

 private:
  // Koordinator's name and the proposal's.
  static bool is_numa(const std::string &kind) {
    return kind == "NodeNUMAResourceArgs" || kind == "CPUOrchestrationPluginArgs";
  }
  static bool is_nrt(const std::string &kind) { return kind == "NodeResourceTopologyMatchArgs"; }
  struct Args {
    std::string where;
    std::string plugin;
    Json value;
  };

  static Json array(const Json &parent, const char *key) {
    const auto found = parent.is_object() ? parent.find(key) : parent.end();
    return found != parent.end() && found->is_array() ? *found : Json::array();
  }
  static SessionInput::Object object_of(const Args &args, const Json &value) {
    return {args.where, "", value.dump()};
  }
  void add_config(const std::string &where, const Json &config) {
    const Json name = config.value("name", Json());
    const auto args = config.find("args");
    if (args == config.end() || args->is_null()) return;
    if (name == "NodeNUMAResource") set(numa_, where, *args);
    if (name == "DeviceShare") set(devices_, where, *args);
    if (name == "NodeResourceTopologyMatch") set(nrt_match_, where, *args);
  }
  void set(std::optional<Args> &out, const std::string &where, Json value) {
    const char *plugin = &out == &numa_        ? "NodeNUMAResource"
                         : &out == &nrt_match_ ? "NodeResourceTopologyMatch"
                                               : "DeviceShare";
    if (out)
      fail(where, (&out == &templates_ ? std::string("templates of ") : "arguments of ") + plugin +
                      ": are already in " + out->where + ", expected them once");
    out = Args{where, plugin, std::move(value)};
  }

  std::optional<Args> numa_, devices_, nrt_match_, templates_;
};

}  // namespace

SessionInput::SessionInput(std::vector<Manifest> manifests) {
  Names node_names("Node"), topology_names("NodeResourceTopology"), device_names("Device"),
      rebind_names("RebindResource"), pod_names("Pod"), pod_uids("Pod with metadata.uid"),
      group_names("PodGroup");
  PluginArgs plugins;
  GangReader gang_reader;
  for (Manifest &manifest : manifests) {
    const std::string &where = manifest.where;
    if (manifest.kind == "Node" && is_core(manifest)) {
      const std::string name = metadata_name(manifest, "name", "");
      node_names.insert(name, name, where);
      nodes.push_back({where, name, manifest.object.dump()});
    } else if (is_node_resource_topology(manifest)) {
      const std::string name = metadata_name(manifest, "name", "");
      topology_names.insert(name, name, where);
      topologies.push_back({where, name, manifest.object.dump()});
    } else if (is_device(manifest)) {
      const std::string name = metadata_name(manifest, "name", "");
      device_names.insert(name, name, where);
      devices.push_back({where, name, manifest.object.dump()});
    } else if (manifest.kind == "Pod" && is_core(manifest)) {
      const std::string name_space = metadata_name(manifest, "namespace", "default");
      const std::string name = name_space + "/" + metadata_name(manifest, "name", "");
      pod_names.insert(name, name, where);
      const std::string subject = where + ": Pod " + name;
      check_node_name(manifest, subject);
      std::string uid = metadata_text(manifest, subject, "uid");
      if (uid.empty()) manifest.object["metadata"]["uid"] = uid = name;
      pod_uids.insert(uid, quote(uid), where);
      gang_reader.add_pod(manifest.object, name_space);
      pods.push_back({where, name, manifest.object.dump()});
    } else if (GangReader::is_group(manifest)) {
      const std::string name = metadata_name(manifest, "namespace", "default") + "/" +
                               metadata_name(manifest, "name", "");
      group_names.insert(manifest.api_version + " " + name, name, where);
      gang_reader.add_group(manifest, name);
    } else if (PluginArgs::are_in(manifest)) {
      plugins.add(manifest);
    } else if (PluginArgs::has_templates(manifest)) {
      plugins.add_templates(manifest);
    } else {
      if (is_rebind(manifest)) {
        const std::string name = metadata_name(manifest, "name", "");
        rebind_names.insert(name, name, where);
        rebinds.push_back({where, name, manifest.object.dump()});
      }
      ++skipped[manifest.kind];
    }
    manifest.object = nullptr;  // large files are not held twice
  }
  plugin = plugins.take();
  nrt_match = plugins.take_nrt_match();
  gangs = gang_reader.take();
}

std::string SessionInput::skipped_text() const {
  constexpr size_t kShown = 8;
  std::string text;
  size_t shown = 0;
  for (const auto &[kind, count] : skipped) {
    if (!text.empty()) text += ", ";
    if (shown++ == kShown) return text + "and others";
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    text += std::to_string(count) + " ";
    text += kind.size() <= 64 && std::all_of(kind.begin(), kind.end(), letter) ? kind : quote(kind);
  }
  return text;
}

}  // namespace koordctl
