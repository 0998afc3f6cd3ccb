#include "wire/agent/oci_state.h"

#include "base/error.h"
#include "wire/json/json.h"
#include "wire/pod/pod_annotations.h"

namespace koord::wire {
namespace {

constexpr JsonLimits kOciLimits{size_t{1} << 20, 64, size_t{1} << 16};

// The annotation names of a runtime.
struct RuntimeNames {
  std::string_view uid;
  std::string_view kind;  // "sandbox" or "container"
  std::string_view container;
};
constexpr RuntimeNames kContainerd{"io.kubernetes.cri.sandbox-uid",
                                   "io.kubernetes.cri.container-type",
                                   "io.kubernetes.cri.container-name"};
constexpr RuntimeNames kCrio{"io.kubernetes.pod.uid", "io.kubernetes.cri-o.ContainerType",
                             "io.kubernetes.container.name"};
// CRI-O stores a pod's annotations as one text of JSON.
constexpr std::string_view kCrioAnnotations = "io.kubernetes.cri-o.Annotations";

std::string text_of(const JsonValue &annotations, std::string_view name) {
  const auto value = annotations.find(name);
  return value ? std::string(value->as_string()) : "";
}

void read_owner(const JsonValue &annotations, const RuntimeNames &names, OciState &out) {
  const std::string uid = text_of(annotations, names.uid);
  if (uid.empty()) return;
  if (!out.pod_uid.empty() && out.pod_uid != uid)
    throw Error(Status::kInvalid, annotations.path() + ": " +
                                      in_quotes(std::string(names.uid), 80) + " names pod " +
                                      in_quotes(uid) + ", but another annotation names pod " +
                                      in_quotes(out.pod_uid));
  out.pod_uid = uid;
  if (text_of(annotations, names.kind) != "sandbox")
    out.container = text_of(annotations, names.container);
}

void read_stated(const JsonValue &annotations, OciState &out) {
  const auto value = annotations.find(kResourceStatusAnnotation);
  if (!value || value->as_string().empty()) return;
  const object::ResourceStatus status = read_resource_status(value->as_string(), value->path());
  out.stated = status.cpus.value_or(CpuSet());
}

}  // namespace

OciState read_oci_state(std::string_view json) {
  const JsonDocument document = JsonDocument::parse(json, "container state", kOciLimits);
  const JsonValue root = document.root();
  OciState out;
  out.id = root.at("id").as_string();
  if (out.id.empty()) root.at("id").fail_expected("the container's id");
  out.pid = root.int_or("pid", 0, INT32_MAX, 0);
  const auto annotations = root.find("annotations");
  if (!annotations) return out;
  read_owner(*annotations, kContainerd, out);
  read_owner(*annotations, kCrio, out);
  if (const auto text = annotations->find(kCrioAnnotations); text && !text->as_string().empty()) {
    const JsonDocument inner = JsonDocument::parse(text->as_string(), text->path(), kOciLimits);
    read_stated(inner.root(), out);
  }
  read_stated(*annotations, out);
  return out;
}

}  // namespace koord::wire
