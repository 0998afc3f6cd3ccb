// NVIDIA's tables of MIG profiles and their placements, and random partitions of GPUs.
#pragma once

#include <string>
#include <vector>

#include "object/devices.h"

namespace koord::testing {

struct MigProfileRow {
  std::string name;
  int compute;              // compute slices
  int size;                 // memory slices
  std::vector<int> starts;  // first memory slices
};
struct MigGeometry {
  std::string model;
  std::vector<MigProfileRow> profiles;  // ascending by size
};

// `nvidia-smi mig -lgipp` of GPUs with 8 memory slices.
inline MigGeometry mig_geometry(const std::string &model, const std::string &one,
                                const std::string &two, const std::string &four,
                                const std::string &eight) {
  const std::vector<int> all = {0, 1, 2, 3, 4, 5, 6};
  return {model,
          {{"1g." + one, 1, 1, all},
           {"1g." + one + "+me", 1, 1, all},
           {"1g." + two, 1, 2, {0, 2, 4, 6}},
           {"2g." + two, 2, 2, {0, 2, 4}},
           {"3g." + four, 3, 4, {0, 4}},
           {"4g." + four, 4, 4, {0}},
           {"7g." + eight, 7, 8, {0}}}};
}
inline std::vector<MigGeometry> mig_geometries() {
  return {mig_geometry("A100-40GB", "5gb", "10gb", "20gb", "40gb"),
          mig_geometry("A100-80GB", "10gb", "20gb", "40gb", "80gb"),
          mig_geometry("H100-80GB", "10gb", "20gb", "40gb", "80gb"),
          mig_geometry("GB200", "23gb", "47gb", "93gb", "186gb")};
}

// Returns the position of the largest profile of which a placement is free, or -1.
inline int largest_free(const MigGeometry &geometry, uint64_t used) {
  for (auto p = static_cast<int>(geometry.profiles.size()) - 1; p >= 0; --p) {
    const MigProfileRow &row = geometry.profiles[static_cast<size_t>(p)];
    for (const int start : row.starts)
      if ((used >> start & ((uint64_t{1} << row.size) - 1)) == 0) return p;
  }
  return -1;
}

// Fills a GPU with random instances; draw(n) returns a number below n.
template <typename Draw>
object::MigGpu draw_mig_gpu(const MigGeometry &geometry, int32_t minor, Draw &&draw) {
  object::MigGpu gpu;
  gpu.minor = minor;
  uint64_t used = 0;
  for (int tries = 0; tries < 12; ++tries) {
    const MigProfileRow &row = geometry.profiles[draw(geometry.profiles.size())];
    const int start = row.starts[draw(row.starts.size())];
    const uint64_t block = ((uint64_t{1} << row.size) - 1) << start;
    if ((used & block) != 0 || gpu.instances.size() == 7) continue;
    used |= block;
    const auto gi = static_cast<int32_t>(gpu.instances.size());
    gpu.instances.push_back({"MIG-" + std::to_string(minor) + '-' + std::to_string(gi), row.name,
                             gi, 0, start, row.size});
  }
  return gpu;
}

}  // namespace koord::testing
