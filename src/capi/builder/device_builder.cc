// Device objects from their parts.
#include "wire/device/device_builder.h"

#include "base/error.h"
#include "capi/agent/node_handle.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/struct_reader.h"
#include "capi/cluster/handle.h"
#include "koord.h"
#include "topology/topology.h"

using namespace koord::capi;
using koord::wire::DeviceBuilder;
namespace object = koord::object;

struct koord_device_builder {
  DeviceBuilder devices;
};

namespace {

// Checks a number that must be at least `low`; -1 stands for "any".
void check_least(int32_t value, int32_t low, const FieldName &name) {
  if (value < low)
    koord::capi::invalid(
        name, std::to_string(value) + " is too low, expected at least " + std::to_string(low));
}

DeviceBuilder::Settings read_spec(const koord_device_spec &given) {
  check_flags(given.flags,
              KOORD_DEVICE_HEALTHY | KOORD_DEVICE_HAS_MODULE | KOORD_DEVICE_HAS_TOPOLOGY,
              "spec.flags");
  check_least(given.minor, 0, "spec.minor");
  check_least(given.module, -1, "spec.module");
  check_least(given.socket, -1, "spec.socket");
  check_least(given.numa_node, -1, "spec.numa_node");
  if (given.numa_node >= koord::Topology::kMaxNodes)
    check_number(given.numa_node, koord::Topology::kMaxNodes, "spec.numa_node");
  DeviceBuilder::Settings out;
  out.minor = given.minor;
  out.healthy = (given.flags & KOORD_DEVICE_HEALTHY) != 0;
  out.placed = (given.flags & KOORD_DEVICE_HAS_TOPOLOGY) != 0;
  if ((given.flags & KOORD_DEVICE_HAS_MODULE) != 0) out.module = given.module;
  out.socket = given.socket;
  out.numa_node = given.numa_node;
  return out;
}

}  // namespace

koord_status koord_device_builder_new(koord_device_builder **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_device_builder;
  });
}

void koord_device_builder_free(koord_device_builder *builder) { delete builder; }

koord_status koord_device_builder_reset(koord_device_builder *builder, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->devices.clear();
  });
}

koord_status koord_device_builder_set_name(koord_device_builder *builder, const char *name,
                                           size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->devices.set_name(label(name, length, "name"));
  });
}

koord_status koord_device_builder_set_label(koord_device_builder *builder, const char *key,
                                            size_t key_length, const char *value,
                                            size_t value_length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->devices.set_label(label(key, key_length, "key"), label(value, value_length, "value"));
  });
}

koord_status koord_device_builder_set_annotation(koord_device_builder *builder, const char *key,
                                                 size_t key_length, const char *value,
                                                 size_t value_length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->devices.set_annotation(label(key, key_length, "key"),
                                    label(value, value_length, "value"));
  });
}

koord_status koord_device_builder_add_device(koord_device_builder *builder,
                                             const koord_device_spec *spec, int32_t *device,
                                             koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    require(spec, "spec");
    write_optional(builder->devices.add_device(read_spec(read_struct(spec, "spec"))), device);
  });
}

koord_status koord_device_builder_set_device_text(koord_device_builder *builder, int32_t device,
                                                  koord_device_text which, const char *text,
                                                  size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_index(device, builder->devices.devices(), "device");
    const auto kind = number<DeviceBuilder::Text>(which, KOORD_DEVICE_TEXT_BUS_ID + 1, "which");
    builder->devices.set_text(device, kind, label(text, length, "text"));
  });
}

koord_status koord_device_builder_set_device_label(koord_device_builder *builder, int32_t device,
                                                   const char *key, size_t key_length,
                                                   const char *value, size_t value_length,
                                                   koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_index(device, builder->devices.devices(), "device");
    builder->devices.set_device_label(device, label(key, key_length, "key"),
                                      label(value, value_length, "value"));
  });
}

koord_status koord_device_builder_set_resource(koord_device_builder *builder, int32_t device,
                                               const char *name, size_t name_length, int64_t amount,
                                               koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_index(device, builder->devices.devices(), "device");
    check_not_negative(amount, "amount");
    builder->devices.set_resource(device, required_label(name, name_length, "name"), amount);
  });
}

koord_status koord_device_builder_add_vf_group(koord_device_builder *builder, int32_t device,
                                               int32_t *group, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_index(device, builder->devices.devices(), "device");
    write_optional(builder->devices.add_vf_group(device), group);
  });
}

koord_status koord_device_builder_set_vf_label(koord_device_builder *builder, int32_t group,
                                               const char *key, size_t key_length,
                                               const char *value, size_t value_length,
                                               koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_index(group, builder->devices.vf_groups(), "group");
    builder->devices.set_vf_label(group, label(key, key_length, "key"),
                                  label(value, value_length, "value"));
  });
}

koord_status koord_device_builder_add_vf(koord_device_builder *builder, int32_t group,
                                         int32_t minor, const char *bus_id, size_t bus_id_length,
                                         koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_index(group, builder->devices.vf_groups(), "group");
    check_least(minor, -1, "minor");
    builder->devices.add_vf(group, minor, label(bus_id, bus_id_length, "bus_id"));
  });
}

koord_status koord_cluster_set_devices_from_builder(koord_cluster *cluster,
                                                    const koord_device_builder *builder,
                                                    uint32_t *id, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(builder, "builder");
    object::DeviceObject devices = builder->devices.build(*cluster->log);
    check_named(devices.node, "Device");
    write_optional(set_devices(cluster, std::move(devices)), id);
  });
}

koord_status koord_agent_set_devices_from_builder(koord_agent *agent,
                                                  const koord_device_builder *builder,
                                                  koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    require(builder, "builder");
    agent->node.set_devices(builder->devices.build(*agent->log));
  });
}
