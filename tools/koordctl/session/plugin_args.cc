#include "session/plugin_args.h"

#include <utility>

#include "cli/failure.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

// Accepts Koordinator's name and the proposal's.
bool is_numa(const std::string &kind) {
  return kind == "NodeNUMAResourceArgs" || kind == "CPUOrchestrationPluginArgs";
}
bool is_nrt(const std::string &kind) { return kind == "NodeResourceTopologyMatchArgs"; }

Json array(const Json &parent, const char *key) {
  const auto found = parent.is_object() ? parent.find(key) : parent.end();
  return found != parent.end() && found->is_array() ? *found : Json::array();
}

}  // namespace

bool PluginArgs::are_in(const Manifest &manifest) {
  return is_numa(manifest.kind) || manifest.kind == "DeviceShareArgs" || is_nrt(manifest.kind) ||
         manifest.kind == "KubeSchedulerConfiguration";
}

bool PluginArgs::has_templates(const Manifest &manifest) {
  if (manifest.kind != "ConfigMap" ||
      (!manifest.api_version.empty() && manifest.api_version != "v1"))
    return false;
  const auto metadata = manifest.object.find("metadata");
  return metadata != manifest.object.end() && metadata->is_object() &&
         metadata->value("name", Json()) == "gpu-shared-resource-templates";
}

void PluginArgs::add(const Manifest &manifest) {
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

void PluginArgs::add_templates(const Manifest &manifest) {
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

std::optional<InputObject> PluginArgs::take_nrt_match() {
  return nrt_match_ ? std::optional(InputObject{nrt_match_->where, "", nrt_match_->value.dump()})
                    : std::nullopt;
}

std::optional<InputObject> PluginArgs::take() {
  if (templates_) {
    if (!devices_) devices_ = Args{templates_->where, "DeviceShare", Json::object()};
    if (devices_->value.is_object())
      devices_->value["gpuSharedResourceTemplates"] = std::move(templates_->value);
  }
  if (!devices_)
    return numa_ ? std::optional(InputObject{numa_->where, "", numa_->value.dump()}) : std::nullopt;
  if (!numa_) {
    if (devices_->value.is_object() && !devices_->value.contains("kind"))
      devices_->value["kind"] = "DeviceShareArgs";
    return InputObject{devices_->where, "", devices_->value.dump()};
  }
  const auto config = [](const Args &args) {
    return Json{{"name", args.plugin}, {"args", args.value}};
  };
  const Json both = {{"kind", "KubeSchedulerConfiguration"},
                     {"profiles", {{{"pluginConfig", {config(*numa_), config(*devices_)}}}}}};
  return InputObject{numa_->where + " and " + devices_->where, "", both.dump()};
}

void PluginArgs::add_config(const std::string &where, const Json &config) {
  const Json name = config.value("name", Json());
  const auto args = config.find("args");
  if (args == config.end() || args->is_null()) return;
  if (name == "NodeNUMAResource") set(numa_, where, *args);
  if (name == "DeviceShare") set(devices_, where, *args);
  if (name == "NodeResourceTopologyMatch") set(nrt_match_, where, *args);
}

void PluginArgs::set(std::optional<Args> &out, const std::string &where, Json value) {
  const char *plugin = &out == &numa_        ? "NodeNUMAResource"
                       : &out == &nrt_match_ ? "NodeResourceTopologyMatch"
                                             : "DeviceShare";
  if (out)
    fail(where, (&out == &templates_ ? std::string("templates of ") : "arguments of ") + plugin +
                    ": are already in " + out->where + ", expected them once");
  out = Args{where, plugin, std::move(value)};
}

}  // namespace koordctl
