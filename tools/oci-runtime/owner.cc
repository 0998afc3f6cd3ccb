#include "owner.h"

#include <array>
#include <string_view>

#include "command_line.h"
#include "koord.hpp"

namespace koord_runtime {
namespace {

// Names of the same annotations in each runtime.
struct Names {
  std::string_view uid, kind, container;
};
constexpr std::array<Names, 2> kNames = {
    {{"io.kubernetes.cri.sandbox-uid", "io.kubernetes.cri.container-type",
      "io.kubernetes.cri.container-name"},
     {"io.kubernetes.pod.uid", "io.kubernetes.cri-o.ContainerType",
      "io.kubernetes.container.name"}}};
constexpr std::string_view kStatus = "scheduling.koordinator.sh/resource-status";
// CRI-O stores a pod's annotations as one JSON text.
constexpr std::string_view kCrioAnnotations = "io.kubernetes.cri-o.Annotations";

const Json *member(const Json &object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

// Returns true for the notation of systemd's driver,
// "kubepods-burstable-pod1.slice:cri-containerd:ID", which is a scope of that name in the pod's
// slice.
bool is_in_slice(const std::string &group, const std::string &pod, const std::string &id) {
  const size_t first = group.find(':');
  const size_t last = group.rfind(':');
  if (first == last || group.substr(last + 1) != id) return false;
  const std::string slice = pod.substr(pod.rfind('/') + 1);
  const std::string found = group.substr(0, first);
  // kubelet's cgroupRoot may precede the name, separated by a dash.
  return found == slice || found.ends_with("-" + slice);
}

bool is_below(const std::string &group, const std::string &pod, const std::string &id) {
  const size_t slash = group.rfind('/');
  if (slash == std::string::npos) return false;
  const std::string name = group.substr(slash + 1);
  const std::string above = group.substr(0, slash);
  return (name == id || name == "crio-" + id) && ("/" + above).ends_with("/" + pod) &&
         above.find("/../") == std::string::npos;
}

}  // namespace

Owner owner_of(const Json &config) {
  Owner out;
  const Json *annotations = member(config, "annotations");
  if (annotations == nullptr) return out;
  for (const Names &names : kNames) {
    const std::string uid = text_in(*annotations, names.uid);
    if (uid.empty()) continue;
    if (!out.uid.empty() && out.uid != uid)
      throw Failure(kEnvironment, "config.json: annotations: two pods are named: " +
                                      in_quotes(out.uid) + " and " + in_quotes(uid));
    out.uid = uid;
    if (text_in(*annotations, names.kind) != "sandbox")
      out.container = text_in(*annotations, names.container);
  }
  out.resource_status = text_in(*annotations, kStatus);
  if (const std::string inner = text_in(*annotations, kCrioAnnotations);
      !inner.empty() && out.resource_status.empty())
    out.resource_status =
        text_in(parse_json(inner, "config.json: annotation " + std::string(kCrioAnnotations),
                           kAnnotationLimits),
                kStatus);
  return out;
}

bool is_group_of(const Json &config, const std::string &uid, const std::string &id) {
  const Json *of_linux = member(config, "linux");
  const std::string group = of_linux == nullptr ? "" : text_in(*of_linux, "cgroupsPath");
  for (const koord_kube_qos qos :
       {KOORD_KUBE_QOS_GUARANTEED, KOORD_KUBE_QOS_BURSTABLE, KOORD_KUBE_QOS_BEST_EFFORT}) {
    for (const koord_cgroup_driver driver :
         {KOORD_CGROUP_DRIVER_CGROUPFS, KOORD_CGROUP_DRIVER_SYSTEMD}) {
      auto path = koord::CgroupPath::create(driver);
      path.set_pod(qos, uid);
      const std::string pod = path.format();
      if (driver == KOORD_CGROUP_DRIVER_SYSTEMD ? is_in_slice(group, pod, id)
                                                : is_below(group, pod, id))
        return true;
    }
  }
  return false;
}

}  // namespace koord_runtime
