// Options of the CPU pickers that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "session/pod_spec.h"

namespace koordctl {

struct PickOptions {
  std::string bind, numa;
  std::optional<std::string> numa_nodes;
  bool required = false, fewest_l3 = false;
};

void add_pick_options(CLI::App &command, PickOptions &options, const std::string &group);
// Returns a request with these policies, without CPUs. Throws a usage Failure.
PodRequest pick_request(const PickOptions &options);

// Returns the index of `text`, which set_choices() has checked, or 0 if it is empty.
int32_t index_of(const std::vector<std::string> &choices, const std::string &text);

}  // namespace koordctl
