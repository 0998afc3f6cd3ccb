// The options of koord-runtime and the command line of the runtime that it wraps.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "koord.h"

namespace koord_runtime {

enum ExitCode { kDone = 0, kRefused = 1, kUsage = 2, kEnvironment = 3, kInternal = 4 };

// The container must not be created, and the runtime is not called.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string &what) : std::runtime_error(what), code_(code) {}
  ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

struct Settings {
  std::string state = "/run/koord/node-state.json";
  std::string proc = "/proc";
  std::string sysfs_root = "/";  // "" if RDMA devices are not added
  bool without_state_refuses = false;
  bool refused_refuses = true;
  bool gpus = true;
  bool help = false;
  std::vector<char *> runtime;  // path and arguments, terminated by a null
};

extern const char kHelp[];

// Throws Failure (kUsage).
Settings read_settings(std::span<char *> arguments);

// The relevant part of the runtime's command line.
struct Call {
  std::string command;  // "" if there is none, as with --version
  std::string config;   // config.json of the container to create; "" if none is created
  std::string id;
  std::string log;  // the file for the runtime's errors; "" if there is none
  bool log_is_json = false;
  std::string error;  // reason for not calling a runtime (kUsage); "" if it may be called
};

// Returns the runtime and its arguments, which follow "--", even if an earlier option is invalid.
std::span<char *const> runtime_arguments(std::span<char *> arguments);

// Reads the arguments of runc and crun. Errors are an unknown command, which could hide a creation,
// and a creation without an id.
Call read_call(std::span<char *const> arguments);

}  // namespace koord_runtime
