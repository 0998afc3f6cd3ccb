// Where pods come from, and how long they live.
#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/pod_handle.h"
#include "capi/rows.h"
#include "capi/struct_reader.h"
#include "koord.h"
#include "object/pod_request.h"
#include "wire/pod_reader.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
namespace object = koord::object;

namespace {

constexpr size_t kMaxContainers = 1024;
constexpr size_t kMaxResources = size_t{1} << 20;

template <typename Read>
koord_status read_pod(koord_pod **out, koord_error *err, Read &&read) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_pod(read());
  });
}

object::PodObject read_spec(const koord_pod_spec *spec, const Arena &arena) {
  require(spec, "spec");
  const koord_pod_spec given = read_struct(spec, "spec");
  check_flags(given.flags, KOORD_POD_TERMINATED, "spec.flags");
  object::PodObject pod;
  pod.terminated = (given.flags & KOORD_POD_TERMINATED) != 0;
  pod.qos = number<object::Qos>(given.qos, KOORD_QOS_SYSTEM + 1, "spec.qos");
  pod.priority = given.priority;
  pod.priority_class = number<object::PriorityClass>(
      given.priority_class, KOORD_PRIORITY_CLASS_FREE + 1, "spec.priority_class");
  if (pod.priority_class == object::PriorityClass::kNone)
    pod.priority_class = object::priority_class_of(pod.priority);
  constexpr int32_t kBinds = KOORD_BIND_POLICY_CONSTRAINED_BURST + 1;
  pod.required_bind = number<object::PodBind>(given.required_bind, kBinds, "spec.required_bind");
  pod.preferred_bind = number<object::PodBind>(given.preferred_bind, kBinds, "spec.preferred_bind");
  pod.exclusive = number<object::PodExclusive>(
      given.exclusive, KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL + 1, "spec.exclusive");
  pod.numa_policy = number<object::NumaPolicy>(
      given.numa_policy, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE + 1, "spec.numa_policy");
  pod.numa_exclusive = number<object::NumaExclusive>(
      given.numa_exclusive, KOORD_NUMA_EXCLUSIVE_REQUIRED + 1, "spec.numa_exclusive");
  pod.name = arena.required(given.name_offset, given.name_length, "spec.name");
  if (given.namespace_length != 0)
    pod.name_space = arena.text(given.namespace_offset, given.namespace_length, "spec.namespace");
  pod.uid = arena.text(given.uid_offset, given.uid_length, "spec.uid");
  pod.node = arena.text(given.node_offset, given.node_length, "spec.node");
  return pod;
}

object::Container read_container(const koord_container &row, const Arena &arena,
                                 const FieldName &name) {
  check_number(row.kind, KOORD_CONTAINER_KIND_SIDECAR + 1, name.field("kind"));
  if (row.reserved != 0) invalid(name.field("reserved"), "must be 0");
  object::Container container;
  container.name = arena.text(row.name_offset, row.name_length, name.field("name"));
  container.init = row.kind != KOORD_CONTAINER_KIND_APP;
  container.restartable = row.kind == KOORD_CONTAINER_KIND_SIDECAR;
  return container;
}

// Rows come in any order, amounts ascend by name: appended first, put in order at the end.
class Resources {
 public:
  Resources(object::PodObject &pod, std::vector<size_t> places)
      : pod_(pod), places_(std::move(places)) {}

  void add(const koord_resource &row, const std::string &resource, const FieldName &name) {
    if (row.container != KOORD_RESOURCE_SCOPE_NUMA_NODE && row.numa_node != 0)
      invalid(name.field("numa_node"), "must be 0");
    if (row.container == KOORD_RESOURCE_SCOPE_POD) {
      pod_.pod_level = true;
      append(pod_.pod_requests, resource, row.request);
      append(pod_.pod_limits, resource, row.limit);
    } else if (row.container == KOORD_RESOURCE_SCOPE_OVERHEAD) {
      append(pod_.overhead, resource, row.request);
    } else if (row.container == KOORD_RESOURCE_SCOPE_NUMA_NODE) {
      append(numa_amounts(row.numa_node, name), resource, row.request);
    } else {
      check_number(row.container, static_cast<int32_t>(places_.size()), name.field("container"));
      object::Container &container = pod_.containers[places_[static_cast<size_t>(row.container)]];
      append(container.requests, resource, row.request);
      append(container.limits, resource, row.limit);
    }
  }

