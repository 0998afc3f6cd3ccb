// GPUs that processes of this machine use, by their environment.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace koordctl {

// The values of CUDA_VISIBLE_DEVICES and NVIDIA_VISIBLE_DEVICES of a process, at most 16 KiB of
// each.
struct VisibleGpus {
  std::optional<std::string> cuda, nvidia;

  // Returns true if one of the values names this GPU.
  bool names(std::string_view uuid, std::string_view index) const;
  bool operator==(const VisibleGpus &other) const = default;
};

// Returns true if the value of one of the variables names this GPU: by its UUID or the beginning of
// it, or by its index.
bool names_gpu(std::string_view value, std::string_view uuid, std::string_view index);

// Returns the values of this process.
VisibleGpus own_visible_gpus();

struct GpuUser {
  std::string process;  // its id
  VisibleGpus visible;
};
// Returns the processes that have a value and not the same values as this process, by their ids.
// `proc` is the mount point of proc; processes whose environment cannot be read are left out.
// Throws a Failure if `proc` cannot be read.
std::vector<GpuUser> gpu_users(const std::string &proc);

}  // namespace koordctl
