// node-state.json on disk, which hooks read, and the lock of the process that writes it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "node/node.h"

namespace koordctl {

struct StateOptions {
  std::string path = "/run/koord/node-state.json";
  std::string proc = "/proc";
};

void add_state_options(CLI::App &command, StateOptions &options);

// Returns the state in the existing file if it is of this boot, otherwise an empty state. A file
// that is invalid or not safe is ignored.
koord::AgentState state_before(const StateOptions &options);

// Further facts about the existing file.
struct StateInForce {
  bool is_managed = false;       // koord-agent or koordctl manages this node
  bool is_of_this_boot = false;  // a file of an earlier boot does not describe running pods
};
// Throws if the file does not exist, is invalid or is not safe. Takes no lock: an agent that starts
// meanwhile would believe that another agent is running.
StateInForce state_in_force(const StateOptions &options);

// Writer of node-state.json. Creates the directory of the file, and holds a lock beside the file
// during its lifetime.
class StateFile {
 public:
  // Throws if the directory cannot be created or is not safe, if another process holds the lock,
  // or if the existing file is not safe.
  explicit StateFile(const StateOptions &options);
  ~StateFile();
  StateFile(const StateFile &) = delete;
  StateFile &operator=(const StateFile &) = delete;

  // Returns the boot that the state belongs to, or "" if the kernel does not report it.
  const std::string &boot_id() const { return boot_id_; }
  // Replaces the file.
  void save(const std::string &json);

 private:
  void lock();

  const StateOptions &options_;
  std::string boot_id_;
  int lock_ = -1;
};

}  // namespace koordctl
