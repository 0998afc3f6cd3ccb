// GPUs that processes of this machine use, by their environment.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace koordctl {

// The value of CUDA_VISIBLE_DEVICES, or else of NVIDIA_VISIBLE_DEVICES, in the environment of a
// process.
struct VisibleGpus {
  bool is_cuda = false;  // CUDA shows no other GPUs, whatever the text is
  std::string text;

  // Returns true if the text names this GPU: by its UUID or the beginning of it, or by its minor.
  bool names(std::string_view uuid, std::string_view minor) const;
  bool operator==(const VisibleGpus &other) const = default;
};

// Returns the value of this process, or nothing if neither variable is set.
std::optional<VisibleGpus> own_visible_gpus();

struct GpuUser {
  std::string process;  // its id
  VisibleGpus visible;
};
// Returns the processes whose value is set and is not that of this process, by their ids. `proc` is
// the mount point of proc; processes whose environment cannot be read are left out. Throws a
// Failure if `proc` cannot be read.
std::vector<GpuUser> gpu_users(const std::string &proc);

}  // namespace koordctl
