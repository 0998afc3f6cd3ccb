#include "device/gpu_policy/class_table.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/rank.h"

namespace koord::device {
namespace {

// Bound on the counts of one table. Above it, one row covers
// several classes, and the remainder is added on each query.
constexpr size_t kMostCounts = size_t{1} << 16;

}  // namespace

static_assert(kMaxTasks <= INT32_MAX && kWholeGpu < UINT16_MAX);

ClassTable::ClassTable(const ClassRows &classes, uint64_t model) {
  std::vector<ClassRows::Row> rows;
  std::ranges::copy_if(classes.rows(), std::back_inserter(rows),
                       [&](const ClassRows::Row &row) { return ClassRows::allows(row, model); });
  std::ranges::sort(rows, {}, &ClassRows::Row::cpu_milli);
  // Each requested share starts a column.
  column_.fill(0);
  for (const ClassRows::Row &row : rows)
    if (row.gpu_count == 1) column_[static_cast<size_t>(row.gpu_milli)] = 1;
  std::partial_sum(column_.begin(), column_.end(), column_.begin());
  width_ = size_t{column_.back()} + 1;
  while ((rows.size() * width_) >> shift_ > kMostCounts) ++shift_;
  const size_t step = size_t{1} << shift_;
  std::vector<int32_t> counts(width_, 0);
  tasks_ = counts;
  for (const ClassRows::Row &row : rows) {
    const auto tasks = static_cast<int32_t>(row.gpu_count == 1 ? row.tasks : 0);
    for (size_t c = column_[static_cast<size_t>(row.gpu_milli)]; c < width_; ++c)
      counts[c] += tasks;
    cpu_milli_.push_back(row.cpu_milli);
    classes_.push_back({row.gpu_milli, tasks});
    if (classes_.size() % step == 0) tasks_.insert(tasks_.end(), counts.begin(), counts.end());
  }
}

DeviceUse::DeviceUse(const ClassTable &table, int64_t cpu_milli) noexcept
    : table_(table), classes_(rank_of(cpu_milli, std::span<const int64_t>(table.cpu_milli_))) {
  const size_t row = classes_ >> table.shift_;
  row_ = table.tasks_.data() + row * table.width_;
  const size_t counted = row << table.shift_;
  beyond_row_ = std::span(table.classes_).subspan(counted, classes_ - counted);
}

}  // namespace koord::device
