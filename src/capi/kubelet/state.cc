// Kubelet's files: checks, repairs, replacement and writing.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/replace_file.h"
#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/rows.h"
#include "capi/kubelet/files.h"
#include "capi/kubelet/setup.h"
#include "capi/kubelet/setup_handle.h"
#include "capi/object/pod_handle.h"
#include "koord.h"
#include "kubelet/replace.h"
#include "kubelet/requests.h"
#include "probe/kubelet_process.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace kubelet = koord::kubelet;

struct koord_kubelet_report {
  kubelet::Checkup found;
  References references{};
};

namespace {

constexpr size_t kMostPods = 65536;
constexpr size_t kMaxText = size_t{64} << 20;

static_assert(static_cast<int32_t>(kubelet::Fault::kMemory) == KOORD_KUBELET_FAULT_MEMORY);
static_assert(static_cast<int32_t>(kubelet::Fault::kPodGone) == KOORD_KUBELET_FAULT_POD_GONE);

// A setup on a machine, in the form that the calls below use.
struct Inputs {
  Inputs(const koord_topology *topology, const koord_kubelet_setup *setup, uint32_t flags = 0)
      : given(setup),
        node(topology->topology, to_config(given->config, given->version, **topology)),
        node_pods{(flags & KOORD_REPAIR_ONLY_PRESENT) != 0 ? &given->pods : nullptr,
                  given->containers} {}

  const GivenSetup given;
  const kubelet::NodeSetup node;
  const NodePods node_pods;
};

// Returns the file to repair.
std::string_view file_of(const koord_kubelet_setup *setup,
                         const std::optional<std::string> koord_kubelet_setup::*file,
                         const char *name) {
  if (setup == nullptr || !(setup->*file)) invalid(name, "is not set");
  return *(setup->*file);
}

koord_kubelet_finding to_row(const kubelet::Finding &finding) {
  return {static_cast<koord_kubelet_fault>(finding.fault),
          finding.severity == kubelet::Severity::kStops
              ? static_cast<koord_kubelet_finding_flags>(KOORD_KUBELET_FINDING_STOPS)
              : 0,
          static_cast<uint32_t>(finding.cpus.count()), 0};
}

// Returns two documents to the caller, who may not want the second one.
void return_documents(std::string text, std::string report, koord_buffer **out,
                      koord_buffer **report_out) {
  std::unique_ptr<koord_buffer> first(new_buffer(std::move(text)));
  if (report_out != nullptr) *report_out = new_buffer(std::move(report));
  *out = first.release();
}

void clear(koord_buffer **report) {
  if (report != nullptr) *report = nullptr;
}

std::vector<kubelet::ScheduledPod> read_pods(const koord_pod *const *pods, size_t count,
                                             const kubelet::RequestRules &rules) {
  if (count > kMostPods)
    throw Error(Status::kLimit, "count: found " + std::to_string(count) +
                                    " pods, expected at most " + std::to_string(kMostPods));
  if (count != 0) require(pods, "pods");
  std::vector<kubelet::ScheduledPod> out;
  for (size_t i = 0; i < count; ++i) {
    require(pods[i], FieldName("pods", i));
    const koord::object::PodObject &pod = pods[i]->object;
    if (!pod.status || !pod.status->cpus) continue;
    out.push_back({pod.name, kubelet::request_of(pod, rules), *pod.status->cpus});
  }
  return out;
}

FileRepairOptions repair_options(uint32_t flags, uint32_t known) {
  check_flags(flags, known, "flags");
  FileRepairOptions options;
  options.migrate = (flags & KOORD_REPAIR_MIGRATE) != 0;
  options.keep_shrunk = (flags & KOORD_REPAIR_KEEP_SHRUNK) != 0;
  options.start_over = (flags & KOORD_REPAIR_START_OVER) != 0;
  options.downgrade = (flags & KOORD_REPAIR_DOWNGRADE) != 0;
  return options;
}

}  // namespace

const char *koord_kubelet_fault_get_name(koord_kubelet_fault fault) {
  return kubelet::fault_name(static_cast<kubelet::Fault>(fault));
}

koord_kubelet_report *koord_kubelet_report_ref(const koord_kubelet_report *report) {
  return add_reference(report);
}
void koord_kubelet_report_unref(koord_kubelet_report *report) { drop_reference(report); }

koord_status koord_kubelet_report_get_findings(const koord_kubelet_report *report,
                                               koord_kubelet_finding *rows, size_t stride,
                                               size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(report, "report");
    const RowArray<koord_kubelet_finding> space{rows, stride, capacity};
    space.write_all(report->found.findings, count,
                    [](const kubelet::Finding &finding) { return to_row(finding); });
  });
}

