// Where the fields of the structs of koord.h lie: for rows that NumPy and Python's struct module read in place, and
// for structs that cross as dictionaries.
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "bridge.h"

namespace koord_python {
namespace {

template <class T>
constexpr char kind_of() {
  if constexpr (std::is_array_v<T>) {
    return 's';
  } else if constexpr (std::is_integral_v<T>) {
    return std::is_signed_v<T> ? 'i' : 'u';
  } else {
    return 'n';
  }
}

template <class T>
const Layout *nested_of() {
  if constexpr (kind_of<T>() == 'n') {
    return &layout_of<T>();
  } else {
    return nullptr;
  }
}

}  // namespace

#define KOORD_PARENS ()
#define KOORD_EXPAND(...) KOORD_EXPAND3(KOORD_EXPAND3(KOORD_EXPAND3(__VA_ARGS__)))
#define KOORD_EXPAND3(...) KOORD_EXPAND2(KOORD_EXPAND2(KOORD_EXPAND2(__VA_ARGS__)))
#define KOORD_EXPAND2(...) KOORD_EXPAND1(KOORD_EXPAND1(KOORD_EXPAND1(__VA_ARGS__)))
#define KOORD_EXPAND1(...) __VA_ARGS__
#define KOORD_EACH(s, ...) __VA_OPT__(KOORD_EXPAND(KOORD_EACH_STEP(s, __VA_ARGS__)))
#define KOORD_EACH_STEP(s, f, ...) \
  KOORD_FIELD(s, f) __VA_OPT__(KOORD_EACH_AGAIN KOORD_PARENS(s, __VA_ARGS__))
#define KOORD_EACH_AGAIN() KOORD_EACH_STEP
#define KOORD_FIELD(s, f) \
  Field{#f, offsetof(s, f), sizeof(s::f), kind_of<decltype(s::f)>(), nested_of<decltype(s::f)>()},

#define KOORD_LAYOUT(s, ...)                                              \
  template <>                                                             \
  const Layout &layout_of<s>() {                                          \
    static const Field fields[] = {KOORD_EACH(s, __VA_ARGS__)};           \
    static const Layout layout{#s, sizeof(s), fields, std::size(fields)}; \
    return layout;                                                        \
  }

KOORD_LAYOUT(koord_cpu_row, cpu, core, socket, node, l3, core_index, kernel_core, kind)
KOORD_LAYOUT(koord_topology_info, struct_size, flags, cpus, cores, l3s, nodes, sockets, devices,
             smt_width, words, architecture)
KOORD_LAYOUT(koord_node_row, memory_bytes, node, cpus)
KOORD_LAYOUT(koord_hugepages_row, page_bytes, count, node, reserved)
KOORD_LAYOUT(koord_device_row, bus_id_offset, bus_id_length, names_offset, names_length, class_id,
             vendor_id, device_id, node)
KOORD_LAYOUT(koord_container_row, kind, name_offset, name_length, reserved)
KOORD_LAYOUT(koord_resource_row, request, limit, name_offset, name_length, container, node)
KOORD_LAYOUT(koord_pod_spec, struct_size, flags, qos, priority_class, priority, required_bind,
             preferred_bind, exclusive, numa_policy, numa_exclusive, name_offset, name_length,
             namespace_offset, namespace_length, uid_offset, uid_length, node_offset, node_length)
KOORD_LAYOUT(koord_pod_info, struct_size, flags, cpu_request_milli, cpu_limit_milli, properties,
             containers, qos, effective_qos, kube_qos, priority_class, priority, required_bind,
             preferred_bind, exclusive, numa_policy, numa_exclusive)
KOORD_LAYOUT(koord_refusal, needed, best, reason, profile, object, where_object, where, detail)
KOORD_LAYOUT(koord_cpu_request, struct_size, flags, profile, bind_policy, exclusive_policy,
             numa_strategy, cpus, max_ref_count)
KOORD_LAYOUT(koord_numa_grant, available_milli, granted_milli, node, reserved)
KOORD_LAYOUT(koord_kubelet_request, struct_size, flags, options, cpus)
KOORD_LAYOUT(koord_numa_place, node, use)
KOORD_LAYOUT(koord_numa_hint, nodes, score, flags, reserved)
KOORD_LAYOUT(koord_numa_list, first_hint, hint_count, name_offset, name_length, provider, opinion)
KOORD_LAYOUT(koord_numa_options, struct_size, flags, profile, policy, exclusive, max_nodes)
KOORD_LAYOUT(koord_numa_merged, nodes, score, flags, reason)
KOORD_LAYOUT(koord_kubelet_container, affinity, memory_nodes, cpus, flags)
KOORD_LAYOUT(koord_kubelet_block, nodes, bytes, page_bytes, container, reserved)
KOORD_LAYOUT(koord_kubelet_present, uid_offset, uid_length, name_offset, name_length, id_offset,
             id_length)
KOORD_LAYOUT(koord_kubelet_finding, fault, stops, cpus, zero)
KOORD_LAYOUT(koord_cluster_options, struct_size, flags, profile, device_strategy, gpu_pick,
             reserved)
KOORD_LAYOUT(koord_task_class, tasks, cpu_milli, gpu_milli, gpu_count, models_offset, models_length)
KOORD_LAYOUT(koord_amount_row, amount, reserved, name_offset, name_length, node, zero)
KOORD_LAYOUT(koord_node_spec, struct_size, flags, bind_policy, strategy, numa_policy, name_offset,
             name_length, architecture_offset, architecture_length, cpu_amplification_percent)
KOORD_LAYOUT(koord_node_topology_spec, struct_size, flags, numa_policy, name_offset, name_length)
KOORD_LAYOUT(koord_cluster_info, struct_size, flags, generation, pods, nodes, ids)
KOORD_LAYOUT(koord_verdict, node, reason, score, flags)
KOORD_LAYOUT(koord_reserve_options, struct_size, flags, generation, affinity)
KOORD_LAYOUT(koord_pod_conflicts, struct_size, flags, cpus_held, cpus_withheld, cpus_unknown,
             grants_unknown, devices_unknown, devices_short, claims_refused, devices_unexplained,
             cpus, amounts, devices)
KOORD_LAYOUT(koord_step, node, kind, priority, uid_offset, uid_length, zero)
KOORD_LAYOUT(koord_gang_options, struct_size, flags, work, max_nodes, zero)
KOORD_LAYOUT(koord_gang_info, struct_size, flags, work, placed, nodes, blocked, zero)
KOORD_LAYOUT(koord_explain_options, struct_size, flags, nearest, tries)
KOORD_LAYOUT(koord_explanation_info, struct_size, flags, generation, nodes, fitting, groups, misses,
             gave_up, reserved)
KOORD_LAYOUT(koord_bound, needed, best, scope, object, where, resource)
KOORD_LAYOUT(koord_refused_group, refusal, bound, least, most, nodes, nearest)
KOORD_LAYOUT(koord_near_miss, refusal, bound, node, flags, missing, remedies)
KOORD_LAYOUT(koord_remedy_step, before, after, miss, remedy, kind, priority, uid_offset, uid_length)
KOORD_LAYOUT(koord_fragmentation, contested, extra_numa, extra_sockets, unmet_pods, stranded,
             largest_block, free_cpus, free_cores, percent, zero)
KOORD_LAYOUT(koord_rebind_options, struct_size, flags, max_moved, work)
KOORD_LAYOUT(koord_rebind_info, struct_size, flags, reason, moved, work, out_of_work, before, after)
KOORD_LAYOUT(koord_rebind_request, struct_size, flags, action, phase, deadline_seconds)
KOORD_LAYOUT(koord_preempt_options, struct_size, flags, work)
KOORD_LAYOUT(koord_preemption_row, priority_sum, node, reason, score, flags, highest_priority,
             victims, avoided, zero)
KOORD_LAYOUT(koord_capacity_options, struct_size, flags, most)
KOORD_LAYOUT(koord_capacity_info, struct_size, flags, pods, displaced, unplaced)
KOORD_LAYOUT(koord_capacity_row, left_milli, left_memory, node, pods, reason, flags)
KOORD_LAYOUT(koord_capacity_reason, left_milli, left_memory, pods, reason, nodes)
KOORD_LAYOUT(koord_node_options, struct_size, flags, profile)
KOORD_LAYOUT(koord_node_info, struct_size, flags, generation, pods, words)
KOORD_LAYOUT(koord_node_pool, socket, node, shared, best_effort)
KOORD_LAYOUT(koord_node_pod, refusal, memory_nodes, uid_offset, uid_length, container_offset,
             container_length, qos, place, cpus, flags)
KOORD_LAYOUT(koord_suppress_usage, struct_size, flags, capacity, node_used, pods_used,
             host_apps_used, non_be_pods_used, non_be_host_apps_used, reserved, quota_us,
             threshold_percent, minimum_percent)
KOORD_LAYOUT(koord_suppression, struct_size, flags, allowance_milli, quota_us, cpus, properties)
KOORD_LAYOUT(koord_cgroup_options, struct_size, flags, driver, version)
KOORD_LAYOUT(koord_cgroups_info, struct_size, flags, traits, driver, version)
KOORD_LAYOUT(koord_cgroup_container, id_offset, id_length, name_offset, name_length)
KOORD_LAYOUT(koord_cgroup_step, phase, file, kind, path_offset, path_length, from_offset,
             from_length, to_offset, to_length, uid_offset, uid_length, zero)
KOORD_LAYOUT(koord_cgroup_report_info, struct_size, flags, writes, failed_step, failed_undo,
             outcome, error)
KOORD_LAYOUT(koord_cgroup_result, state, error, error_number, read_offset, read_length, zero)
KOORD_LAYOUT(koord_adjustment_info, struct_size, flags, refusal, changes, env, cdi_devices,
             device_nodes)
KOORD_LAYOUT(koord_hook_options, struct_size, flags, without_state, refused)
KOORD_LAYOUT(koord_hook_result, struct_size, flags, refusal, outcome, writes)
KOORD_LAYOUT(koord_device_report_options, struct_size, flags)
KOORD_LAYOUT(koord_nrt_verdict, struct_size, flags, refusal, level, container, resource)
KOORD_LAYOUT(koord_picture_options, struct_size, flags, format, columns)

namespace {

// Fields that the library fills in, or that say nothing.
bool is_plumbing(const char *name) { return std::strcmp(name, "struct_size") == 0; }

int64_t read_signed(const char *at, uint32_t size) {
  if (size == sizeof(int32_t)) {
    int32_t value = 0;
    std::memcpy(&value, at, size);
    return value;
  }
  int64_t value = 0;
  std::memcpy(&value, at, size);
  return value;
}

uint64_t read_unsigned(const char *at, uint32_t size) {
  if (size == sizeof(uint32_t)) {
    uint32_t value = 0;
    std::memcpy(&value, at, size);
    return value;
  }
  uint64_t value = 0;
  std::memcpy(&value, at, size);
  return value;
}

void write_field(const Field &field, py::handle value, char *at) {
  const uint32_t bits = field.size * 8;
  bool loaded = false;
  if (field.kind == 'i') {
    int64_t number = 0;
    const int64_t most =
        bits == 64 ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int32_t>::max();
    loaded = py::detail::load_signed(value, -most - 1, most, &number);
    const auto narrow = static_cast<int32_t>(number);
    std::memcpy(at, bits == 64 ? static_cast<const void *>(&number) : &narrow, field.size);
  } else if (field.kind == 'u') {
    uint64_t number = 0;
    const uint64_t most =
        bits == 64 ? std::numeric_limits<uint64_t>::max() : std::numeric_limits<uint32_t>::max();
    loaded = py::detail::load_unsigned(value, most, &number);
    const auto narrow = static_cast<uint32_t>(number);
    std::memcpy(at, bits == 64 ? static_cast<const void *>(&number) : &narrow, field.size);
  }
  if (!loaded) throw py::type_error(std::string(field.name) + " must be a whole number");
}

}  // namespace

py::dict struct_to_dict(const Layout &layout, const void *data) {
  py::dict out;
  for (size_t i = 0; i < layout.count; ++i) {
    const Field &field = layout.fields[i];
    if (is_plumbing(field.name)) continue;
    const char *at = static_cast<const char *>(data) + field.offset;
    switch (field.kind) {
      case 'i':
        out[field.name] = py::int_(read_signed(at, field.size));
        break;
      case 'u':
        out[field.name] = py::int_(read_unsigned(at, field.size));
        break;
      case 's':
        out[field.name] = to_str(at, strnlen(at, field.size));
        break;
      default:
        out[field.name] = struct_to_dict(*field.nested, at);
    }
  }
  return out;
}

void struct_from_dict(const Layout &layout, const py::dict &values, void *data) {
  for (const auto &[key, value] : values) {
    const std::string name = py::str(key);
    const Field *found = nullptr;
    for (size_t i = 0; i < layout.count; ++i) {
      if (name == layout.fields[i].name && !is_plumbing(layout.fields[i].name))
        found = &layout.fields[i];
    }
    if (found == nullptr) throw py::type_error(std::string(layout.name) + " has no field " + name);
    try {
      write_field(*found, value, static_cast<char *>(data) + found->offset);
    } catch (const py::value_error &error) {
      throw py::value_error(name + ": " + error.what());
    }
  }
}

namespace {

// (size, ((name, offset, size, kind, name of the nested struct), ...)) by the struct's name.
template <class S>
void add(py::dict &layouts) {
  const Layout &layout = layout_of<S>();
  py::list fields;
  for (size_t i = 0; i < layout.count; ++i) {
    const Field &field = layout.fields[i];
    fields.append(py::make_tuple(field.name, field.offset, field.size, std::string(1, field.kind),
                                 field.nested == nullptr ? "" : field.nested->name));
  }
  layouts[layout.name] = py::make_tuple(layout.size, py::tuple(fields));
}

}  // namespace

void add_layouts(py::module_ &m) {
  py::dict layouts;
#define KOORD_ADD(s) add<s>(layouts);
  KOORD_STRUCTS(KOORD_ADD)
#undef KOORD_ADD
  m.attr("LAYOUTS") = layouts;
}

}  // namespace koord_python
