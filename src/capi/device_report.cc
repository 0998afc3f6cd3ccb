// The devices of a machine, and what its node offers by them.
#include "probe/device_report.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/struct_reader.h"
#include "device/claim.h"
#include "device/node_resources.h"
#include "koord.h"
#include "probe/nvml.h"
#include "wire/device_checkpoint.h"
#include "wire/device_object.h"
#include "wire/device_writer.h"
#include "wire/kubelet_devices.h"
#include "wire/nrt_writer.h"
#include "wire/pod_reader.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;

namespace {

// A path that goes with a flag; `usual` where none is given.
std::string read_path(const char *text, size_t length, const char *name, bool asked,
                      const char *flag, const char *usual) {
  std::string path(document(text, length, name));
  if (!asked && !path.empty())
    throw Error(Status::kInvalid, std::string(name) + ": given without " + flag);
  if (asked && path.empty()) path = usual;
  return path;
}

}  // namespace

koord_status koord_device_report_to_json(
    const koord_context *context, const koord_topology *topology,
    const koord_device_report_options *options, const char *node_name, size_t node_name_length,
    const char *nvml_library, size_t nvml_library_length, const char *sysfs_root,
    size_t sysfs_root_length, const char *checkpoint, size_t checkpoint_length, const char *pods,
    size_t pods_length, koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(topology, "topology");
    koord_device_report_options given{};
    if (options != nullptr) given = read_struct(options, "options");
    check_flags(given.flags, KOORD_DEVICE_REPORT_NVML | KOORD_DEVICE_REPORT_SYSFS, "options.flags");
    const bool asks_nvml = (given.flags & KOORD_DEVICE_REPORT_NVML) != 0;
    const bool asks_sysfs = (given.flags & KOORD_DEVICE_REPORT_SYSFS) != 0;

    koord::probe::DeviceSources sources;
    sources.node = label(node_name, node_name_length, "node_name");
    koord::wire::check_node_name(sources.node);  // before anything is loaded
    const std::string library =
        read_path(nvml_library, nvml_library_length, "nvml_library", asks_nvml,
                  "KOORD_DEVICE_REPORT_NVML", koord::probe::kNvmlLibrary);
    sources.sysfs_root = read_path(sysfs_root, sysfs_root_length, "sysfs_root", asks_sysfs,
                                   "KOORD_DEVICE_REPORT_SYSFS", "/");
    const koord::Log &log = log_of(context);
    const std::string_view file = document(checkpoint, checkpoint_length, "checkpoint");
    koord::wire::DeviceCheckpoint given_by_kubelet;
    if (!file.empty()) given_by_kubelet = koord::wire::read_device_checkpoint(file);
    const std::string_view list = document(pods, pods_length, "pods");
    std::vector<koord::object::PodObject> here;
    if (!list.empty()) here = koord::wire::read_pods(list, log, koord::wire::Faults::kKeep);
    // Of pods that claim other devices than they ask for kubelet's record tells what they have.
    for (koord::object::PodObject &pod : here) {
      const koord::Refusal no =
          koord::device::judge_claim(pod, koord::object::totals_of(pod), koord::Profile::kSpec);
      if (no.refused() && no.reason != koord::Reason::kDevicesNotAsked)
        pod.devices.allocated.clear();
    }

    if (asks_nvml) sources.nvml = koord::probe::read_nvml(library, log);
    koord::object::DeviceObject report = koord::probe::report_devices(**topology, sources, log);
    report.kubelet = koord::wire::kubelet_devices(given_by_kubelet, report, here);
    *out = new_buffer(koord::wire::write_device(report));
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
