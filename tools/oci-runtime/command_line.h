// The options of koord-runtime and the command line of the runtime behind it.
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

// The container must not be created; the runtime is not called.
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
  std::string sysfs_root = "/";  // "": RDMA devices are not added
  bool without_state_refuses = false;
  bool refused_refuses = true;
  bool gpus = true;
  bool help = false;
  std::vector<char *> runtime;  // path and arguments, with a null at the end
};

extern const char kHelp[];

// Throws Failure (kUsage).
Settings read_settings(std::span<char *> arguments);

// The part of the runtime's command line that matters here.
struct Call {
  std::string command;  // "" if there is none, as with --version
  std::string config;   // of the container to create; "" if none is created
  std::string id;
  std::string log;  // the file for the runtime's errors; "" if there is none
  bool log_is_json = false;
  std::string error;  // why no runtime may be called with it (kUsage); "" if it may
};

// The arguments behind "--" and the runtime, also where an option before them is invalid.
std::span<char *const> runtime_arguments(std::span<char *> arguments);

// Reads the arguments of runc and crun. Errors are a command that is not known, behind which a
// container could be created unseen, and a creation without an id.
Call read_call(std::span<char *const> arguments);

}  // namespace koord_runtime
