// GPUs of this machine for a program that `koordctl run` starts.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "koord.hpp"
#include "output/node_devices.h"

namespace koordctl {

struct GpuOptions {
  std::optional<std::string> count;   // --gpus
  std::optional<std::string> nvml;    // library to query
  std::optional<std::string> report;  // file with a Device object, instead of a query
};

struct GpuChoice {
  std::vector<std::string> names;  // UUIDs; indices if the report has none
  std::vector<int32_t> nodes;      // NUMA nodes of the GPUs, ascending; empty if one is not known
  std::string refusal;             // "" if the GPUs were chosen
};

// The GPUs that a driver or a Device object reports, each with the reason if it cannot be chosen.
class GpuSupply {
 public:
  // Reads the report. GPUs in use by processes below `proc` are not free unless `share` is true.
  // Throws a Failure.
  GpuSupply(const koord::Topology &topology, const GpuOptions &options, const std::string &proc,
            bool share, bool verbose);

  // Returns a sentence if fewer than `count` GPUs are free, otherwise "".
  std::string shortage(uint32_t count) const;
  // Returns the NUMA nodes with at least `count` free GPUs, those with the fewest first, then -1
  // for GPUs of any node.
  std::vector<int32_t> numa_candidates(uint32_t count) const;
  // Chooses free GPUs of this NUMA node, or of any if it is -1, by the library's rules.
  GpuChoice choose(uint32_t count, int32_t node) const;

 private:
  struct Gpu {
    DrawnDevice device;
    std::string index;     // by which CUDA and NVML know it: the order of PCI addresses
    std::string obstacle;  // "" if the GPU is free
    bool is_in_use = false;
  };

  void read_nvml(const koord::Topology &topology, const std::string &library, bool verbose);
  void read_file(const std::string &path, bool share);
  void read_gpus(const std::string &source);
  void add_obstacles(const std::string &proc, bool share);
  size_t free() const;

  nlohmann::json report_;
  std::string absence_reason_;  // of all GPUs
  std::string uncertainty_;     // "" if the report lists all uses of GPUs
  std::vector<Gpu> gpus_;
};

// Sets the variables by which CUDA and the container runtime choose GPUs, for programs that this
// process executes.
void set_visible_gpus(const std::vector<std::string> &names);

}  // namespace koordctl
