// Policies that place GPU tasks.
#include <algorithm>
#include <string>
#include <string_view>

#include "base/error.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/rows.h"
#include "capi/cluster/handle.h"
#include "koord.h"

using namespace koord::capi;
namespace device = koord::device;

namespace {

constexpr size_t kMaxTaskRows = 65536;
constexpr char kBetweenModels = '|';

static_assert(KOORD_GPU_POLICY_FGD_ALL == static_cast<int>(device::GpuPlacing::kFgdAll) &&
              KOORD_GPU_POLICY_FGD_ALL + 1 == device::kGpuPlacings);

template <typename Value>
Value amount(Value found, int64_t most, const FieldName &name) {
  if (found < 0 || found > most)
    invalid(name, std::to_string(found) + ", expected 0 to " + std::to_string(most));
  return found;
}

uint64_t read_models(std::string_view text, const FieldName &name, device::GpuModels &models) {
  if (text.empty()) return device::kAnyModel;
  uint64_t out = 0;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(kBetweenModels, at), text.size());
    if (end == at) invalid(name, koord::in_quotes(text) + " contains an empty model name");
    out |= models.add(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

device::GpuTask read_task(const koord_task_class &row, const FieldName &name) {
  device::GpuTask task;
  task.cpu_milli = amount(row.cpu_milli, device::kMaxCpuMilli, name.field("cpu_milli"));
  task.memory = amount(row.memory, device::kMaxMemory, name.field("memory"));
  task.gpu_milli = amount(row.gpu_milli, device::kWholeGpu, name.field("gpu_milli"));
  task.gpu_count = amount(row.gpu_count, device::kMaxDevices, name.field("gpu_count"));
  if ((task.gpu_milli == 0) != (task.gpu_count == 0))
    invalid(name.field("gpu_count"), std::to_string(row.gpu_count) + " with gpu_milli " +
                                         std::to_string(row.gpu_milli) +
                                         ", expected both or neither to be 0");
  return task;
}

device::GpuWorkload read_workload(const koord_task_class *rows, size_t stride, size_t count,
                                  const Arena &arena) {
  if (count != 0 || !is_stride(stride, 0)) check_rows(rows, stride, count, kMaxTaskRows, "rows");
  device::GpuWorkload out;
  out.tasks.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    const FieldName name("rows", i);
    const koord_task_class row = read_row(rows, stride, i, name);
    device::GpuTask task = read_task(row, name);
    const FieldName models = name.field("models");
    task.models =
        read_models(arena.text(row.models_offset, row.models_length, models), models, out.models);
    out.tasks.push_back({task, amount(row.tasks, device::kMaxTasks, name.field("tasks"))});
  }
  return out;
}

}  // namespace

koord_status koord_cluster_set_gpu_policy(koord_cluster *cluster, koord_gpu_policy policy,
                                          const koord_task_class *rows, size_t stride, size_t count,
                                          const char *arena, size_t arena_length,
                                          koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    const auto placing = number<device::GpuPlacing>(policy, device::kGpuPlacings, "policy");
    cluster->cluster.place_gpus(placing,
                                read_workload(rows, stride, count, Arena(arena, arena_length)));
  });
}
