// Looks at where processes may run by the kernel's word, and at who shares CPUs with whom.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "groups.h"

namespace koord::guest {

// Throws with all that is wrong. Returns how many comparisons were made.
size_t check_arrived(const Node &node, const Groups &groups);

// CPUs that containers which may not share have in common, looked at again and again.
class Watch {
 public:
  Watch(const Node &node, const Groups &groups);
  // Throws when two have come to share a CPU that they did not share at the last look. While pods
  // that wait for each other in a circle are parked, one with CPUs of its own may come to those
  // that have none, not they to it.
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
