// Sources and lifetime of topologies.
#include <sys/stat.h>

#include <string>
#include <utility>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/rows.h"
#include "capi/boundary/struct_reader.h"
#include "koord.h"
#include "probe/hwloc_source.h"
#include "wire/node/cpu_topology.h"
#include "wire/node/nrt_reader.h"
#include "wire/node/topology_json.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
using koord::Topology;
using koord::TopologySpec;

namespace {

// Runs a source and returns its topology to the caller.
template <typename Read>
koord_status read_topology(koord_topology **out, koord_error *err, Read &&read) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_topology(read());
  });
}

// The length of hwloc's own export includes the final NUL; that of a file does not.
std::string_view hwloc_document(const char *xml, size_t length) {
  if (length != KOORD_NUL) check_extent(length, 1, "xml");
  if (length != 0 && length != KOORD_NUL && xml != nullptr && xml[length - 1] == '\0') --length;
  return document(xml, length, "xml");
}

void check_row(const koord_cpu &row, const FieldName &name) {
  if (row.kernel_core < -1)
    invalid(name.field("kernel_core"),
            std::to_string(row.kernel_core) + ", expected a number or -1");
  if (row.kind < 0) invalid(name.field("kind"), std::to_string(row.kind) + ", expected 0 or more");
}

TopologySpec read_rows(const koord_cpu *rows, size_t stride, size_t count) {
  if (!is_stride(stride, sizeof *rows)) fail_stride(stride, sizeof *rows, "stride: ");
  if (count > Topology::kMaxCpus)
    throw Error(Status::kLimit, "count: " + std::to_string(count) + " CPUs, at most " +
                                    std::to_string(Topology::kMaxCpus) + " are supported");
  if (count != 0) require(rows, "rows");
  TopologySpec spec;
  spec.cpus.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    const FieldName name("rows", i);
    const koord_cpu row = read_row(rows, stride, i, name);
    check_row(row, name);
    TopologySpec::Cpu cpu;
    cpu.id = row.cpu;
    cpu.socket = row.socket;
    cpu.node = row.numa_node;
    cpu.core = row.core;
    cpu.l3 = row.l3;
    cpu.kernel_core = row.kernel_core;
    cpu.kind = row.kind;
    spec.cpus.push_back(cpu);
  }
  return spec;
}

std::string read_architecture(const char *text, size_t length) {
  constexpr size_t kLongest = sizeof(koord_topology_info::architecture) - 1;
  const std::string_view name = label(text, length, "architecture");
  if (name.size() > kLongest)
    throw Error(Status::kInvalid, "architecture: " + std::to_string(name.size()) +
                                      " bytes, at most " + std::to_string(kLongest));
  return std::string(name);
}

}  // namespace

koord_topology *koord_topology_ref(const koord_topology *topology) {
  return add_reference(topology);
}
void koord_topology_unref(koord_topology *topology) { drop_reference(topology); }

koord_status koord_topology_discover(const koord_context *context, uint32_t flags,
                                     koord_topology **out, koord_error *err) {
  return read_topology(out, err, [&] {
    check_flags(flags, KOORD_TOPOLOGY_ONLY_ALLOWED, "flags");
    return koord::probe::read_this_machine(flags, log_of(context));
  });
}

koord_status koord_topology_discover_in(const koord_context *context, uint32_t flags,
                                        const char *root, size_t root_length, koord_topology **out,
                                        koord_error *err) {
  return read_topology(out, err, [&] {
    check_flags(flags, KOORD_TOPOLOGY_ONLY_ALLOWED, "flags");
    const std::string directory(label(root, root_length, "root"));
    struct stat facts {};
    if (directory.empty() || stat(directory.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode))
      throw Error(Status::kInvalid,
                  "root: " + koord::in_quotes(directory, 256) + " is not a directory");
    return koord::probe::read_this_machine(flags, log_of(context), directory);
  });
}

koord_status koord_topology_from_hwloc_xml(const koord_context *context, uint32_t flags,
                                           const char *xml, size_t length, koord_topology **out,
                                           koord_error *err) {
  return read_topology(out, err, [&] {
    check_flags(flags, KOORD_TOPOLOGY_ONLY_ALLOWED, "flags");
    return koord::probe::read_hwloc_xml(hwloc_document(xml, length), flags, log_of(context));
  });
}

koord_status koord_topology_from_synthetic(const koord_context *context, const char *text,
                                           size_t length, koord_topology **out, koord_error *err) {
  return read_topology(out, err, [&] {
    return koord::probe::read_synthetic(document(text, length, "text"), log_of(context));
  });
}

koord_status koord_topology_from_json(const koord_context *context, const char *json, size_t length,
                                      koord_topology **out, koord_error *err) {
  return read_topology(out, err, [&] {
    return koord::wire::topology_from_json(document(json, length, "json"), log_of(context));
  });
}

koord_status koord_topology_from_annotation(const koord_context *context, const char *json,
                                            size_t length, koord_topology **out, koord_error *err) {
  return read_topology(out, err, [&] {
    return koord::wire::topology_from_annotation(document(json, length, "json"), log_of(context));
  });
}

koord_status koord_topology_from_nrt(const koord_context *context, const char *json, size_t length,
                                     koord_topology **out, koord_error *err) {
  return read_topology(out, err, [&] {
    return koord::wire::topology_from_nrt(document(json, length, "json"), log_of(context));
  });
}

koord_status koord_topology_from_rows(const koord_cpu *rows, size_t stride, size_t count,
                                      const char *architecture, size_t architecture_length,
                                      koord_topology **out, koord_error *err) {
  return read_topology(out, err, [&] {
    TopologySpec spec = read_rows(rows, stride, count);
    spec.facts.architecture = read_architecture(architecture, architecture_length);
    return Topology::build(std::move(spec));
  });
}
