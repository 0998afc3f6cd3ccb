// One round of applying a placement to a node: control groups first, then node-state.json, then a
// second check of the groups.
// Hooks place new containers by the file. If the file were written first, a container of a new pod
// could start on CPUs that other pods have not left yet. Because it is written last, a container
// that starts meanwhile is placed by the old file, or is not started until the new file exists if
// its pod is unknown. The second check moves containers placed by the old file. If a write fails,
// the groups and the file stay unchanged.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/failure.h"
#include "node/groups.h"
#include "node/node.h"
#include "node/state_file.h"

namespace koordctl {

struct Round {
  std::vector<nlohmann::ordered_json>
      reports;  // one per applied plan, in the format of koord_cgroup_report_to_json
  size_t writes = 0;
  size_t standing = 0;  // writes by plans that were not rolled back
  bool state_written = false;
};

// Memory ran out while a round was run or reported. The message says what was written until then,
// and needs no memory.
class OutOfMemory : public MemoryFailure {
 public:
  explicit OutOfMemory(const Round &round) noexcept;
  const char *what() const noexcept override { return text_; }

 private:
  char text_[160];
};

// Throws a Failure if the groups cannot be brought to the placement or the file cannot be written,
// and OutOfMemory if memory runs out.
Round run_round(const NodeAgent &node, const GroupOptions &options, StateFile &file);

}  // namespace koordctl
