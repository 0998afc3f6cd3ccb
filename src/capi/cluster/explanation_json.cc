// Explanations as JSON.
#include "capi/cluster/explanation_handle.h"
#include "wire/json/json_writer.h"
#include "wording/sentence.h"

namespace koord::capi {
namespace {

using plan::Bound;
using plan::RemedyKind;
using plan::Scope;
using wire::JsonWriter;

const char *unit_of(Object object) {
  switch (object) {
    case Object::kCpu:
      return "CPU";
    case Object::kMilliCpu:
      return "milliCPU";
    case Object::kBytes:
      return "byte";
    case Object::kDevice:
      return "device";
    default:
      return "unit";
  }
}

void write_bound(JsonWriter &json, const Bound &bound, const std::string &resource,
                 const std::string &devices) {
  if (bound.scope == Scope::kNone) return;
  json.key("bound").begin_object();
  if (!devices.empty()) json.member("deviceType", devices);
  json.key("resource");
  if (resource.empty())
    json.null();
  else
    json.value(resource);
  json.member("unit", unit_of(bound.object));
  json.member("needed", bound.needed).member("best", bound.best);
  if (bound.scope == Scope::kNumaNode) json.member("numaNode", bound.where);
  if (bound.scope == Scope::kNumaNodes) json.member("numaNodes", bound.where);
  if (bound.scope == Scope::kDevice) json.member("minor", bound.where);
  if (bound.scope == Scope::kPlace)
    json.member("within", plan::setting_name(RemedyKind::kDeviceScope, bound.where));
  json.end_object();
}

// Writes the reason's name as in verdicts, even for a refusal by the node's kubelet, which has
// names of its own for some reasons.
void write_reason(JsonWriter &json, const Refusal &refusal) {
  json.member("reason", reason_name(refusal.reason));
}

void write_group(JsonWriter &json, const plan::Group &group, uint32_t nodes) {
  json.begin_object();
  write_reason(json, group.refusal);
  json.member("message", plan::to_text(group, nodes));
  json.member("nodes", group.nodes).member("nearest", group.name);
  write_bound(json, group.bound, group.resource, group.devices);
  if (group.bound.scope != Scope::kNone)
    json.member("minBest", group.least).member("maxBest", group.most);
  json.end_object();
}

void write_step(JsonWriter &json, const plan::Step &step) {
  json.begin_object().member("kind", plan::kind_name(step.kind));
  switch (step.kind) {
    case RemedyKind::kEvict:
      json.member("uid", step.name).member("priority", step.priority);
      break;
    case RemedyKind::kRebind:
      json.member("pods", step.to);
      break;
    case RemedyKind::kPodCpu:
    case RemedyKind::kPodCpuLimit:
    case RemedyKind::kNodeSchedulable:
      json.member("from", step.from).member("to", step.to);
      break;
    case RemedyKind::kPodDevices:
      json.member("deviceType", step.name).member("from", step.from).member("to", step.to);
      break;
    case RemedyKind::kPodDeviceShare:
      json.member("resource", step.name).member("from", step.from).member("to", step.to);
      break;
    case RemedyKind::kDeviceSelector:
      json.member("deviceType", step.name);
      break;
    case RemedyKind::kJointDevices:
      break;
    default:
      if (!step.name.empty()) json.member("deviceType", step.name);
      json.member("from", plan::setting_name(step.kind, step.from));
      json.member("to", plan::setting_name(step.kind, step.to));
  }
  json.end_object();
}

void write_miss(JsonWriter &json, const plan::Miss &miss) {
  json.begin_object().member("node", miss.name);
  write_reason(json, miss.refusal);
  json.member("message", plan::to_text(miss)).member("unresolvable", miss.lack.unresolvable);
  write_bound(json, miss.lack.bound, miss.resource, miss.devices);
  json.key("remedies").begin_array();
  for (const plan::Remedy &remedy : miss.remedies) {
    json.begin_object().member("message", plan::to_text(remedy));
    json.key("steps").begin_array();
    for (const plan::Step &step : remedy.steps) write_step(json, step);
    json.end_array().end_object();
  }
  json.end_array().end_object();
}

}  // namespace

std::string to_json(const plan::Explanation &explanation) {
  JsonWriter json;
  json.begin_object().member("pod", explanation.pod);
  json.member("nodes", explanation.nodes).member("fitting", explanation.fitting);
  if (explanation.request.refused()) {
    json.key("request").begin_object();
    write_reason(json, explanation.request);
    json.member("message", to_sentence(explanation.request)).end_object();
  }
  json.key("fits").begin_array();
  for (const plan::Fit &fit : explanation.fits)
    json.begin_object().member("node", fit.name).member("score", fit.verdict.score).end_object();
  json.end_array().key("groups").begin_array();
  for (const plan::Group &group : explanation.groups) write_group(json, group, explanation.nodes);
  json.end_array().key("misses").begin_array();
  for (const plan::Miss &miss : explanation.misses) write_miss(json, miss);
  json.end_array().member("truncated", explanation.gave_up).end_object();
  return json.take();
}

}  // namespace koord::capi
