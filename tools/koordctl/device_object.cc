#include "device_object.h"

#include <string_view>

#include "file.h"
#include "koord_calls.h"
#include "options.h"

namespace koordctl {

void add_device_options(CLI::App &command, DeviceOptions &options) {
  command
      .add_option("--nvml", options.nvml,
                  "Ask this library for GPUs; default: libnvidia-ml.so.1 on this machine, "
                  "none for others")
      ->type_name("LIBRARY");
  command
      .add_option(
          "--checkpoint", options.checkpoint,
          "kubelet_internal_checkpoint: devices that kubelet gave to pods are part of the object")
      ->type_name("FILE");
}

// The driver of this machine knows nothing of another one, unless someone says so.
std::string device_object(const Topology &topology, const SourceOptions &source,
                          const DeviceOptions &options, const DeviceNode &node,
                          const std::string &pods) {
  if (options.nvml) refuse_empty("--nvml", *options.nvml, "a library");
  const std::string root = sysfs_directory(source);
  const std::string library = options.nvml.value_or("");
  koord_device_report_options asked = KOORD_INIT(koord_device_report_options);
  if (options.nvml || source.this_machine()) asked.flags |= KOORD_DEVICE_REPORT_NVML;
  if (!root.empty()) asked.flags |= KOORD_DEVICE_REPORT_SYSFS;
  const std::string checkpoint = options.checkpoint ? read_file(*options.checkpoint) : "";
  const Remarks remarks(source.verbose);
  koord_buffer *buffer = nullptr;
  koord_error error{};
  const koord_status status = koord_device_report_to_json(
      remarks.context(), topology.get(), &asked, node.name.data(), node.name.size(), library.data(),
      library.size(), root.data(), root.size(), checkpoint.data(), checkpoint.size(), pods.data(),
      pods.size(), &buffer, &error);
  const bool bad_name =
      status == KOORD_E_INVALID && std::string_view(error.message).starts_with("node name");
  const bool bad_checkpoint =
      options.checkpoint &&
      std::string_view(error.message).starts_with("kubelet_internal_checkpoint");
  check(status, error,
        bad_checkpoint  ? shown_name(*options.checkpoint)
        : !bad_name     ? ""
        : node.is_given ? "--node-name"
                        : "this host's name will not do, give --node-name",
        bad_name && node.is_given ? kUsage : kEnvironment);
  return take(buffer);
}

}  // namespace koordctl
