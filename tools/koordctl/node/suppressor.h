// Restricts BE pods to fewer CPUs when other pods need them, and lets them grow again. The library
// decides the number of CPUs.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "koord.hpp"
#include "node/cpu_time.h"
#include "node/groups.h"
#include "node/node.h"

namespace koordctl {

struct SuppressOptions {
  bool is_on = false;
  std::optional<std::string> threshold, minimum;
};

void add_suppress_options(CLI::App &command, SuppressOptions &options);
// Throws a usage Failure.
void check_suppress_options(const SuppressOptions &options);

class Suppressor {
 public:
  explicit Suppressor(const SuppressOptions &options) : options_(options) {}

  // Restores the CPUs that BE pods had before, until usage has been measured.
  void recall(NodeAgent &node, const koord::AgentState &before);
  // Measures usage. Returns a description of the CPUs of BE pods if they change, otherwise "". BE
  // pods shrink at once, and grow after they have been entitled to more CPUs in several consecutive
  // checks.
  std::string step(NodeAgent &node, const GroupOptions &groups, const std::string &proc);

 private:
  void restrict(NodeAgent &node, const koord::CpuSet &cpus);

  const SuppressOptions &options_;
  std::optional<CpuTime> before_;
  koord::CpuSet limit_;
  int growing_ = 0;  // consecutive checks
};

}  // namespace koordctl
