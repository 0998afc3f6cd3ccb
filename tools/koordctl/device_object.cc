#include "device_object.h"

#include <memory>
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
  koord_device_report_flags asked = 0;
  if (options.nvml || source.this_machine()) asked |= KOORD_DEVICE_REPORT_NVML;
  if (!root.empty()) asked |= KOORD_DEVICE_REPORT_SYSFS;
  const std::string checkpoint = options.checkpoint ? read_file(*options.checkpoint) : "";
  const Remarks remarks(source.verbose);
  koord_device_report *made = nullptr;
  koord_error error{};
  check(koord_device_report_new(remarks.context(), asked, &made, &error), error, "");
  const std::unique_ptr<koord_device_report, void (*)(koord_device_report *)> report(
      made, koord_device_report_free);
  koord_buffer *buffer = nullptr;
  koord_status status = KOORD_OK;
  const auto set = [&](const auto &call, std::string_view text) {
    if (status == KOORD_OK) status = call(made, text.data(), text.size(), &error);
  };
  set(koord_device_report_set_nvml_library, library);
  set(koord_device_report_set_sysfs_root, root);
  set(koord_device_report_set_checkpoint, checkpoint);
  set(koord_device_report_set_pods, pods);
  if (status == KOORD_OK)
    status = koord_device_report_to_json(made, topology.get(), node.name.data(), node.name.size(),
                                         &buffer, &error);
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
