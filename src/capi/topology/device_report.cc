// The devices of a machine, and the resources that its node gets from them.
#include "probe/device_report.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/struct_reader.h"
#include "device/allocation/claimed_grants.h"
#include "device/node_resources.h"
#include "koord.h"
#include "probe/nvml.h"
#include "wire/device/device_object.h"
#include "wire/device/device_writer.h"
#include "wire/kubelet/device_checkpoint.h"
#include "wire/kubelet/kubelet_devices.h"
#include "wire/object/node_name.h"
#include "wire/pod/pod_reader.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;

struct koord_device_report {
  koord::Log log;
  uint32_t flags;
  std::string nvml_library;  // empty for the default, as the next
  std::string sysfs_root;
  koord::wire::DeviceCheckpoint checkpoint;
  bool has_checkpoint = false;
  std::vector<koord::object::PodObject> pods;

  bool has_flag(uint32_t flag) const { return (flags & flag) != 0; }
};

namespace {

// Reads a path that is valid only with a flag.
std::string read_path(const char *text, size_t length, const char *name, bool is_allowed,
                      const char *flag) {
  std::string path(document(text, length, name));
  if (!is_allowed && !path.empty())
    throw Error(Status::kInvalid, std::string(name) + ": given without " + flag);
  return path;
}

const std::string &or_default(const std::string &path, const std::string &fallback) {
  return path.empty() ? fallback : path;
}

// Removes the annotations that schedulers refuse from pods: kubelet's record decides which devices
// these pods have. A report that schedulers refuse as a whole is judged as unknown devices are.
void remove_invalid_claims(std::vector<koord::object::PodObject> &pods,
                           const koord::object::DeviceObject &devices) {
  for (koord::object::PodObject &pod : pods) {
    if (pod.devices.allocated.empty()) continue;
    const auto judge = [&](const koord::object::DeviceObject *node) {
      return koord::device::judge_claim(pod, koord::object::totals_of(pod), koord::Profile::kSpec,
                                        nullptr, node);
    };
    koord::Refusal refusal;
    try {
      refusal = judge(&devices);
    } catch (const Error &) {
      refusal = judge(nullptr);
    }
    if (refusal.refused()) pod.devices.allocated.clear();
  }
}

}  // namespace

koord_status koord_device_report_new(const koord_context *context, uint32_t flags,
                                     koord_device_report **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    check_flags(flags, KOORD_DEVICE_REPORT_NVML | KOORD_DEVICE_REPORT_SYSFS, "flags");
    *out = new koord_device_report{log_of(context), flags, {}, {}, {}, false, {}};
  });
}

void koord_device_report_free(koord_device_report *report) { delete report; }

koord_status koord_device_report_set_nvml_library(koord_device_report *report,
                                                  const char *nvml_library, size_t length,
                                                  koord_error *err) {
  return guarded(err, [&] {
    require(report, "report");
    report->nvml_library =
        read_path(nvml_library, length, "nvml_library", report->has_flag(KOORD_DEVICE_REPORT_NVML),
                  "KOORD_DEVICE_REPORT_NVML");
  });
}

koord_status koord_device_report_set_sysfs_root(koord_device_report *report, const char *sysfs_root,
                                                size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(report, "report");
    report->sysfs_root =
        read_path(sysfs_root, length, "sysfs_root", report->has_flag(KOORD_DEVICE_REPORT_SYSFS),
                  "KOORD_DEVICE_REPORT_SYSFS");
  });
}

koord_status koord_device_report_set_checkpoint(koord_device_report *report, const char *checkpoint,
                                                size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(report, "report");
    const std::string_view file = document(checkpoint, length, "checkpoint");
    koord::wire::DeviceCheckpoint found;
    if (!file.empty()) found = koord::wire::read_device_checkpoint(file);
    report->checkpoint = std::move(found);
    report->has_checkpoint = !file.empty();
  });
}

koord_status koord_device_report_set_pods(koord_device_report *report, const char *pods,
                                          size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(report, "report");
    const std::string_view list = document(pods, length, "pods");
    std::vector<koord::object::PodObject> listed;
    if (!list.empty())
      listed = koord::wire::read_pods(list, report->log, koord::wire::Faults::kKeep);
    report->pods = std::move(listed);
  });
}

koord_status koord_device_report_to_json(const koord_device_report *report,
                                         const koord_topology *topology, const char *node_name,
                                         size_t length, koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(report, "report");
    require(topology, "topology");
    koord::probe::DeviceSources sources;
    sources.node = label(node_name, length, "node_name");
    koord::wire::check_node_name(sources.node);  // before anything is loaded
    if (report->has_flag(KOORD_DEVICE_REPORT_SYSFS))
      sources.sysfs_root = or_default(report->sysfs_root, "/");
    if (report->has_flag(KOORD_DEVICE_REPORT_NVML))
      sources.nvml = koord::probe::read_nvml(
          or_default(report->nvml_library, koord::probe::kNvmlLibrary), report->log);
    koord::object::DeviceObject devices =
        koord::probe::report_devices(**topology, sources, report->log);
    std::vector<koord::object::PodObject> pods = report->pods;
    remove_invalid_claims(pods, devices);
    devices.kubelet = koord::wire::kubelet_devices(report->checkpoint, devices, pods);
    devices.reports_kubelet = report->has_checkpoint;
    *out = new_buffer(koord::wire::write_device(devices));
  });
}

koord_status koord_device_get_node_resources(const koord_context *context, const char *device,
                                             size_t device_length, uint32_t flags,
                                             koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    check_flags(flags, KOORD_NODE_RESOURCES_SHARED, "flags");
    const koord::object::DeviceObject object =
        koord::wire::read_device_object(document(device, device_length, "device"), log_of(context));
    const koord::device::NodeResources offered =
        koord::device::node_resources(object, (flags & KOORD_NODE_RESOURCES_SHARED) != 0);
    *out = new_buffer(koord::wire::write_node_resources(offered.resources, offered.labels));
  });
}
