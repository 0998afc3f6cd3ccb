// One round of bringing a node to what was decided: control groups first, then node-state.json,
// then a second look at the groups.
//
// Hooks put new containers where the file says. Were it written first, a container of a new pod
// could start on CPUs that others have not left yet. Written last, a container that comes meanwhile
// is placed as before, or, its pod being unknown, not started until the file is there; the second
// look moves the former. If a write fails, the groups are as they were, and so is the file.
#pragma once

#include <cstddef>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "node/groups.h"
#include "node/node.h"
#include "node/state_file.h"

namespace koordctl {

struct Round {
  std::vector<nlohmann::ordered_json>
      reports;  // of each plan that was made, as koord_cgroup_report_to_json has them
  size_t writes = 0;
  size_t standing = 0;  // of them, those of plans that were not taken back
  bool state_written = false;

  // Paths of the files that were written, each once.
  std::vector<std::string> files() const;
};

// Memory ran out in a round, or in telling of it. The sentence says what was written until then,
// and needs no memory.
class OutOfMemory : public std::bad_alloc {
 public:
  explicit OutOfMemory(const Round &round) noexcept;
  const char *what() const noexcept override { return text_; }

 private:
  char text_[160];
};

// Throws a Failure where the groups cannot be brought there, or the file cannot be written;
// OutOfMemory.
Round run_round(const NodeAgent &node, const GroupOptions &options, StateFile &file);

}  // namespace koordctl
