#include "device/fragmentation.h"

#include <algorithm>

namespace koord::device {
namespace {

std::vector<TaskClass> for_several(std::span<const TaskClass> classes) {
  std::vector<TaskClass> out;
  std::copy_if(classes.begin(), classes.end(), std::back_inserter(out),
               [](const TaskClass &row) { return row.task.gpu_count > 1; });
  return out;
}

std::vector<uint64_t> models_of(std::span<const ClassRows::Row> rows) {
  uint64_t named = 0;
  for (const ClassRows::Row &row : rows)
    if (row.models != kAnyModel) named |= row.models;
  std::vector<uint64_t> out;
  for (; named != 0; named &= named - 1) out.push_back(named & -named);
  return out;
}

}  // namespace

Fragmentation::Fragmentation(std::span<const TaskClass> classes) : together_(for_several(classes)) {
  const ClassRows all(classes);
  tasks_ = all.tasks();
  if (!together_.rows().empty()) least_together_ = together_.rows().back().gpu_milli;
  models_ = models_of(all.rows());
  columns_.reserve(models_.size() + 1);
  for (const uint64_t model : models_) columns_.emplace_back(all, model);
  columns_.emplace_back(all, 0);
}

const ClassColumns &Fragmentation::columns(uint64_t model) const noexcept {
  const auto found = std::lower_bound(models_.begin(), models_.end(), model);
  return found != models_.end() && *found == model
             ? columns_[static_cast<size_t>(found - models_.begin())]
             : columns_.back();
}

int64_t Fragmentation::of(const NodeFree &node) const {
  return Beside(*this, node.cpu_milli, node.model).of(GpuShares(node));
}

Fragmentation::Beside::Beside(const Fragmentation &all, int64_t cpu_milli, uint64_t model) noexcept
    : all_(all), cpu_milli_(cpu_milli), model_(model), device_(all.columns(model), cpu_milli) {}

int64_t Fragmentation::Beside::use_together(const GpuShares &shares) const noexcept {
  int64_t use = 0;
  all_.together_.for_each_hosted(
      shares, cpu_milli_, model_,
      [&](const ClassRows::Row &row, int64_t, int64_t milli) { use += row.tasks * milli; });
  return use;
}

int64_t Fragmentation::Beside::of(const GpuShares &shares) const noexcept {
  int64_t use = use_together(shares);
  for (const GpuShares::Share &share : shares) use += share.devices * device_.of(share.milli);
  return shares.total() * all_.tasks_ - use;
}

int64_t Fragmentation::Beside::rise(const GpuShares &shares, int32_t from,
                                    int32_t milli) const noexcept {
  int64_t lost = device_.of(from) - device_.of(from - milli);
  if (from >= all_.least_together_) {
    GpuShares after = shares;
    after.take(from, milli, 1);
    lost += use_together(shares) - use_together(after);
  }
  return lost - all_.tasks_ * milli;
}

}  // namespace koord::device
