// Kubelet's files: checked, mended, replaced, written.
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agent/replace_file.h"
#include "base/error.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/kubelet_files.h"
#include "capi/kubelet_setup.h"
#include "capi/pod_handle.h"
#include "capi/rows.h"
#include "koord.h"
#include "kubelet/demand.h"
#include "probe/kubelet_process.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace kubelet = koord::kubelet;
namespace wire = koord::wire;

namespace {

constexpr size_t kMaxPresent = 65536;
constexpr size_t kMaxPods = 65536;
constexpr size_t kMaxText = size_t{64} << 20;

static_assert(static_cast<int32_t>(kubelet::Fault::kMemory) == KOORD_KUBELET_FAULT_MEMORY);
static_assert(static_cast<int32_t>(kubelet::Fault::kPodGone) == KOORD_KUBELET_FAULT_POD_GONE);

std::unique_ptr<const kubelet::NodeSetup> read_setup(const koord_context *context,
                                                     const koord_topology *topology,
                                                     std::string_view config) {
  const wire::KubeletConfig read =
      config.empty() ? wire::KubeletConfig{} : wire::parse_kubelet_config(config, log_of(context));
  return std::make_unique<kubelet::NodeSetup>(topology->topology, to_config(read, **topology));
}

// Rows of who is there, kept where Present points to them.
struct Known {
  kubelet::PodSet pods;
  Present present;

  Known(const koord_present_container *rows, size_t stride, size_t count, const char *arena,
        size_t arena_length, uint32_t flags) {
    if (count != 0 || !is_stride(stride, 0))
      check_rows(rows, stride, count, kMaxPresent, "present");
    const Arena texts(arena, arena_length);
    for (size_t i = 0; i < count; ++i) {
      const auto row = read_row(rows, stride, i, "present");
      const FieldName name("present", i);
      const std::string uid = texts.required(row.uid_offset, row.uid_length, name.field("uid"));
      const std::string container =
          texts.text(row.name_offset, row.name_length, name.field("name"));
      const std::string id = texts.text(row.id_offset, row.id_length, name.field("id"));
      if (!id.empty() && container.empty())
        invalid(name.field("name"),
                "is empty, expected that of container " + koord::in_quotes(id, 80));
      pods.insert(uid);
      if (!id.empty()) present.containers[id] = {uid, container};
    }
    if ((flags & KOORD_REPAIR_ONLY_PRESENT) != 0) present.pods = &pods;
  }
  Known(const Known &) = delete;
  Known &operator=(const Known &) = delete;
};

koord_kubelet_finding to_row(const kubelet::Finding &finding) {
  return {static_cast<koord_kubelet_fault>(finding.fault),
          finding.severity == kubelet::Severity::kStops ? 1u : 0u,
          static_cast<uint32_t>(finding.cpus.count()), 0};
}

// Two documents, of which the caller may not want the second.
void hand_out(std::string text, std::string report, koord_buffer **out, koord_buffer **report_out) {
  std::unique_ptr<koord_buffer> first(new_buffer(std::move(text)));
  if (report_out != nullptr) *report_out = new_buffer(std::move(report));
  *out = first.release();
}

void clear(koord_buffer **report) {
  if (report != nullptr) *report = nullptr;
}

std::vector<kubelet::ScheduledPod> read_pods(const koord_pod *const *pods, size_t count) {
  if (count > kMaxPods)
    throw Error(Status::kLimit, "count: " + std::to_string(count) + " pods given, at most " +
                                    std::to_string(kMaxPods));
  if (count != 0) require(pods, "pods");
  std::vector<kubelet::ScheduledPod> out;
  for (size_t i = 0; i < count; ++i) {
    require(pods[i], FieldName("pods", i));
    const koord::object::PodObject &pod = pods[i]->object;
    if (!pod.status || !pod.status->cpus) continue;
    out.push_back({pod.name, kubelet::demand_of(pod), *pod.status->cpus});
  }
  return out;
}

FileRepairOptions repair_options(uint32_t flags, uint32_t known) {
  check_flags(flags, known, "flags");
  FileRepairOptions options;
  options.migrate = (flags & KOORD_REPAIR_MIGRATE) != 0;
  options.keep_shrunk = (flags & KOORD_REPAIR_KEEP_SHRUNK) != 0;
  options.start_over = (flags & KOORD_REPAIR_START_OVER) != 0;
  return options;
}

}  // namespace

const char *koord_kubelet_fault_get_name(koord_kubelet_fault fault) {
  return kubelet::fault_name(static_cast<kubelet::Fault>(fault));
}

koord_status koord_kubelet_check(const koord_context *context, const koord_topology *topology,
                                 const char *kubelet_config, size_t kubelet_config_length,
                                 const char *cpu_state, size_t cpu_state_length,
                                 const char *memory_state, size_t memory_state_length,
                                 const koord_present_container *present, size_t present_stride,
                                 size_t present_count, const char *arena, size_t arena_length,
                                 uint32_t flags, koord_kubelet_finding *rows, size_t stride,
                                 size_t capacity, size_t *count, koord_buffer **report,
                                 koord_error *err) {
  return guarded(err, [&] {
    clear(report);
    require(topology, "topology");
    check_flags(flags, KOORD_REPAIR_ONLY_PRESENT, "flags");
    const RowArray<koord_kubelet_finding> space{rows, stride, capacity};
    space.check();
    const auto setup = read_setup(
        context, topology, document(kubelet_config, kubelet_config_length, "kubelet_config"));
    const std::string_view cpus = document(cpu_state, cpu_state_length, "cpu_state");
    const std::string_view memory = document(memory_state, memory_state_length, "memory_state");
    const Known known(present, present_stride, present_count, arena, arena_length, flags);
    kubelet::Checkup found;
    if (cpu_state != nullptr) found = check_cpu_file(*setup, cpus, known.present);
    if (memory_state != nullptr) {
      kubelet::Checkup more;
      check_memory_file(*setup, memory, known.present, more);
      found.findings.insert(found.findings.end(), more.findings.begin(), more.findings.end());
      found.left_out += more.left_out;
    }
    std::string text = report != nullptr ? check_report(found) : "";
    tell(found.findings.size(), count);
    if (rows != nullptr) {
      space.check_room(found.findings.size());
      for (size_t i = 0; i < found.findings.size(); ++i) space.write(i, to_row(found.findings[i]));
    }
    if (report != nullptr) *report = new_buffer(std::move(text));
  });
}

