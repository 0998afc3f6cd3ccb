// Narrows BE pods when the others need the CPUs, and lets them grow again. How far is the library's
// decision.
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

  // Goes on with the CPUs that BE pods had before, until it has measured.
  void recall(NodeAgent &node, const koord::AgentState &before);
  // Measures. Returns what BE pods have from now on, "": what they had. They shrink at once, and
  // grow when they have been entitled to more in several checks in a row.
  std::string step(NodeAgent &node, const GroupOptions &groups, const std::string &proc);

 private:
  void restrict(NodeAgent &node, const koord::CpuSet &cpus);

  const SuppressOptions &options_;
  std::optional<CpuTime> before_;
  koord::CpuSet limit_;
  int growing_ = 0;  // checks
};

}  // namespace koordctl
