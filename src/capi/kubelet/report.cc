// Findings and changes in kubelet's files, as JSON.
#include "capi/kubelet/files.h"
#include "wire/json/json_writer.h"

namespace koord::capi {
namespace {

void write_entry(wire::JsonWriter &json, const std::string &pod, const std::string &container) {
  if (!pod.empty()) json.member("pod", pod);
  if (!container.empty()) json.member("container", container);
}

}  // namespace

std::string check_report(const kubelet::Checkup &checkup) {
  const kubelet::Finding *stop = checkup.stop();
  wire::JsonWriter json(2);
  json.begin_object().member("starts", stop == nullptr);
  if (stop != nullptr) json.member("kubelet", stop->kubelet);
  json.key("findings").begin_array();
  for (const kubelet::Finding &finding : checkup.findings) {
    json.begin_object().member("fault", fault_name(finding.fault));
    json.member("stops", finding.severity == kubelet::Severity::kStops);
    write_entry(json, finding.pod, finding.container);
    if (!finding.cpus.empty()) json.member("cpus", finding.cpus.to_string());
    if (finding.fault == kubelet::Fault::kOverlap)
      json.member("otherPod", finding.other_pod).member("otherContainer", finding.other_container);
    json.member("message", sentence(finding));
    if (!finding.kubelet.empty()) json.member("kubelet", finding.kubelet);
    json.end_object();
  }
  json.end_array().member("leftOut", checkup.left_out).end_object();
  return json.take();
}

std::string change_report(const std::vector<kubelet::Change> &changes) {
  wire::JsonWriter json(2);
  json.begin_object().member("changed", !changes.empty()).key("changes").begin_array();
  for (const kubelet::Change &change : changes) {
    json.begin_object().member("action", act_name(change.act));
    if (change.why != kubelet::Fault{}) json.member("reason", fault_name(change.why));
    write_entry(json, change.pod, change.container);
    if (!change.cpus.empty()) json.member("cpus", change.cpus.to_string());
    if (!change.left.empty()) json.member("now", change.left.to_string());
    json.member("message", sentence(change)).end_object();
  }
  json.end_array().end_object();
  return json.take();
}

}  // namespace koord::capi
