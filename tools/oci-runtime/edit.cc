#include "edit.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>

#include "koord.hpp"
#include "owner.h"

namespace koord_runtime {
namespace {

// Returns nullopt if the file does not exist, which is not an error here.
std::optional<koord::AgentState> read_state(const Settings &settings) {
  koord::AgentState state;
  try {
    state = koord::AgentState::load(settings.state);
  } catch (const koord::Error &error) {
    if (error.code() == KOORD_E_NOT_FOUND) return std::nullopt;
    throw;
  }
  const std::string stated = state.get_text(KOORD_AGENT_TEXT_BOOT_ID);
  if (stated.empty()) return state;
  std::string boot;
  std::ifstream file(settings.proc + "/sys/kernel/random/boot_id");
  std::getline(file, boot);
  if (boot != stated)
    throw Failure(kEnvironment, settings.state + ": was written in boot " + in_quotes(stated) +
                                    ", the current boot is " + in_quotes(boot));
  return state;
}

koord::Adjustment adjustment_of(const koord::AgentState &state, const Owner &owner,
                                const Settings &settings) {
  const bool is_sandbox = owner.container.empty();
  auto request = koord::AdjustmentRequest::create(is_sandbox ? KOORD_HOOK_STAGE_RUN_POD_SANDBOX
                                                             : KOORD_HOOK_STAGE_CREATE_CONTAINER);
  request.set_container(owner.uid, owner.container);
  request.set_resource_status(owner.resource_status);
  request.set_sysfs_root(settings.sysfs_root);
  return koord::Adjustment::create(state, request);
}

// Returns the member of that name, which is added if it does not exist. Throws if its type differs.
Json &part_in(Json &parent, const char *name, Json::value_t type) {
  Json &found = parent[name];
  if (found.is_null()) found = Json(type);
  if (found.type() != type)
    throw Failure(kEnvironment, std::string("config.json: ") + name + ": expected " +
                                    (type == Json::value_t::object ? "an object" : "a list"));
  return found;
}

Json &object_in(Json &parent, const char *name) {
  return part_in(parent, name, Json::value_t::object);
}

Json &array_in(Json &parent, const char *name) {
  return part_in(parent, name, Json::value_t::array);
}

void set_variable(Json &config, const std::string &variable) {
  Json &env = array_in(object_in(config, "process"), "env");
  const std::string name = variable.substr(0, variable.find('=') + 1);
  Json kept = Json::array();
  for (Json &one : env)
    if (!one.is_string() || !one.get_ref<const std::string &>().starts_with(name))
      kept.push_back(std::move(one));
  kept.push_back(variable);
  env = std::move(kept);
}

struct Number {
  unsigned major = 0, minor = 0;
};

// Returns the device numbers of an RDMA device by its path below /dev. They are read from sysfs,
// because the device node is created for the container and need not exist on the host.
Number number_of(const std::string &path, const Settings &settings) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::string of_class = name == "rdma_cm" ? "misc" : "infiniband_verbs";
  const std::string file = settings.sysfs_root + "/sys/class/" + of_class + "/" + name + "/dev";
  std::string text;
  std::ifstream opened(file);
  if (!std::getline(opened, text))
    throw Failure(kEnvironment, file + ": cannot read the numbers of " + path);
  Number out;
  if (std::sscanf(text.c_str(), "%u:%u", &out.major, &out.minor) != 2)
    throw Failure(kEnvironment, file + ": found " + in_quotes(text) +
                                    ", expected the numbers of a device, such as 231:192");
  return out;
}

// Adds a device node and the permission to open it.
void add_device(Json &config, const std::string &path, const Settings &settings) {
  const Number number = number_of(path, settings);
  Json &of_linux = object_in(config, "linux");
  Json &devices = array_in(of_linux, "devices");
  const bool is_there = std::any_of(devices.begin(), devices.end(),
                                    [&](const Json &one) { return text_in(one, "path") == path; });
  if (!is_there)
    devices.push_back({{"path", path},
                       {"type", "c"},
                       {"major", number.major},
                       {"minor", number.minor},
                       {"fileMode", 0666}});
  array_in(object_in(of_linux, "resources"), "devices")
      .push_back({{"allow", true},
                  {"type", "c"},
                  {"major", number.major},
                  {"minor", number.minor},
                  {"access", "rw"}});
}

bool merge(Json &config, const koord::Adjustment &adjustment, const Settings &settings) {
  const Json given = Json::parse(adjustment.to_json());
  bool changed = false;
  if (const Json::json_pointer cpu("/linux/resources/cpu"); given.contains(cpu)) {
    object_in(object_in(object_in(config, "linux"), "resources"), "cpu").update(given[cpu]);
    changed = true;
  }
  const koord_adjustment_info info = adjustment.get_info();
  for (uint32_t i = 0; settings.gpus && i < info.env; ++i, changed = true)
    set_variable(config, adjustment.get_text(KOORD_ADJUSTMENT_LIST_ENV, i));
  for (uint32_t i = 0; i < info.device_nodes; ++i, changed = true)
    add_device(config, adjustment.get_text(KOORD_ADJUSTMENT_LIST_DEVICE_NODES, i), settings);
  return changed;
}

}  // namespace

Edited edit(Json &config, const std::string &id, const Settings &settings) {
  Edited out;
  const Owner owner = owner_of(config);
  if (owner.uid.empty()) return out;
  const auto state = read_state(settings);
  if (!state) {
    if (settings.without_state_refuses)
      throw Failure(kRefused, "refused: there is no " + settings.state);
    out.remark = "there is no " + settings.state;
    return out;
  }
  if (!is_group_of(config, owner.uid, id))
    throw Failure(kRefused,
                  "refused: the pod is " + in_quotes(owner.uid) +
                      ", but linux.cgroupsPath is no control group of this container in it");
  const koord::Adjustment adjustment = adjustment_of(*state, owner, settings);
  const koord_refusal refused = adjustment.get_info().refusal;
  if (refused.reason != KOORD_REASON_NONE) {
    out.remark = "the pod " + koord::refusal_format(refused);
    if (settings.refused_refuses) throw Failure(kRefused, "refused: " + out.remark);
  }
  out.changed = merge(config, adjustment, settings);
  return out;
}

}  // namespace koord_runtime
