#include "wire/agent/adjustment_writer.h"

#include "wire/json/json_writer.h"
#include "wording/sentence.h"

namespace koord::wire {
namespace {

void write_refused(JsonWriter &out, const Refusal &refusal) {
  out.key("refused")
      .begin_object()
      .member("reason", reason_name(refusal.reason, refusal.profile))
      .member("message", to_sentence(refusal))
      .end_object();
}

std::string list_of(const std::vector<int> &nodes) {
  CpuSet set;
  for (const int node : nodes) set.add(node);
  return set.to_string();
}

void write_linux(JsonWriter &out, const agent::Adjustment &adjustment) {
  const bool has_cpu = adjustment.cpus || !adjustment.memory_nodes.empty() || adjustment.unlimited;
  if (!has_cpu && adjustment.device_nodes.empty()) return;
  out.key("linux").begin_object();
  if (has_cpu) {
    out.key("resources").begin_object().key("cpu").begin_object();
    if (adjustment.cpus) out.member("cpus", adjustment.cpus->to_string());
    if (!adjustment.memory_nodes.empty()) out.member("mems", list_of(adjustment.memory_nodes));
    if (adjustment.unlimited) out.member("quota", -1);
    out.end_object().end_object();
  }
  if (!adjustment.device_nodes.empty()) {
    out.key("devices").begin_array();
    for (const std::string &path : adjustment.device_nodes)
      out.begin_object().member("path", path).end_object();
    out.end_array();
  }
  out.end_object();
}

}  // namespace

std::string_view stage_name(agent::Stage stage) noexcept {
  switch (stage) {
    case agent::Stage::kRunPodSandbox:
      return "RunPodSandbox";
    case agent::Stage::kCreateContainer:
      return "CreateContainer";
    case agent::Stage::kStartContainer:
      return "StartContainer";
    case agent::Stage::kUpdateContainer:
      return "UpdateContainerResources";
  }
  return "";
}

std::string write_adjustment(const agent::ContainerRequest &request,
                             const agent::Adjustment &adjustment) {
  JsonWriter out;
  out.begin_object().member("pod", request.pod_uid);
  if (!request.container.empty()) out.member("container", request.container);
  out.member("stage", stage_name(request.stage));
  if (adjustment.refused.refused()) write_refused(out, adjustment.refused);
  write_linux(out, adjustment);
  if (!adjustment.env.empty()) {
    out.key("env").begin_array();
    for (const agent::EnvVar &variable : adjustment.env)
      out.value(variable.name + "=" + variable.value);
    out.end_array();
  }
  if (!adjustment.cdi.empty()) {
    out.key("cdiDevices").begin_array();
    for (const std::string &name : adjustment.cdi) out.value(name);
    out.end_array();
  }
  out.end_object();
  return out.take();
}

}  // namespace koord::wire
