// Paths of control groups.
#include "agent/cgroup_path.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "koord.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
using koord::object::KubeQos;
namespace agent = koord::agent;

struct koord_cgroup_path {
  agent::CgroupLayout layout;
  KubeQos qos = KubeQos::kGuaranteed;
  std::string uid;  // empty for a path without a pod
  std::string path;
};

namespace {

std::string path_of_pod(const agent::CgroupLayout &layout, KubeQos qos, std::string_view uid) {
  return uid.empty() ? agent::qos_path(layout, qos) : agent::pod_path(layout, qos, uid);
}

}  // namespace

koord_status koord_cgroup_path_new(koord_cgroup_driver driver, const char *root, size_t root_length,
                                   koord_cgroup_path **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    koord_cgroup_path handle;
    if (driver == KOORD_CGROUP_DRIVER_DETECT)
      throw Error(Status::kInvalid, "driver: found 0, expected the driver that the path is for");
    handle.layout.driver =
        number<agent::CgroupDriver>(driver, KOORD_CGROUP_DRIVER_SYSTEMD + 1, "driver");
    handle.layout.root = document(root, root_length, "root");
    handle.path = agent::kubepods_path(handle.layout);
    *out = new koord_cgroup_path(std::move(handle));
  });
}

void koord_cgroup_path_free(koord_cgroup_path *path) { delete path; }

koord_status koord_cgroup_path_set_pod(koord_cgroup_path *path, koord_kube_qos qos, const char *uid,
                                       size_t uid_length, koord_error *err) {
  return guarded(err, [&] {
    require(path, "path");
    const auto kind = number<KubeQos>(qos, KOORD_KUBE_QOS_GUARANTEED + 1, "qos");
    std::string pod(document(uid, uid_length, "uid"));
    path->path = path_of_pod(path->layout, kind, pod);
    path->qos = kind;
    path->uid = std::move(pod);
  });
}

koord_status koord_cgroup_path_set_container(koord_cgroup_path *path, koord_cgroup_runtime runtime,
                                             const char *id, size_t id_length, koord_error *err) {
  return guarded(err, [&] {
    require(path, "path");
    const std::string_view container = document(id, id_length, "id");
    if (path->uid.empty() && !container.empty())
      throw Error(Status::kInvalid, "uid: is empty, expected the uid of the container's pod");
    path->path = container.empty() ? path_of_pod(path->layout, path->qos, path->uid)
                                   : agent::container_path(
                                         path->layout, path->qos, path->uid,
                                         static_cast<agent::ContainerRuntime>(runtime), container);
  });
}

koord_status koord_cgroup_path_format(const koord_cgroup_path *path, char *text, size_t capacity,
                                      size_t *needed, koord_error *err) {
  return guarded(err, [&] {
    require(path, "path");
    write_text(path->path, text, capacity, needed);
  });
}