  void finish() {
    for (object::Container &container : pod_.containers) {
      sort(container.requests);
      sort(container.limits);
    }
    for (object::Amounts *amounts : {&pod_.pod_requests, &pod_.pod_limits, &pod_.overhead})
      sort(*amounts);
    if (!pod_.status) return;
    for (object::NumaAmounts &node : pod_.status->numa) sort(node.amounts);
  }

 private:
  static void append(object::Amounts &amounts, const std::string &resource, int64_t value) {
    if (value >= 0) amounts.push_back({resource, value});
  }

  static void sort(object::Amounts &amounts) {
    const auto by_name = [](const object::Amount &a, const object::Amount &b) {
      return a.resource < b.resource;
    };
    std::sort(amounts.begin(), amounts.end(), by_name);
    const auto twice = std::adjacent_find(
        amounts.begin(), amounts.end(),
        [](const object::Amount &a, const object::Amount &b) { return a.resource == b.resource; });
    if (twice != amounts.end())
      throw Error(Status::kInvalid, "resources: " + koord::in_quotes(twice->resource) +
                                        " is stated twice for one container");
  }

  object::Amounts &numa_amounts(int32_t node, const FieldName &name) {
    check_number(node, koord::Topology::kMaxNodes, name.field("numa_node"));
    if (!pod_.status) pod_.status.emplace();
    auto &nodes = pod_.status->numa;
    const auto at = std::lower_bound(
        nodes.begin(), nodes.end(), node,
        [](const object::NumaAmounts &entry, int32_t wanted) { return entry.node < wanted; });
    if (at != nodes.end() && at->node == node) return at->amounts;
    return nodes.insert(at, {node, {}})->amounts;
  }

  object::PodObject &pod_;
  std::vector<size_t> places_;  // of the caller's containers in pod_.containers
};

}  // namespace

koord_pod::koord_pod(object::PodObject pod) : object(std::move(pod)), totals(totals_of(object)) {}

koord_pod *koord_pod_ref(const koord_pod *pod) { return add_reference(pod); }
void koord_pod_unref(koord_pod *pod) { drop_reference(pod); }

koord_status koord_pod_from_json(const koord_context *context, const char *json, size_t length,
                                 koord_pod **out, koord_error *err) {
  return read_pod(out, err, [&] {
    return koord::wire::read_pod(document(json, length, "json"), log_of(context),
                                 koord::wire::Faults::kKeep);
  });
}

koord_status koord_pod_from_struct(const koord_pod_spec *spec, const char *arena,
                                   size_t arena_length, const koord_container *containers,
                                   size_t container_stride, size_t container_count,
                                   const koord_resource *resources, size_t resource_stride,
                                   size_t resource_count, const uint64_t *cpus, size_t words,
                                   koord_pod **out, koord_error *err) {
  return read_pod(out, err, [&] {
    const Arena texts(arena, arena_length);
    object::PodObject pod = read_spec(spec, texts);
    check_rows(containers, container_stride, container_count, kMaxContainers, "containers");
    check_rows(resources, resource_stride, resource_count, kMaxResources, "resources");

    // Init containers first, as a pod runs them.
    std::vector<size_t> places(container_count);
    for (const bool init : {true, false}) {
      for (size_t i = 0; i < container_count; ++i) {
        const FieldName name("containers", i);
        object::Container container =
            read_container(read_row(containers, container_stride, i, name), texts, name);
        if (container.init != init) continue;
        places[i] = pod.containers.size();
        pod.containers.push_back(std::move(container));
      }
    }
    check_extent(words, sizeof *cpus, "words");
    const CpuSet given = read_words(cpus, cpus == nullptr ? 0 : words, "words");
    if (!given.empty()) pod.status.emplace().cpus = given;

    Resources amounts(pod, std::move(places));
    for (size_t i = 0; i < resource_count; ++i) {
      const FieldName name("resources", i);
      const koord_resource row = read_row(resources, resource_stride, i, name);
      amounts.add(row, texts.required(row.name_offset, row.name_length, name.field("name")), name);
    }
    amounts.finish();
    fill_defaults(pod);
    return pod;
  });
}
