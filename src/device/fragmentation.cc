#include "device/fragmentation.h"

namespace koord::device {

int64_t Fragmentation::of(const GpuShares &shares, int64_t cpu_milli,
                          uint64_t model) const noexcept {
  int64_t usable = 0;
  classes_.for_each_hosted(
      shares, cpu_milli, model,
      [&](const ClassRows::Row &row, int64_t, int64_t milli) { usable += row.tasks * milli; });
  return shares.total() * tasks() - usable;
}

}  // namespace koord::device
