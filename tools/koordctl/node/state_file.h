// node-state.json on disk, for hooks, and the lock of who writes it.
#pragma once

#include <CLI/CLI.hpp>
#include <set>
#include <string>
#include <vector>

#include "node/node.h"

namespace koordctl {

struct StateOptions {
  std::string path = "/run/koord/node-state.json";
  std::string proc = "/proc";
};

void add_state_options(CLI::App &command, StateOptions &options);

// What the file that is there says, if it is of this boot; empty: nothing. One that makes no sense,
// or is not to be trusted, says nothing.
koord::AgentState state_before(const StateOptions &options);

// What else is known of the file that is there.
struct StateInForce {
  bool is_managed = false;       // koord-agent or koordctl decides on this node
  bool is_of_this_boot = false;  // what another one left says nothing of what runs
};
// Throws where there is no such file, or it makes no sense or is not to be trusted. Takes no lock:
// who starts meanwhile would take this for another agent.
StateInForce state_in_force(const StateOptions &options);

// Made when the file is about to be written: makes its directory, and holds a lock beside the file
// for as long as it lives.
class StateFile {
 public:
  // Throws where the directory cannot be made or is not to be trusted, another koordctl holds the
  // lock, or a file is there that is not to be trusted.
  explicit StateFile(const StateOptions &options);
  ~StateFile();
  StateFile(const StateFile &) = delete;
  StateFile &operator=(const StateFile &) = delete;

  // Of which boot the state is; "" where the kernel does not say.
  const std::string &boot_id() const { return boot_id_; }
  // Replaces the file unless it is there and says the same; whether it did.
  bool save(const std::string &json);

 private:
  void lock();

  const StateOptions &options_;
  std::string boot_id_;
  std::string saved_;  // what was written last
  int lock_ = -1;
};

}  // namespace koordctl
