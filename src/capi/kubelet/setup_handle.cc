// The configuration of a kubelet, and the files that it finds when it starts.
#include "capi/kubelet/setup_handle.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/policies.h"
#include "capi/boundary/rows.h"
#include "wire/json/go_decoder.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace wire = koord::wire;

namespace {

constexpr size_t kMaxSetupContainers = 65536;
constexpr size_t kMaxSetupDevices = 65536;

// Returns the text of a file. `name` is its name in errors.
std::string read_file_text(const char *text, size_t length, const FieldName &argument,
                           const char *name) {
  const std::string_view file = document(text, length, argument);
  wire::GoDecoder::check_size(file, name);
  return std::string(file);
}

std::string read_name(const char *text, size_t length, const FieldName &argument) {
  const std::string_view name = label(text, length, argument);
  if (name.size() > Arena::kMaxText)
    invalid(argument, std::to_string(name.size()) + " bytes, at most " +
                          std::to_string(Arena::kMaxText) + " are accepted");
  return std::string(name);
}

}  // namespace

koord_status koord_kubelet_setup_new(const koord_context *context, koord_kubelet_setup **out,
                                     koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    auto handle = std::make_unique<koord_kubelet_setup>();
    handle->log = log_of(context);
    *out = handle.release();
  });
}

void koord_kubelet_setup_free(koord_kubelet_setup *setup) { delete setup; }

koord_status koord_kubelet_setup_reset(koord_kubelet_setup *setup, koord_error *err) {
  return guarded(err, [&] {
    require(setup, "setup");
    koord_kubelet_setup fresh;
    fresh.log = setup->log;
    *setup = std::move(fresh);
  });
}

koord_status koord_kubelet_version_parse(const char *text, size_t length,
                                         koord_kubelet_version *out, koord_error *err) {
  return guarded(err, [&] {
    require(out, "out");
    const std::string_view given = label(text, length, "text");
    const auto version = koord::find_kubelet_version(given);
    if (!version)
      invalid("text",
              "found " + koord::in_quotes(given, 80) + ", expected a version such as v1.36.3");
    *out = static_cast<koord_kubelet_version>(*version);
  });
}

koord_status koord_kubelet_setup_set_version(koord_kubelet_setup *setup,
                                             koord_kubelet_version version, koord_error *err) {
  return guarded(err, [&] {
    require(setup, "setup");
    setup->version = read_kubelet_version(version, "version");
  });
}

koord_status koord_kubelet_setup_set_config(koord_kubelet_setup *setup, const char *kubelet_config,
                                            size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(setup, "setup");
    const std::string_view text = document(kubelet_config, length, "kubelet_config");
    wire::KubeletConfig read =
        text.empty() ? wire::KubeletConfig{} : wire::parse_kubelet_config(text, setup->log);
    setup->config = std::move(read);
  });
}

koord_status koord_kubelet_setup_set_cpu_state(koord_kubelet_setup *setup, const char *cpu_state,
                                               size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(setup, "setup");
    setup->cpu_state = read_file_text(cpu_state, length, "cpu_state", "cpu_manager_state");
  });
}

koord_status koord_kubelet_setup_set_memory_state(koord_kubelet_setup *setup,
                                                  const char *memory_state, size_t length,
                                                  koord_error *err) {
  return guarded(err, [&] {
    require(setup, "setup");
    setup->memory_state =
        read_file_text(memory_state, length, "memory_state", "memory_manager_state");
  });
}

koord_status koord_kubelet_setup_add_device(koord_kubelet_setup *setup, const char *resource,
                                            size_t resource_length, const char *id,
                                            size_t id_length, uint64_t numa_nodes, uint32_t flags,
                                            koord_error *err) {
  return guarded(err, [&] {
    require(setup, "setup");
    check_flags(flags, KOORD_PLUGIN_DEVICE_UNHEALTHY, "flags");
    if (setup->devices.size() >= kMaxSetupDevices)
      throw Error(Status::kLimit, "setup: has " + std::to_string(kMaxSetupDevices) +
                                      " devices already, which is the limit");
    koord::kubelet::DeviceReport report;
    report.resource = read_name(resource, resource_length, "resource");
    if (report.resource.empty()) invalid("resource", "is empty");
    if (report.resource.find('/') == report.resource.npos)
      invalid("resource", "found " + koord::in_quotes(report.resource, 80) +
                              ", expected a name with a domain, as vendor.example/device");
    report.id = read_name(id, id_length, "id");
    if (report.id.empty()) invalid("id", "is empty");
    report.nodes = numa_nodes;
    report.healthy = (flags & KOORD_PLUGIN_DEVICE_UNHEALTHY) == 0;
    setup->devices.push_back(std::move(report));
  });
}

koord_status koord_kubelet_setup_set_device_state(koord_kubelet_setup *setup,
                                                  const char *device_state, size_t length,
                                                  koord_error *err) {
  return guarded(err, [&] {
    require(setup, "setup");
    setup->device_state =
        read_file_text(device_state, length, "device_state", "kubelet_internal_checkpoint");
  });
}

koord_status koord_kubelet_setup_add_container(koord_kubelet_setup *setup, const char *uid,
                                               size_t uid_length, const char *name,
                                               size_t name_length, const char *id, size_t id_length,
                                               koord_error *err) {
  return guarded(err, [&] {
    require(setup, "setup");
    if (setup->added >= kMaxSetupContainers)
      throw Error(Status::kLimit, "setup: has " + std::to_string(kMaxSetupContainers) +
                                      " containers already, which is the limit");
    const std::string pod = read_name(uid, uid_length, "uid");
    if (pod.empty()) invalid("uid", "is empty");
    const std::string container = read_name(name, name_length, "name");
    const std::string number = read_name(id, id_length, "id");
    if (!number.empty() && container.empty())
      invalid("name", "is empty, expected the name of container " + koord::in_quotes(number, 80));
    const auto [at, is_new] = setup->pods.insert(pod);
    try {
      if (!number.empty())
        setup->containers.insert_or_assign(number, wire::ContainerRef{pod, container});
    } catch (...) {
      if (is_new) setup->pods.erase(at);
      throw;
    }
    ++setup->added;
  });
}
