// Nodes from their parts.
#include "wire/node/node_builder.h"

#include <string>

#include "base/error.h"
#include "capi/agent/node_handle.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/policies.h"
#include "capi/boundary/struct_reader.h"
#include "capi/cluster/handle.h"
#include "koord.h"

using namespace koord::capi;
using koord::wire::NodeBuilder;
namespace object = koord::object;

struct koord_node_builder {
  NodeBuilder node;
};

namespace {

constexpr uint32_t kMaxAmplification = 10000;  // percent

koord::wire::NodeSettings read_spec(const koord_node_spec &given) {
  check_flags(given.flags, KOORD_NODE_UNSCHEDULABLE | KOORD_NODE_SYSTEM_CPUS_SHARED, "spec.flags");
  koord::wire::NodeSettings out;
  out.unschedulable = (given.flags & KOORD_NODE_UNSCHEDULABLE) != 0;
  out.system_qos_exclusive = (given.flags & KOORD_NODE_SYSTEM_CPUS_SHARED) == 0;
  out.bind = read_node_bind(given.bind_policy, "spec.bind_policy");
  out.strategy = number<object::NodeStrategy>(
      given.strategy, KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY + 1, "spec.strategy");
  out.numa_policy = number<object::NumaPolicy>(
      given.numa_policy, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE + 1, "spec.numa_policy");
  if (given.cpu_amplification_percent > kMaxAmplification)
    koord::capi::invalid("spec.cpu_amplification_percent",
                         std::to_string(given.cpu_amplification_percent) +
                             " is too much, expected at most " + std::to_string(kMaxAmplification));
  if (given.cpu_amplification_percent > 0)
    out.cpu_amplification = given.cpu_amplification_percent / 100.0;
  return out;
}

}  // namespace

koord_status koord_node_builder_new(koord_node_builder **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_node_builder;
  });
}

void koord_node_builder_free(koord_node_builder *builder) { delete builder; }

koord_status koord_node_builder_reset(koord_node_builder *builder, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->node.clear();
  });
}

koord_status koord_node_builder_set_text(koord_node_builder *builder, koord_node_text which,
                                         const char *text, size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    const auto kind =
        number<NodeBuilder::Text>(which, KOORD_NODE_TEXT_KUBELET_VERSION + 1, "which");
    builder->node.set_text(kind, label(text, length, "text"));
  });
}

koord_status koord_node_builder_set_label(koord_node_builder *builder, const char *key,
                                          size_t key_length, const char *value, size_t value_length,
                                          koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->node.set_label(label(key, key_length, "key"), label(value, value_length, "value"));
  });
}

koord_status koord_node_builder_set_annotation(koord_node_builder *builder, const char *key,
                                               size_t key_length, const char *value,
                                               size_t value_length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->node.set_annotation(label(key, key_length, "key"),
                                 label(value, value_length, "value"));
  });
}

koord_status koord_node_builder_set_spec(koord_node_builder *builder, const koord_node_spec *spec,
                                         koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    require(spec, "spec");
    builder->node.set_settings(read_spec(read_struct(spec, "spec")));
  });
}

koord_status koord_node_builder_set_resource(koord_node_builder *builder, const char *name,
                                             size_t name_length, int64_t allocatable,
                                             int64_t reserved, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_not_negative(allocatable, "allocatable");
    check_not_negative(reserved, "reserved");
    builder->node.set_resource(required_label(name, name_length, "name"), allocatable, reserved);
  });
}

koord_status koord_node_builder_set_cpus(koord_node_builder *builder, koord_node_cpuset which,
                                         const uint64_t *words, size_t word_count,
                                         koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    const auto kind = number<NodeBuilder::Cpus>(which, KOORD_NODE_CPUSET_SYSTEM + 1, "which");
    builder->node.set_cpus(kind, read_words(words, word_count, "words"));
  });
}

koord_status koord_cluster_set_node_from_builder(koord_cluster *cluster,
                                                 const koord_node_builder *builder, uint32_t *id,
                                                 koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(builder, "builder");
    const object::NodeObject node = builder->node.build(*cluster->log);
    check_named(node.name, "Node");
    write_optional(cluster->cluster.set_node(node), id);
  });
}

koord_status koord_agent_set_node_from_builder(koord_agent *agent,
                                               const koord_node_builder *builder,
                                               koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    require(builder, "builder");
    agent->node.set_node(builder->node.build(*agent->log));
  });
}