koord_status koord_kubelet_repair_cpus(const koord_context *context, const koord_topology *topology,
                                       const char *kubelet_config, size_t kubelet_config_length,
                                       const char *cpu_state, size_t cpu_state_length,
                                       const koord_present_container *present,
                                       size_t present_stride, size_t present_count,
                                       const char *arena, size_t arena_length, uint32_t flags,
                                       koord_buffer **out, koord_buffer **report,
                                       koord_error *err) {
  return guarded(err, [&] {
    clear(report);
    require_out(out);
    require(topology, "topology");
    require(cpu_state, "cpu_state");
    const FileRepairOptions options =
        repair_options(flags, KOORD_REPAIR_ONLY_PRESENT | KOORD_REPAIR_MIGRATE |
                                  KOORD_REPAIR_KEEP_SHRUNK | KOORD_REPAIR_START_OVER);
    const auto setup = read_setup(
        context, topology, document(kubelet_config, kubelet_config_length, "kubelet_config"));
    const Known known(present, present_stride, present_count, arena, arena_length, flags);
    FileRepair repair = repair_cpu_file(*setup, document(cpu_state, cpu_state_length, "cpu_state"),
                                        known.present, options);
    hand_out(std::move(repair.text), change_report(repair.changes), out, report);
  });
}

koord_status koord_kubelet_repair_memory(
    const koord_context *context, const koord_topology *topology, const char *kubelet_config,
    size_t kubelet_config_length, const char *memory_state, size_t memory_state_length,
    const koord_present_container *present, size_t present_stride, size_t present_count,
    const char *arena, size_t arena_length, uint32_t flags, koord_buffer **out,
    koord_buffer **report, koord_error *err) {
  return guarded(err, [&] {
    clear(report);
    require_out(out);
    require(topology, "topology");
    require(memory_state, "memory_state");
    const FileRepairOptions options = repair_options(
        flags, KOORD_REPAIR_ONLY_PRESENT | KOORD_REPAIR_MIGRATE | KOORD_REPAIR_START_OVER);
    const auto setup = read_setup(
        context, topology, document(kubelet_config, kubelet_config_length, "kubelet_config"));
    const Known known(present, present_stride, present_count, arena, arena_length, flags);
    FileRepair repair =
        repair_memory_file(*setup, document(memory_state, memory_state_length, "memory_state"),
                           known.present, options);
    hand_out(std::move(repair.text), change_report(repair.changes), out, report);
  });
}

koord_status koord_kubelet_replace_cpus(const koord_context *context,
                                        const koord_topology *topology, const char *kubelet_config,
                                        size_t kubelet_config_length, const char *cpu_state,
                                        size_t cpu_state_length, const koord_pod *const *pods,
                                        size_t count, koord_buffer **out, koord_buffer **report,
                                        koord_error *err) {
  return guarded(err, [&] {
    clear(report);
    require_out(out);
    require(topology, "topology");
    const std::string_view state = document(cpu_state, cpu_state_length, "cpu_state");
    const auto setup = read_setup(
        context, topology, document(kubelet_config, kubelet_config_length, "kubelet_config"));
    const std::vector<kubelet::ScheduledPod> scheduled = read_pods(pods, count);
    kubelet::Repair replaced =
        kubelet::replace_cpus(*setup, read_cpu_state(state, setup->static_cpus()), scheduled);
    std::string text = replaced.changes.empty() && !state.empty()
                           ? std::string(state)
                           : cpu_file_of(*setup, replaced.state);
    hand_out(std::move(text), change_report(replaced.changes), out, report);
  });
}

koord_status koord_kubelet_write_state(const char *path, size_t path_length, const char *text,
                                       size_t text_length, const char *proc_root,
                                       size_t proc_root_length, uint32_t flags, koord_error *err) {
  return guarded(err, [&] {
    const std::string name(document(path, path_length, "path"));
    const std::string_view bytes = document(text, text_length, "text");
    const std::string proc(document(proc_root, proc_root_length, "proc_root"));
    check_flags(flags, KOORD_WRITE_STATE_FORCE | KOORD_WRITE_STATE_NO_BACKUP, "flags");
    if (bytes.size() > kMaxText)
      throw Error(Status::kLimit, "text: " + std::to_string(bytes.size()) +
                                      " bytes given, at most " + std::to_string(kMaxText));
    if ((flags & KOORD_WRITE_STATE_FORCE) == 0) {
      const int pid = koord::probe::find_kubelet(proc.empty() ? "/proc" : proc);
      if (pid != 0)
        throw Error(Status::kConflict, "a kubelet runs as process " + std::to_string(pid) +
                                           ": it would overwrite the file; stop it first");
    }
    koord::agent::replace_file(name, bytes, (flags & KOORD_WRITE_STATE_NO_BACKUP) == 0);
  });
}
