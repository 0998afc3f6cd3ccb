#include "device/gpu_policy/fragmentation.h"

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

// Devices that fit one share of a class, and their free amount in total.
struct FittingDevices {
  int64_t devices = 0;
  int64_t milli = 0;
};

FittingDevices fitting_devices(int32_t share, std::span<const int32_t> gpu_milli) {
  FittingDevices fitting;
  for (const int32_t milli : gpu_milli)
    if (milli >= share) {
      ++fitting.devices;
      fitting.milli += milli;
    }
  return fitting;
}

// Calls visit(row, fitting) for each row. The devices are counted once for adjacent rows with
// one share, because most request the same: a whole device.
template <typename Visit>
void for_each_fitting(std::span<const ClassRows::Row> rows, std::span<const int32_t> gpu_milli,
                      Visit &&visit) {
  FittingDevices fitting;
  int32_t share = 0;
  for (const ClassRows::Row &row : rows) {
    if (row.gpu_milli != share) fitting = fitting_devices(share = row.gpu_milli, gpu_milli);
    visit(row, fitting);
  }
}

}  // namespace

Fragmentation::Fragmentation(std::span<const TaskClass> classes) : together_(for_several(classes)) {
  const ClassRows all(classes);
  tasks_ = all.tasks();
  if (!together_.rows().empty()) least_together_ = together_.rows().back().gpu_milli;
  models_ = models_of(all.rows());
  tables_.reserve(models_.size() + 1);
  for (const uint64_t model : models_) tables_.emplace_back(all, model);
  tables_.emplace_back(all, 0);
}

const ClassTable &Fragmentation::table(uint64_t model) const noexcept {
  const auto found = std::lower_bound(models_.begin(), models_.end(), model);
  return found != models_.end() && *found == model
             ? tables_[static_cast<size_t>(found - models_.begin())]
             : tables_.back();
}

Fragmentation::Evaluator::Evaluator(const Fragmentation &all, int64_t cpu_milli,
                                    uint64_t model) noexcept
    : all_(all), cpu_milli_(cpu_milli), model_(model), device_(all.table(model), cpu_milli) {}

int64_t Fragmentation::Evaluator::of(std::span<const int32_t> gpu_milli) const noexcept {
  int64_t total = 0;
  int64_t use = use_together(gpu_milli);
  for (const int32_t milli : gpu_milli) {
    total += milli;
    use += device_.of(milli);
  }
  return total * all_.tasks_ - use;
}

int64_t Fragmentation::Evaluator::rise(std::span<const int32_t> gpu_milli, int32_t from,
                                       int32_t milli) const noexcept {
  int64_t lost = device_.of(from) - device_.of(from - milli);
  if (from >= all_.least_together_) lost += loss_together(gpu_milli, from, milli);
  return lost - all_.tasks_ * milli;
}

int64_t Fragmentation::Evaluator::use_together(std::span<const int32_t> gpu_milli) const noexcept {
  int64_t use = 0;
  for_each_fitting(all_.together_.rows(), gpu_milli,
                   [&](const ClassRows::Row &row, const FittingDevices &fitting) {
                     if (hosts(row) && fitting.devices >= row.gpu_count)
                       use += row.tasks * fitting.milli;
                   });
  return use;
}

int64_t Fragmentation::Evaluator::loss_together(std::span<const int32_t> gpu_milli, int32_t from,
                                                int32_t milli) const noexcept {
  int64_t loss = 0;
  for_each_fitting(all_.together_.rows(), gpu_milli,
                   [&](const ClassRows::Row &row, const FittingDevices &fitting) {
                     if (from < row.gpu_milli || !hosts(row) || fitting.devices < row.gpu_count)
                       return;
                     const bool stays = from - milli >= row.gpu_milli;
                     const bool still_hosted = stays || fitting.devices > row.gpu_count;
                     loss += row.tasks * (!still_hosted ? fitting.milli : stays ? milli : from);
                   });
  return loss;
}

}  // namespace koord::device
