// Keeps a node as its files say: applies again when they change, and puts back what others change.
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

// Until SIGTERM or SIGINT, between two rounds; SIGHUP: at once. What fails is said and tried again,
// unless `once`: then it is thrown. Returns the exit code.
int watch(const WatchOptions &options);

}  // namespace koordctl
