// A pod described by options instead of a file.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "cli/diagnostics.h"
#include "session/session_input.h"

namespace koordctl {

struct StatedPod {
  std::string cpu, memory;             // amounts in Kubernetes' spelling; "" for none
  std::vector<std::string> resources;  // "NAME=AMOUNT"
  std::string qos, bind;               // "" for none

  bool is_given() const { return !cpu.empty() || !memory.empty() || !resources.empty(); }
  // Returns the amounts by resource. Throws a usage Failure if an option is malformed; amounts
  // themselves are checked by add_to().
  std::map<std::string, std::string> amounts() const;
  // Returns "cpu=2, memory=4Gi, qos=LSR".
  std::string description() const;
  // Adds the pod to the input and returns its index. Its requests are also its limits. Throws a
  // usage Failure.
  size_t add_to(SessionInput &input, const Diagnostics &diagnostics) const;
};

void add_stated_pod_options(CLI::App &command, StatedPod &pod);

}  // namespace koordctl
