// Checks where the kernel lets processes run, and which containers share CPUs.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "groups.h"

namespace koord::guest {

// Throws with all differences. Returns the number of comparisons.
size_t check_arrived(const Node &node, const Groups &groups);

// Observes the CPUs that containers which may not share have in common.
class Watch {
 public:
  Watch(const Node &node, const Groups &groups);
  // Throws if two containers share a CPU that they did not share at the last look. While pods that
  // wait for each other in a cycle are parked, an exclusive container may move to CPUs of
  // non-exclusive ones, but not the reverse.
  void look(bool parks);
  size_t looks() const { return looks_; }

 private:
  struct Holder {
    std::string uid;
    std::string name;
    Sharing sharing;
    pid_t pid;
    Cpus now;
    Cpus before;  // at the last look
  };
  struct Pair {
    size_t one;
    size_t other;
    Cpus shared;  // at the last look
  };
  std::vector<Holder> holders_;
  std::vector<Pair> pairs_;
  size_t looks_ = 0;
};

}  // namespace koord::guest
