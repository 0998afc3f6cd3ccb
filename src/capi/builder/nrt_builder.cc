// NodeResourceTopologies from their parts.
#include "wire/node/nrt_builder.h"

#include <memory>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/struct_reader.h"
#include "capi/cluster/handle.h"
#include "koord.h"

using namespace koord::capi;
using koord::wire::NrtBuilder;
namespace object = koord::object;

struct koord_nrt_builder {
  NrtBuilder nrt;
};

namespace {

std::optional<int64_t> stated(int64_t amount) {
  return amount < 0 ? std::nullopt : std::optional<int64_t>(amount);
}

}  // namespace

koord_status koord_nrt_builder_new(koord_nrt_builder **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_nrt_builder;
  });
}

void koord_nrt_builder_free(koord_nrt_builder *builder) { delete builder; }

koord_status koord_nrt_builder_reset(koord_nrt_builder *builder, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->nrt.clear();
  });
}

koord_status koord_nrt_builder_set_name(koord_nrt_builder *builder, const char *name, size_t length,
                                        koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->nrt.set_name(label(name, length, "name"));
  });
}

koord_status koord_nrt_builder_set_annotation(koord_nrt_builder *builder, const char *key,
                                              size_t key_length, const char *value,
                                              size_t value_length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->nrt.set_annotation(label(key, key_length, "key"), label(value, value_length, "value"));
  });
}

koord_status koord_nrt_builder_add_policy(koord_nrt_builder *builder, const char *policy,
                                          size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->nrt.add_policy(label(policy, length, "policy"));
  });
}

koord_status koord_nrt_builder_add_attribute(koord_nrt_builder *builder, const char *name,
                                             size_t name_length, const char *value,
                                             size_t value_length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->nrt.add_attribute(label(name, name_length, "name"),
                               label(value, value_length, "value"));
  });
}

koord_status koord_nrt_builder_add_zone(koord_nrt_builder *builder, const char *name,
                                        size_t name_length, const char *type, size_t type_length,
                                        int32_t *zone, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    write_optional(
        builder->nrt.add_zone(label(name, name_length, "name"), label(type, type_length, "type")),
        zone);
  });
}

koord_status koord_nrt_builder_add_resource(koord_nrt_builder *builder, int32_t zone,
                                            const char *name, size_t name_length, int64_t capacity,
                                            int64_t allocatable, int64_t available,
                                            koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_index(zone, builder->nrt.zones(), "zone");
    builder->nrt.add_resource(zone, label(name, name_length, "name"),
                              {{}, stated(capacity), stated(allocatable), stated(available)});
  });
}

koord_status koord_nrt_builder_add_cost(koord_nrt_builder *builder, int32_t zone, const char *name,
                                        size_t name_length, uint32_t value, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_index(zone, builder->nrt.zones(), "zone");
    builder->nrt.add_cost(zone, label(name, name_length, "name"), value);
  });
}

koord_status koord_nrt_builder_set_spec(koord_nrt_builder *builder, const koord_nrt_spec *spec,
                                        koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    require(spec, "spec");
    const koord_nrt_spec given = read_struct(spec, "spec");
    check_flags(given.flags,
                KOORD_NODE_KUBELET_STATIC | KOORD_NODE_KUBELET_FULL_PCPUS_ONLY |
                    KOORD_NODE_KUBELET_DISTRIBUTE_CPUS_ACROSS_NUMA,
                "spec.flags");
    if (given.reserved != 0) koord::capi::invalid("spec.reserved", "must be 0");
    koord::wire::NrtSettings out;
    out.kubelet_static = (given.flags & KOORD_NODE_KUBELET_STATIC) != 0;
    out.full_pcpus_only = (given.flags & KOORD_NODE_KUBELET_FULL_PCPUS_ONLY) != 0;
    out.distribute_numa = (given.flags & KOORD_NODE_KUBELET_DISTRIBUTE_CPUS_ACROSS_NUMA) != 0;
    out.numa_policy = number<object::NumaPolicy>(
        given.numa_policy, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE + 1, "spec.numa_policy");
    builder->nrt.set_settings(out);
  });
}

koord_status koord_nrt_builder_set_topology(koord_nrt_builder *builder,
                                            const koord_topology *machine, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->nrt.set_machine(machine != nullptr ? machine->topology : nullptr);
  });
}

koord_status koord_nrt_builder_set_cpus(koord_nrt_builder *builder, koord_nrt_cpuset which,
                                        const uint64_t *words, size_t word_count,
                                        koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    const auto kind = number<NrtBuilder::Cpus>(which, KOORD_NRT_CPUSET_HELD + 1, "which");
    builder->nrt.set_cpus(kind, read_words(words, word_count, "words"));
  });
}

koord_status koord_cluster_set_topology_from_builder(koord_cluster *cluster,
                                                     const koord_nrt_builder *builder, uint32_t *id,
                                                     koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(builder, "builder");
    const object::NodeTopology topology = builder->nrt.build(*cluster->log);
    check_named(topology.node, "NodeResourceTopology");
    write_optional(set_topology(cluster, topology), id);
  });
}

koord_status koord_topology_from_nrt_builder(const koord_context *context,
                                             const koord_nrt_builder *builder, koord_topology **out,
                                             koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(builder, "builder");
    *out = new koord_topology(builder->nrt.machine(log_of(context)));
  });
}
