// Pods from their parts.
#include "wire/pod/pod_builder.h"

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/struct_reader.h"
#include "capi/object/pod_handle.h"
#include "koord.h"
#include "topology/topology.h"

using namespace koord::capi;
using koord::wire::PodBuilder;
namespace object = koord::object;

struct koord_pod_builder {
  PodBuilder pod;
};

namespace {

void check_scope(const koord_pod_builder &builder, int32_t container) {
  if (container != KOORD_RESOURCE_SCOPE_POD && container != KOORD_RESOURCE_SCOPE_OVERHEAD)
    check_index(container, builder.pod.containers(), "container");
}

koord::wire::PodSettings read_spec(const koord_pod_spec &given) {
  check_flags(given.flags,
              KOORD_POD_TERMINATED | KOORD_POD_HAS_KUBE_QOS | KOORD_POD_HAS_POD_LEVEL |
                  KOORD_POD_TOLERATES_UNSCHEDULABLE | KOORD_POD_INITIALIZED,
              "spec.flags");
  if (given.reserved != 0) koord::capi::invalid("spec.reserved", "must be 0");
  koord::wire::PodSettings out;
  out.terminated = (given.flags & KOORD_POD_TERMINATED) != 0;
  out.pod_level = (given.flags & KOORD_POD_HAS_POD_LEVEL) != 0;
  out.initialized = (given.flags & KOORD_POD_INITIALIZED) != 0;
  out.tolerates_unschedulable = (given.flags & KOORD_POD_TOLERATES_UNSCHEDULABLE) != 0;
  const auto kube_qos =
      number<object::KubeQos>(given.kube_qos, KOORD_KUBE_QOS_GUARANTEED + 1, "spec.kube_qos");
  if ((given.flags & KOORD_POD_HAS_KUBE_QOS) != 0) out.kube_qos = kube_qos;
  if (given.scheduled != 0) out.scheduled = given.scheduled;
  out.priority = given.priority;
  out.qos = number<object::Qos>(given.qos, KOORD_QOS_SYSTEM + 1, "spec.qos");
  out.priority_class = number<object::PriorityClass>(
      given.priority_class, KOORD_PRIORITY_CLASS_FREE + 1, "spec.priority_class");
  constexpr int32_t kBinds = KOORD_BIND_POLICY_CONSTRAINED_BURST + 1;
  out.required_bind = number<object::PodBind>(given.required_bind, kBinds, "spec.required_bind");
  out.preferred_bind = number<object::PodBind>(given.preferred_bind, kBinds, "spec.preferred_bind");
  out.exclusive = number<koord::ExclusivePolicy>(given.exclusive, koord::kExclusivePolicyCount,
                                                 "spec.exclusive");
  out.numa_policy = number<object::NumaPolicy>(
      given.numa_policy, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE + 1, "spec.numa_policy");
  out.numa_exclusive = number<object::NumaExclusive>(
      given.numa_exclusive, KOORD_NUMA_EXCLUSIVE_REQUIRED + 1, "spec.numa_exclusive");
  return out;
}

static_assert(static_cast<int32_t>(PodBuilder::Text::kNode) == KOORD_POD_TEXT_NODE);
static_assert(static_cast<int32_t>(PodBuilder::ContainerKind::kSidecar) ==
              KOORD_CONTAINER_KIND_SIDECAR);
static_assert(PodBuilder::kPod == KOORD_RESOURCE_SCOPE_POD);
static_assert(PodBuilder::kOverhead == KOORD_RESOURCE_SCOPE_OVERHEAD);

}  // namespace

koord_status koord_pod_builder_new(koord_pod_builder **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_pod_builder;
  });
}

void koord_pod_builder_free(koord_pod_builder *builder) { delete builder; }

koord_status koord_pod_builder_reset(koord_pod_builder *builder, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->pod.clear();
  });
}

koord_status koord_pod_builder_set_text(koord_pod_builder *builder, koord_pod_text which,
                                        const char *text, size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    const auto kind = number<PodBuilder::Text>(which, KOORD_POD_TEXT_NODE + 1, "which");
    builder->pod.set_text(kind, label(text, length, "text"));
  });
}

koord_status koord_pod_builder_set_label(koord_pod_builder *builder, const char *key,
                                         size_t key_length, const char *value, size_t value_length,
                                         koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->pod.set_label(label(key, key_length, "key"), label(value, value_length, "value"));
  });
}

koord_status koord_pod_builder_set_annotation(koord_pod_builder *builder, const char *key,
                                              size_t key_length, const char *value,
                                              size_t value_length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->pod.set_annotation(label(key, key_length, "key"), label(value, value_length, "value"));
  });
}

koord_status koord_pod_builder_set_spec(koord_pod_builder *builder, const koord_pod_spec *spec,
                                        koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    require(spec, "spec");
    builder->pod.set_settings(read_spec(read_struct(spec, "spec")));
  });
}

koord_status koord_pod_builder_add_container(koord_pod_builder *builder, koord_container_kind kind,
                                             const char *name, size_t name_length,
                                             int32_t *container, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    const auto of =
        number<PodBuilder::ContainerKind>(kind, KOORD_CONTAINER_KIND_SIDECAR + 1, "kind");
    write_optional(builder->pod.add_container(of, label(name, name_length, "name")), container);
  });
}

koord_status koord_pod_builder_set_resource(koord_pod_builder *builder, int32_t container,
                                            const char *name, size_t name_length, int64_t request,
                                            int64_t limit, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_scope(*builder, container);
    builder->pod.set_resource(container, required_label(name, name_length, "name"), request, limit);
  });
}

koord_status koord_pod_builder_set_quantity(koord_pod_builder *builder, int32_t container,
                                            koord_resource_bound bound, const char *name,
                                            size_t name_length, const char *quantity,
                                            size_t quantity_length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_scope(*builder, container);
    const auto which = number<PodBuilder::Bound>(bound, KOORD_RESOURCE_BOUND_LIMIT + 1, "bound");
    builder->pod.set_quantity(container, which, required_label(name, name_length, "name"),
                              label(quantity, quantity_length, "quantity"));
  });
}

koord_status koord_pod_builder_set_env(koord_pod_builder *builder, int32_t container,
                                       const char *name, size_t name_length, const char *value,
                                       size_t value_length, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_index(container, builder->pod.containers(), "container");
    builder->pod.set_env(container, label(name, name_length, "name"),
                         label(value, value_length, "value"));
  });
}

koord_status koord_pod_builder_set_cpus(koord_pod_builder *builder, const uint64_t *words,
                                        size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    builder->pod.set_cpus(read_words(words, word_count, "words"));
  });
}

koord_status koord_pod_builder_set_numa_resource(koord_pod_builder *builder, int32_t numa_node,
                                                 const char *name, size_t name_length,
                                                 int64_t amount, koord_error *err) {
  return guarded(err, [&] {
    require(builder, "builder");
    check_number(numa_node, koord::Topology::kMaxNodes, "numa_node");
    check_not_negative(amount, "amount");
    builder->pod.set_numa_resource(numa_node, required_label(name, name_length, "name"), amount);
  });
}

koord_status koord_pod_from_builder(const koord_context *context, const koord_pod_builder *builder,
                                    koord_pod **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(builder, "builder");
    *out = new koord_pod(builder->pod.build(log_of(context), koord::wire::Faults::kKeep));
  });
}
