// What koord-runtime is told, and what it is to tell the runtime behind it.
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

// What the runtime is asked to do, as far as it matters here.
struct Call {
  std::string command;  // "": none, as with --version
  std::string config;   // of the container that is to be created; "": none is
  std::string id;
  std::string log;  // where the runtime would put its errors; "": nowhere
  bool log_is_json = false;
};

// The arguments of runc and crun, which agree in these. Throws Failure (kUsage): a command that is
// not known, behind which a container could be created unseen; a creation without an id.
Call read_call(std::span<char *const> arguments);

}  // namespace koord_runtime
