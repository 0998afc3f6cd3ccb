// Keeps a node in the state that its files describe: applies changes of the files, and reverts
// changes that others make.
#pragma once

#include <chrono>

#include "node/groups.h"
#include "node/input.h"
#include "node/state_file.h"
#include "node/suppressor.h"

namespace koordctl {

struct WatchOptions {
  NodeOptions node;
  GroupOptions groups;
  StateOptions state;
  SuppressOptions suppress;
  std::chrono::milliseconds interval{5000};
  bool once = false;
};

// Runs until SIGTERM or SIGINT, which take effect between two rounds. SIGHUP starts a round at
// once. Errors are reported and retried, but are thrown if `once` is set. Returns the exit code.
int watch(const WatchOptions &options);

}  // namespace koordctl
