#include "session_input.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "failure.h"
#include "options.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

[[noreturn]] void fail(const std::string &where, const std::string &what) {
  throw Failure(kEnvironment, where + ": " + what);
}

// Names and namespaces end up in tables, pictures and messages: nothing else than Kubernetes allows.
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
  if (!metadata->is_object()) {
    fail(subject, std::string("metadata: found ") + metadata->type_name() + ", expected an object");
  }
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
    if (!inserted) {
      fail(where, kind_ + " " + shown + ": is in " + first->second + " already, expected it once");
    }
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

// The arguments of Koordinator's plugin, in whichever scheduler profile has them.
void find_plugin_args(const Manifest &manifest, std::vector<SessionInput::Object> &out) {
  const Json &object = manifest.object;
  if (manifest.kind == "NodeNUMAResourceArgs") {
    out.push_back({manifest.where, "", object.dump()});
    return;
  }
  const auto array = [](const Json &parent, const char *key) {
    const auto found = parent.is_object() ? parent.find(key) : parent.end();
    return found != parent.end() && found->is_array() ? *found : Json::array();
  };
  const Json profiles = array(object, "profiles");
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const Json configs = array(profiles[i], "pluginConfig");
    for (std::size_t j = 0; j < configs.size(); ++j) {
      const Json &config = configs[j];
      if (!config.is_object() || config.value("name", Json()) != "NodeNUMAResource") continue;
      const auto args = config.find("args");
      if (args == config.end() || args->is_null()) continue;
      out.push_back({manifest.where + ": profiles[" + std::to_string(i) + "].pluginConfig[" +
                         std::to_string(j) + "].args",
                     "", args->dump()});
    }
  }
}

}  // namespace

SessionInput::SessionInput(std::vector<Manifest> manifests, bool names_for_uids) {
  Names node_names("Node"), topology_names("NodeResourceTopology"), device_names("Device"),
      pod_names("Pod"), pod_uids("Pod with metadata.uid");
  std::vector<Object> plugins;
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
      const std::string name = metadata_name(manifest, "namespace", "default") + "/" +
                               metadata_name(manifest, "name", "");
      pod_names.insert(name, name, where);
      const std::string subject = where + ": Pod " + name;
      check_node_name(manifest, subject);
      std::string uid = metadata_text(manifest, subject, "uid");
      if (uid.empty() || names_for_uids) manifest.object["metadata"]["uid"] = uid = name;
      pod_uids.insert(uid, quote(uid), where);
      pods.push_back({where, name, manifest.object.dump()});
    } else if (manifest.kind == "NodeNUMAResourceArgs" ||
               manifest.kind == "KubeSchedulerConfiguration") {
      find_plugin_args(manifest, plugins);
    } else {
      ++skipped[manifest.kind];
    }
    manifest.object = nullptr;  // large files are not held twice
  }
  if (plugins.size() > 1) {
    fail(plugins[1].where, "arguments of NodeNUMAResource: are in " + plugins[0].where +
                               " already, expected them once");
  }
  if (!plugins.empty()) plugin = std::move(plugins[0]);
}

std::string SessionInput::skipped_text() const {
  constexpr std::size_t kShown = 8;
  std::string text;
  std::size_t shown = 0;
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
