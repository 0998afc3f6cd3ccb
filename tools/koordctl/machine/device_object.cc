#include "machine/device_object.h"

#include <string_view>

#include "cli/diagnostics.h"
#include "cli/errors.h"
#include "cli/file.h"
#include "cli/options.h"

namespace koordctl {

void add_device_options(CLI::App &command, DeviceOptions &options) {
  command
      .add_option("--nvml", options.nvml,
                  "Query this library for GPUs; default: libnvidia-ml.so.1 on this machine, none "
                  "for others")
      ->type_name("LIBRARY");
  add_former_name(command, "--checkpoint", "--device-state");
  command
      .add_option("--device-state", options.checkpoint,
                  "kubelet_internal_checkpoint: the devices that kubelet assigned to pods become "
                  "part of the object")
      ->type_name("FILE");
}

// The driver of this machine is not queried for another machine unless --nvml is given.
std::string device_object(const koord::Topology &topology, const SourceOptions &source,
                          const DeviceOptions &options, const DeviceNode &node,
                          const std::string &pods) {
  if (options.nvml) refuse_empty("--nvml", *options.nvml, "a library");
  const std::string root = sysfs_directory(source);
  const std::string library = options.nvml.value_or("");
  koord_device_report_flags sources = 0;
  if (options.nvml || source.this_machine()) sources |= KOORD_DEVICE_REPORT_NVML;
  if (!root.empty()) sources |= KOORD_DEVICE_REPORT_SYSFS;
  const std::string checkpoint = options.checkpoint ? read_file(*options.checkpoint) : "";
  const Diagnostics diagnostics(source.verbose);
  koord::DeviceReport report = koord::DeviceReport::create(sources, diagnostics);
  try {
    report.set_nvml_library(library);
    report.set_sysfs_root(root);
    report.set_checkpoint(checkpoint);
    report.set_pods(pods);
    return report.to_json(topology, node.name);
  } catch (const koord::Error &error) {
    const std::string_view message = error.what();
    const bool bad_name = error.code() == KOORD_E_INVALID && message.starts_with("node name");
    const bool bad_checkpoint =
        options.checkpoint && message.starts_with("kubelet_internal_checkpoint");
    fail_with(error,
              bad_checkpoint  ? shown_name(*options.checkpoint)
              : !bad_name     ? ""
              : node.is_given ? "--node-name"
                              : "this host's name is not a valid node name; give --node-name",
              bad_name && node.is_given ? kUsage : kEnvironment);
  }
}

}  // namespace koordctl