koord_status koord_kubelet_report_to_json(const koord_kubelet_report *report, koord_buffer **out,
                                          koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(report, "report");
    *out = new_buffer(check_report(report->found));
  });
}

koord_status koord_kubelet_check(const koord_topology *topology, const koord_kubelet_setup *setup,
                                 uint32_t flags, koord_kubelet_report **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(topology, "topology");
    check_flags(flags, KOORD_REPAIR_ONLY_PRESENT, "flags");
    const Inputs inputs(topology, setup, flags);
    kubelet::Checkup found;
    if (const auto &file = inputs.given->cpu_state)
      found = check_cpu_file(inputs.node, *file, inputs.node_pods);
    if (const auto &file = inputs.given->memory_state) {
      kubelet::Checkup more;
      check_memory_file(inputs.node, *file, inputs.node_pods, more);
      found.findings.insert(found.findings.end(), more.findings.begin(), more.findings.end());
      found.left_out += more.left_out;
    }
    *out = new koord_kubelet_report{std::move(found)};
  });
}

koord_status koord_kubelet_repair_cpus(const koord_topology *topology,
                                       const koord_kubelet_setup *setup, uint32_t flags,
                                       koord_buffer **out, koord_buffer **report,
                                       koord_error *err) {
  return guarded(err, [&] {
    clear(report);
    require_out(out);
    require(topology, "topology");
    const FileRepairOptions options = repair_options(
        flags, KOORD_REPAIR_ONLY_PRESENT | KOORD_REPAIR_MIGRATE | KOORD_REPAIR_KEEP_SHRUNK |
                   KOORD_REPAIR_START_OVER | KOORD_REPAIR_DOWNGRADE);
    const std::string_view file = file_of(setup, &koord_kubelet_setup::cpu_state, "cpu_state");
    const Inputs inputs(topology, setup, flags);
    FileRepair repair = repair_cpu_file(inputs.node, file, inputs.node_pods, options);
    return_documents(std::move(repair.text), change_report(repair.changes), out, report);
  });
}

koord_status koord_kubelet_repair_memory(const koord_topology *topology,
                                         const koord_kubelet_setup *setup, uint32_t flags,
                                         koord_buffer **out, koord_buffer **report,
                                         koord_error *err) {
  return guarded(err, [&] {
    clear(report);
    require_out(out);
    require(topology, "topology");
    const FileRepairOptions options =
        repair_options(flags, KOORD_REPAIR_ONLY_PRESENT | KOORD_REPAIR_MIGRATE |
                                  KOORD_REPAIR_START_OVER | KOORD_REPAIR_DOWNGRADE);
    const std::string_view file =
        file_of(setup, &koord_kubelet_setup::memory_state, "memory_state");
    const Inputs inputs(topology, setup, flags);
    FileRepair repair = repair_memory_file(inputs.node, file, inputs.node_pods, options);
    return_documents(std::move(repair.text), change_report(repair.changes), out, report);
  });
}

koord_status koord_kubelet_replace_cpus(const koord_topology *topology,
                                        const koord_kubelet_setup *setup,
                                        const koord_pod *const *pods, size_t count,
                                        koord_buffer **out, koord_buffer **report,
                                        koord_error *err) {
  return guarded(err, [&] {
    clear(report);
    require_out(out);
    require(topology, "topology");
    const Inputs inputs(topology, setup);
    const std::string_view state = GivenSetup::text(inputs.given->cpu_state);
    const std::vector<kubelet::ScheduledPod> scheduled =
        read_pods(pods, count, inputs.node.request_rules());
    kubelet::Repair replaced =
        kubelet::replace_cpus(inputs.node, read_cpu_state(state, inputs.node), scheduled);
    std::string text = replaced.changes.empty() && !state.empty()
                           ? std::string(state)
                           : cpu_file_of(inputs.node, replaced.state);
    return_documents(std::move(text), change_report(replaced.changes), out, report);
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
      throw Error(Status::kLimit, "text: found " + std::to_string(bytes.size()) +
                                      " bytes, expected at most " + std::to_string(kMaxText));
    if ((flags & KOORD_WRITE_STATE_FORCE) == 0) {
      const int pid = koord::probe::find_kubelet(proc.empty() ? "/proc" : proc);
      if (pid != 0)
        throw Error(Status::kConflict, "kubelet is running as process " + std::to_string(pid) +
                                           " and would overwrite the file; stop it first");
    }
    koord::agent::replace_file(name, bytes, (flags & KOORD_WRITE_STATE_NO_BACKUP) == 0);
  });
}
